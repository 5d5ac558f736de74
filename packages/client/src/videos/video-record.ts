/** The types of the video interface, from the OpenAPI document. */
import type { FileSource } from '../http/files.ts';
import type { paths } from '../http/openapi.ts';

type Ok<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;
type Json<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A task of the video interface. */
export type VideoRecord = Ok<paths['/v1/videos/{id}']['get']>;
export type VideoQuote = Ok<paths['/v1/videos/quote']['post']>;
export type VideoWebhook = Ok<paths['/v1/videos/{id}/webhooks']['get']>['data'][number];

type ImageField = 'input_reference' | 'first_frame' | 'last_frame';
type CreateBody = Json<paths['/v1/videos']['post']>;

/**
 * The values of the models that come with Kinora, and any other, because a server may have models of its own.
 */
type Open<Value> = Value extends string ? Value | (string & {}) : Value extends number ? number : Value;
type OpenFields<Body> = { [Field in keyof Body]: Open<Body[Field]> };

/** The fields of `POST /v1/videos`, and any parameter of the model. Images are URLs, data URLs or bytes. */
export type CreateVideo = OpenFields<Omit<CreateBody, ImageField | 'reference_images'>> & {
  readonly [Field in ImageField]?: FileSource | undefined;
} & {
  readonly reference_images?: readonly FileSource[] | undefined;
  readonly [parameter: string]: unknown;
};

export interface VideoOptions {
  /** A repeated request with the same key returns the same task. Default: a new key for each call. */
  readonly idempotencyKey?: string | undefined;
  /** Ends the request. It does not cancel a task that exists. */
  readonly signal?: AbortSignal | undefined;
}

/** One of your finished clips by its ID, or its file. */
export type ClipSource = string | Blob;

export interface ChangeVideo extends VideoOptions {
  readonly tier?: 'relax' | 'fast' | 'turbo' | undefined;
  readonly webhook_url?: string | undefined;
}

export interface ExtendVideo extends ChangeVideo {
  readonly seconds?: number | undefined;
  readonly prompt?: string | undefined;
}

export type Variant = 'video' | 'thumbnail' | 'spritesheet';
