/** What the failures of a request to the test engine mean. No error contains text of the engine or a key. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';

/** The headers of every request. Header values are checked here, because the error of `fetch` quotes them. */
export function authorization({ secret }: Pick<InstanceOptions, 'secret'>): Headers {
  const headers = new Headers();
  if (secret === undefined) return headers;
  try {
    headers.set('authorization', `Bearer ${secret}`);
  } catch {
    throw new EngineError('engine_unauthorized', reason('secret_characters'), {
      notStarted: true,
    });
  }
  return headers;
}

/** Nothing was sent: no connection was made. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * `fetch` failed. Without a connection the engine certainly did not read the
 * request; otherwise that is unknown.
 */
export function unreachableError(error: unknown): EngineError {
  const cause = error instanceof TypeError ? error.cause : error;
  const notStarted = wasNeverSent(cause);
  const why = reason(notStarted ? 'connect' : 'connection_closed');
  return new EngineError('engine_unavailable', why, { retryable: true, notStarted, cause });
}

/** A host with several addresses has an error for each of them. */
function wasNeverSent(cause: unknown): boolean {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(wasNeverSent);
  return cause instanceof Error && 'code' in cause && neverSent.has(String(cause.code));
}

/**
 * The response to a start. For statuses that are not listed, it is unknown whether
 * the engine accepted the job.
 */
export function startFailure(status: number): EngineError {
  if (status === 401 || status === 403)
    return new EngineError('engine_unauthorized', reason('secret_rejected'), { notStarted: true });
  if (status === 429 || status === 503)
    return new EngineError('engine_busy', reason('not_accepting'), { retryable: true, notStarted: true });
  if (status === 400) return new EngineError('engine_rejected', reason('rejected'), { notStarted: true });
  if (status === 404)
    return new EngineError('engine_error', reason('not_supported'), { retryable: true, notStarted: true });
  return unclearError(status);
}

/** The response to a later step. It never changes the work, so the step can be repeated. */
export function stepFailure(status: number): EngineError {
  if (status === 401 || status === 403)
    return new EngineError('engine_unauthorized', reason('secret_rejected'), { retryable: true });
  if (status === 429 || status === 503)
    return new EngineError('engine_busy', reason('busy'), { retryable: true });
  return unclearError(status);
}

export function probeFailure(status: number): EngineError {
  if (status === 401 || status === 403)
    return new EngineError('engine_unauthorized', reason('secret_rejected'));
  return new EngineError('engine_error', reason('status_returned', { status }));
}

function unclearError(status: number): EngineError {
  return new EngineError('engine_unavailable', reason('status_returned', { status }), { retryable: true });
}
