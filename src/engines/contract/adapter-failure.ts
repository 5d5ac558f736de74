/**
 * Failures of the code that speaks to an engine, apart from those of the engine, the network and this server.
 */
import { reason } from '@kinora/shared/errors/reason';
import { isDiskFailure } from '../../platform/lib/disk/is-disk-failure.ts';
import { isNetworkFailure } from '../../platform/lib/network/is-network-failure.ts';
import { EngineError } from './engine-error.ts';

/**
 * An adapter threw an unexpected error. The state of the engine and of the work is unknown, and the same call
 * may fail every time: a caller that repeats it must limit its tries. The cause is for the log and for
 * operators.
 */
export class AdapterFailure extends EngineError {
  constructor(cause: unknown) {
    super('engine_error', reason('adapter_failed'), { retryable: true, cause });
    this.name = 'AdapterFailure';
  }
}

/** Returns the error that the adapter threw, or undefined for any other failure. */
export function mistakeIn(failure: EngineError): Error | undefined {
  const { cause } = failure;
  return failure instanceof AdapterFailure && cause instanceof Error ? cause : undefined;
}

/**
 * The names of errors for failures of this server, and for results that are not usable. They are names and
 * not classes, because the contract of engines is below storage and database.
 */
const otherNames = new Set(['AppError', 'StorageError', 'UnusableMedia']);

/** Whether an error of a call to an engine is a mistake of its adapter. */
export function isAdapterFailure(error: unknown): boolean {
  if (error instanceof EngineError) return error instanceof AdapterFailure;
  return (
    !(error instanceof Error && otherNames.has(error.name)) &&
    !isNetworkFailure(error) &&
    !isDiskFailure(error)
  );
}
