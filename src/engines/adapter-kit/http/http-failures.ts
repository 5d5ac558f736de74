/**
 * Translates the statuses of an engine into failures. The message of the engine reaches the client only if
 * the client can act on it.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { calendarNow } from '@kinora/shared/clock';
import { boundedJson } from './bounded-json.ts';
import { mistakeIn } from '../../contract/adapter-failure.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { HttpClient, HttpResponse } from './http-client.ts';
import { messageIn } from './message-in.ts';

type Answer = Pick<HttpResponse, 'status' | 'bytes'> & Partial<Pick<HttpResponse, 'headers'>>;
type Cleaner = Pick<HttpClient, 'clean'> & Partial<Pick<HttpClient, 'hasSecret'>>;

/**
 * Returns the failure of a start. After a status that is not listed, it is unknown whether the engine
 * accepted the work.
 */
export function startFailure(answer: Answer, client: Cleaner): EngineError {
  const { status } = answer;
  const cause = failureText(answer, client);
  if (status === 401 || status === 403)
    return new EngineError('engine_unauthorized', refusalReason(client), { notStarted: true, cause });
  if (status === 402) return unfundedError(cause);
  if (status === 429 || status === 503)
    return new EngineError('engine_busy', reason('not_accepting'), {
      retryable: true,
      notStarted: true,
      retryAfterMs: retryAfterMs(answer),
      cause,
    });
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return new EngineError('engine_rejected', reason('rejected', { said: cause }), { notStarted: true });
  if (status === 404 || status === 405)
    return new EngineError('engine_error', reason('not_supported'), {
      retryable: true,
      notStarted: true,
      cause,
    });
  if (unreachedStatuses.has(status))
    return new EngineError('engine_unavailable', reason('status_returned', { status }), {
      retryable: true,
      notStarted: true,
      cause,
    });
  return unclear(status, cause);
}

/**
 * Cloudflare documents these for requests that never reached the server behind it: it refused the connection
 * (521), has no route (523) or no address (530), or TLS failed (525, 526). Not 522: that is also its answer
 * when a server that was reached does not acknowledge the request.
 */
const unreachedStatuses: ReadonlySet<number> = new Set([521, 523, 525, 526, 530]);

/** Returns the reason of a 401 or 403. */
export function refusalReason({ hasSecret = true }: Partial<Pick<HttpClient, 'hasSecret'>>): Reason {
  return hasSecret ? reason('secret_rejected') : reason('secret_needed');
}

/**
 * Makes the failure of a start that was refused because the balance is too low. Amounts are in the `cause`
 * only, because they are those of the operator.
 */
export function unfundedError(cause: string): EngineError {
  return new EngineError('engine_unfunded', reason('balance_empty'), { notStarted: true, cause });
}

/** An error as OpenAI documents it, and as servers with the same interface answer. */
export const openAiErrorShape = z.object({
  error: z.union([
    z.object({ code: z.union([z.string().min(1), z.number()]) }),
    z.object({ type: z.string().min(1) }),
    z.object({ message: z.string().min(1) }),
  ]),
});

/**
 * Does what `startFailure` does, for paid providers: a proxy on the way to them may answer 503 after it has
 * passed the request on, so that the work may have been accepted. Where a provider documents 503 as a
 * refusal, `rejection` is the shape of its errors: a 503 with such a body is from the provider itself.
 */
export function paidStartFailure(answer: Answer, client: Cleaner, rejection?: z.ZodType): EngineError {
  const isProviderError = rejection?.safeParse(boundedJson(answer.bytes)).success ?? false;
  if (answer.status === 503 && !isProviderError) return unclear(503, failureText(answer, client));
  return startFailure(answer, client);
}

/**
 * Returns the failure of a later request. It proves nothing about the work, so the request can be repeated.
 */
export function stepFailure(answer: Answer, client: Cleaner): EngineError {
  const cause = failureText(answer, client);
  return passingFailure(answer, { client, cause }) ?? unclear(answer.status, cause);
}

/**
 * Returns a failure that ends after a change of the key, or after a while. Returns undefined for any other
 * status.
 */
export function passingFailure(
  answer: Answer,
  { client, cause }: { readonly client: Cleaner; readonly cause: string },
): EngineError | undefined {
  const { status } = answer;
  if (status === 401 || status === 403)
    return new EngineError('engine_unauthorized', refusalReason(client), { retryable: true, cause });
  if (status !== 429 && status !== 503) return undefined;
  const afterMs = retryAfterMs(answer);
  return new EngineError('engine_busy', reason('busy'), { retryable: true, retryAfterMs: afterMs, cause });
}

/**
 * Whether the answer to a request for a job means that the engine has no such job. A proxy whose routes are
 * being reloaded answers 404 as well, but not in JSON.
 */
export function isUnknownJob({ status, bytes }: Answer): boolean {
  const isObject = typeof boundedJson(bytes) === 'object';
  return (status === 404 || status === 410) && isObject;
}

/**
 * A provider may not know a job yet that it has just accepted, because it reads a replica of its database.
 * Without this check, a paid job would be given up. The time is by the calendar, because another node may
 * check the job than the one that stored the time.
 */
export function isJustStarted(startedMs: number | undefined): boolean {
  return startedMs !== undefined && calendarNow() - startedMs < unknownForMs;
}

const unknownForMs = 60_000;
/** The longest pause that an engine can ask for. */
const maxWaitMs = 300_000;

/**
 * Makes failures retryable in requests about work that was accepted: an answer that cannot be read proves
 * nothing about the work, so the request is repeated.
 */
export async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof EngineError) || error.retryable) throw error;
    throw new EngineError(error.code, error.reason, { retryable: true, cause: error.cause });
  }
}

/**
 * Reads the answer with which a start was accepted. If it cannot be read, it is unknown what began. A
 * refusal in it stays a refusal.
 */
export function readAccepted<Answer>(read: () => Answer): Answer {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EngineError) || error.notStarted || error.retryable) throw error;
    throw new EngineError('engine_unavailable', error.reason, { retryable: true, cause: error.cause });
  }
}

/** A failure of work that was accepted, as a state. */
export function failedState(failure: EngineError): Extract<EngineStatus, { state: 'failed' }> {
  const { code, reason: failureReason, cause, retryable } = failure;
  const text = cause instanceof Error ? cause.message : cause;
  const mistake = mistakeIn(failure);
  return {
    state: 'failed',
    code,
    reason: failureReason,
    retryable,
    ...(typeof text === 'string' && { cause: text }),
    ...(mistake && { mistake }),
  };
}

/**
 * Returns the message of the engine about the failure. Servers made with cpp-httplib (sd-server, llama.cpp)
 * have the exception of their code in a header.
 */
export function failureText({ status, bytes, headers }: Answer, client: Cleaner): string {
  const exceptionText = headers?.['exception_what'];
  return (
    client.clean(messageIn(boundedJson(bytes)) ?? (exceptionText ? String(exceptionText) : '')) ||
    `status ${status}`
  );
}

/** Reads the header, which is in seconds or a date. Returns undefined if there is none. */
export function retryAfterMs({ headers }: Answer): number | undefined {
  const text = headers?.['retry-after'];
  if (!text) return undefined;
  // The date was set by the clock of the engine.
  const answeredMs = Date.parse(headers['date'] ?? '') || calendarNow();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - answeredMs;
  return waitMs > 0 ? Math.min(maxWaitMs, waitMs) : undefined;
}

function unclear(status: number, cause: string): EngineError {
  return new EngineError('engine_unavailable', reason('status_returned', { status }), {
    retryable: true,
    cause,
  });
}
