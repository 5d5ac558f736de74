/** The types of the image interface, from the OpenAPI document. */
import type { paths } from '../http/openapi.ts';
import type { FileSource } from '../http/files.ts';

/** A task of the image interface. */
export type ImageRecord =
  paths['/mj/task/{id}/fetch']['get']['responses'][200]['content']['application/json'];

type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody?: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;

/** Fields that every request of the image interface may have. */
export interface SubmitOptions {
  /** An ID or an alias. Default: the model of the version in the prompt. */
  readonly model?: string | undefined;
  readonly tier?: 'relax' | 'fast' | 'turbo' | undefined;
  /** A URL that every change of the task is posted to. */
  readonly webhook?: string | undefined;
  /** Any text of up to 255 characters, returned in the record. */
  readonly state?: string | undefined;
  /** A repeated request with the same key returns the same task. Default: a new key for each call. */
  readonly idempotencyKey?: string | undefined;
  /** Ends the request. It does not cancel a task that exists. */
  readonly signal?: AbortSignal | undefined;
}

export interface ImagineOptions extends SubmitOptions {
  /** Image prompts, up to five. */
  readonly images?: readonly FileSource[] | undefined;
  readonly niji?: boolean | undefined;
}

export interface FollowUpOptions extends Omit<SubmitOptions, 'model'> {
  /** Another prompt. For variations, it changes what is varied (remix). */
  readonly prompt?: string | undefined;
}

type GenerationBody = Body<'/v1/images/generations/async'>;

/** The fields of OpenAI's Images API, and any parameter of the model. With `images`, these are edited. */
export type GenerateRequest = Omit<GenerationBody, 'stream' | 'partial_images' | 'async' | 'prompt'> & {
  /** Without it, `images` are varied. */
  readonly prompt?: string | undefined;
  readonly images?: readonly FileSource[] | undefined;
  /** Its transparent areas change. Without transparency: its white areas. */
  readonly mask?: FileSource | undefined;
  readonly [parameter: string]: unknown;
};

/** The response of OpenAI's Images API, which `generate` delivers when the task has ended. */
export type ImageTask =
  paths['/v1/images/tasks/{id}']['get']['responses'][200]['content']['application/json'];
export type ImageQuote = paths['/v1/images/quote']['post']['responses'][200]['content']['application/json'];
