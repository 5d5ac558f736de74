/**
 * Failures of the code that speaks to an engine, apart from those of the engine, the network and this server.
 */
import { reason } from '@kinora/shared/errors/reason';
import { isDiskFailure } from '../../platform/lib/disk/is-disk-failure.ts';
import { isNetworkFailure } from '../../platform/lib/network/is-network-failure.ts';
import { EngineError } from './engine-error.ts';

/**
 * An adapter threw what it should not. Nothing is known about the engine or the work, and the same call may
 * fail again and again: a caller that repeats it must count. The cause is for the log and for operators.
 */
export class AdapterFailure extends EngineError {
  constructor(cause: unknown) {
    super('engine_error', reason('adapter_failed'), { retryable: true, cause });
    this.name = 'AdapterFailure';
  }
}

/** Returns what the adapter threw, or undefined if it is another failure. */
export function mistakeIn(failure: EngineError): Error | undefined {
  const { cause } = failure;
  return failure instanceof AdapterFailure && cause instanceof Error ? cause : undefined;
}

/**
 * By name, because the contract of engines is below storage and database: failures of this server, and
 * results that are not usable.
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
