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

/** What a provider needs to be asked about a job: stored with the task. `id` is what it calls the job. */
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
  /** 0-1. Absent if it is not known. */
  | { readonly state: 'running'; readonly progress?: number; readonly preview?: EnginePreview }
  | {
      readonly state: 'done';
      /** The files, in order. Fewer than were asked for is a failure. */
      readonly files: readonly JobFile[];
      /** The answer to `ask`. */
      readonly texts?: readonly string[];
      /** What it cost, in millionths of the currency. */
      readonly costMicros?: number;
    }
  /** `text`: what the provider says, as it says it. */
  | {
      readonly state: 'failed';
      readonly code: 'engine_error' | 'content_refused' | 'engine_rejected';
      readonly text: string;
      /** Another try may succeed. Only engines that are not paid are tried again. */
      readonly retryable: boolean;
    }
  | { readonly state: 'lost' };

export interface StartCall {
  /** Unique per step and try. For providers that take an idempotency key or a name of the caller. */
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
   * The request that starts the step. Throws `engine_rejected`, `notStarted`, for
   * what the provider cannot do.
   */
  startRequest(step: Step, call: StartCall): JobRequest | Promise<JobRequest>;
  /**
   * The job that a 2xx answer to the start, which was `request`, names. Providers that refuse with a 2xx
   * answer: throws as `startFailure` says.
   */
  readJob(answer: HttpResponse, client: HttpClient, request: JobRequest): JobHandle;
  /**
   * Only for what the status alone does not tell, such as refused contents. Returns undefined if the status
   * says it (http/http-failures.ts).
   */
  startFailure?(answer: HttpResponse, client: HttpClient): EngineError | undefined;
  stateRequest(job: JobHandle): JobRequest;
  /** Reads a 2xx answer. */
  readState(answer: HttpResponse, job: JobHandle): JobState;
  /**
   * Asks for the files of a job that is done, if the provider answers them in a request of their own and not
   * with the state.
   */
  filesRequest?(job: JobHandle): JobRequest;
  readFiles?(answer: HttpResponse, job: JobHandle): Extract<JobState, { state: 'done' | 'failed' }>;
  /**
   * Reads a failure from the status of the files, for providers that report failed jobs so. Returns undefined
   * if the status proves nothing about the job.
   */
  filesFailure?(answer: HttpResponse): Extract<JobState, { state: 'failed' }> | undefined;
  /**
   * The job of a start whose answer is not known. Returns undefined if the provider certainly has none, so
   * that it is started. Throws whatever leaves that open: an answer that is wrong here is paid twice. Absent
   * if the provider cannot be asked.
   */
  findJob?(key: string, ask: Ask): Promise<JobHandle | undefined>;
  /** Absent means a job that was accepted cannot be cancelled. */
  cancelRequest?(job: JobHandle): JobRequest;
}

export interface JobTraits {
  /** Steps at the same time, unless the instance says otherwise. Default: 4. */
  readonly slots?: number;
  /** Between two requests for the state of a job. Default: 2,000. */
  readonly pollMs?: number;
  /**
   * The provider knows the key of a start: a repeat is the same job, and is not
   * charged again. Default: false.
   */
  readonly knowsKey?: boolean;
  /** Whether a job that is cancelled costs nothing. Only with `cancelRequest`. Default: false. */
  readonly cancelIsFree?: boolean;
}
