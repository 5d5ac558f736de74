/** How LiteLLM's public cost map names a model. */
export interface ListedModel {
  /** The `litellm_provider` of the model. */
  readonly provider: string;
  /** The name without the provider, such as `veo-3.1-generate-001` for `gemini/veo-3.1-generate-001`. */
  readonly model: string;
}
