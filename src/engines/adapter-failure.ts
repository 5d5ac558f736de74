/** Failures of the code that speaks to an engine, apart from those of the engine, the network and this server. */
import { AppError } from '../errors.ts';
import { isNetworkFailure } from '../lib/network/is-network-failure.ts';
import { UnusableMedia } from '../media/outputs/unusable-media.ts';
import { StorageError } from '../media/storage/storage.ts';
import { EngineError } from './engine.ts';

/**
 * An adapter threw what it should not. Nothing is known about the engine or the work, and the same call may fail again and again: whoever
 * repeats it must count. The cause is for the log and for operators.
 */
export class AdapterFailure extends EngineError {
  constructor(cause: unknown) {
    super('engine_error', 'its adapter failed', { retryable: true, cause });
    this.name = 'AdapterFailure';
  }
}

/** Whether an error of a call to an engine is a mistake of its adapter. */
export function isAdapterFailure(error: unknown): boolean {
  if (error instanceof AdapterFailure) return true;
  if (error instanceof EngineError || error instanceof UnusableMedia) return false;
  return !(error instanceof AppError || error instanceof StorageError || isNetworkFailure(error));
}
