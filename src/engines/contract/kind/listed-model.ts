/** How LiteLLM's public cost map names a model. */
export interface ListedModel {
  /** Its `litellm_provider`. */
  readonly provider: string;
  /** Without the provider, such as `veo-3.1-generate-001` for `gemini/veo-3.1-generate-001`. */
  readonly model: string;
}
