/**
 * The contract of providers that work in jobs: one request starts a step, others ask for its state, fetch
 * its files and cancel it. An adapter only translates between steps and the wire of its provider.
 * `job-engine.ts` does the rest.
 */
import type { EngineError } from '../../contract/engine-error.ts';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import type { Json } from '../../contract/json.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../http/http-client.ts';
import type { Step } from '../../contract/steps/step.ts';

export type JobRequest = Pick<HttpRequest, 'method' | 'path' | 'body' | 'headers'>;

/**
 * The fields with which a provider is asked about a job. They are stored with the task. `id` is the id of the
 * job at the provider.
 */
export type JobHandle = { readonly id: string; readonly [field: string]: Json };

/** A file of a job that is done. Its type, size and length are read from the file. */
export interface JobFile {
  readonly kind: 'picture' | 'clip';
  /**
   * An address, relative to the base URL, or elsewhere on the public internet; or a data URL. It
   * is not stored: it may expire.
   */
  readonly url: string;
}

export type JobState =
  /** The progress is 0-1. Absent if it is not known. */
  | { readonly state: 'running'; readonly progress?: number; readonly preview?: EnginePreview }
  | {
      readonly state: 'done';
      /** The files, in order. Fewer than were asked for is a failure. */
      readonly files: readonly JobFile[];
      /** The answer to `ask`. Absent for other steps. */
      readonly texts?: readonly string[];
      /** The cost of the job, in millionths of the currency. Absent if the provider does not report it. */
      readonly costMicros?: number;
    }
  /** `text` is the message of the provider, unchanged. */
  | {
      readonly state: 'failed';
      readonly code: 'engine_error' | 'content_refused' | 'engine_rejected';
      readonly text: string;
      /** Whether another try may succeed. Only engines that are not paid are tried again. */
      readonly retryable: boolean;
    }
  | { readonly state: 'lost' };

export interface StartCall {
  /**
   * The key of the start, unique per step and try. For providers that take an idempotency key or a name of
   * the caller.
   */
  readonly key: string;
  /** Where the provider may report that a job has changed. Undefined if it cannot reach this server. */
  readonly reportUrl: string | undefined;
  /** Ends the start. For providers that take files before the job. */
  readonly signal: AbortSignal;
}

/** Sends the request and returns a 2xx answer, or one with 404 or 410 in JSON. Throws for any other. */
export type Ask = (request: JobRequest) => Promise<HttpResponse>;

/** The protocol of one instance. Every method may throw EngineError. */
export interface JobProtocol {
  /**
   * Makes the request that starts the step. Throws `engine_rejected`, `notStarted`, for a step that the
   * provider cannot do.
   */
  startRequest(step: Step, call: StartCall): JobRequest | Promise<JobRequest>;
  /**
   * Reads the job from a 2xx answer to the start, which was `request`. Throws the error of `startFailure` if
   * the provider refuses with a 2xx answer.
   */
  readJob(answer: HttpResponse, client: HttpClient, request: JobRequest): JobHandle;
  /**
   * Reads a failure that the status alone does not show, such as refused contents. Returns undefined if the
   * status is enough (http/http-failures.ts).
   */
  startFailure?(answer: HttpResponse, client: HttpClient): EngineError | undefined;
  stateRequest(job: JobHandle): JobRequest;
  /** Reads a 2xx answer. */
  readState(answer: HttpResponse, job: JobHandle): JobState;
  /**
   * Makes the request for the files of a job that is done. Absent if the provider returns them with the
   * state.
   */
  filesRequest?(job: JobHandle): JobRequest;
  readFiles?(answer: HttpResponse, job: JobHandle): Extract<JobState, { state: 'done' | 'failed' }>;
  /**
   * Reads a failure from the status of the files, for providers that report failed jobs in this way. Returns
   * undefined if the status proves nothing about the job.
   */
  filesFailure?(answer: HttpResponse): Extract<JobState, { state: 'failed' }> | undefined;
  /**
   * Finds the job of a start whose answer is not known. Returns undefined if the provider certainly has none,
   * so that it is started. Throws if that is uncertain, because a wrong answer would be paid for twice.
   * Absent if the provider cannot be asked.
   */
  findJob?(key: string, ask: Ask): Promise<JobHandle | undefined>;
  /** Absent means a job that was accepted cannot be cancelled. */
  cancelRequest?(job: JobHandle): JobRequest;
}

export interface JobTraits {
  /** The number of steps at the same time, unless the instance sets it. Default: 4. */
  readonly slots?: number;
  /** The pause between two requests for the state of a job, in milliseconds. Default: 2,000. */
  readonly pollMs?: number;
  /**
   * Whether the provider recognizes the key of a start: a repeat returns the same job and is not charged
   * again. Default: false.
   */
  readonly knowsKey?: boolean;
  /** Whether a job that is cancelled costs nothing. Only with `cancelRequest`. Default: false. */
  readonly cancelIsFree?: boolean;
}
