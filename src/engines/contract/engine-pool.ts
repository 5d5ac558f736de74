/** The engines of a process. They change while it runs, because instances are data. */
import type { Engine } from './engine.ts';
import type { EngineLimits } from './engine-limits.ts';

/** The engines of this process, as the worker and the trials use them. */
export interface EnginePool {
  /**
   * Engines that can take tasks now. An instance that was changed or removed is no longer
   * here, but finishes its work.
   */
  readonly engines: readonly Engine[];
  /** The limits that an operator set. Returns undefined if there is none. */
  findLimits(engine: Engine): EngineLimits | undefined;
  /** Whether the engine takes tasks at this time of the day. */
  isInHours(engine: Engine): boolean;
  /** Whether the engine was drained when the engines were last read. */
  isDrained(engine: Engine): boolean;
  /** Keeps an engine open until the returned function is called. */
  hold(engine: Engine): () => void;
  /** Calls the listener after each change of `engines`. */
  onChange(listener: () => void): void;
}

/** A pool that never changes. */
export function fixedPool(engines: readonly Engine[]): EnginePool {
  return {
    engines,
    findLimits: () => undefined,
    isInHours: () => true,
    isDrained: () => false,
    hold: () => () => {},
    onChange: () => {},
  };
}
