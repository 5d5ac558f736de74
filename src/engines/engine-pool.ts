/** The engines of a process. They change while it runs, because instances are data. */
import type { Engine } from './engine.ts';

export interface EnginePool {
  /** Those that can take tasks now. An instance that was changed or removed is no longer here, but finishes its work. */
  readonly engines: readonly Engine[];
  /** Keeps an engine open until the returned function is called. */
  hold(engine: Engine): () => void;
  /** Calls the listener after each change of `engines`. */
  onChange(listener: () => void): void;
}

/** A pool that never changes. */
export function fixedPool(engines: readonly Engine[]): EnginePool {
  return { engines, hold: () => () => {}, onChange: () => {} };
}
