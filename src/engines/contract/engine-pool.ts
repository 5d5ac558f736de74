/** The engines of a process. They change while it runs, because instances are data. */
import type { Engine } from './engine.ts';

/** What an operator allows an engine to be asked for. */
export interface EngineLimits {
  readonly startsPerMinute: number | undefined;
  /** What its jobs may cost the operator on a day and in a month (platform/db/calendar.ts). */
  readonly dayBudgetMicros: bigint | undefined;
  readonly monthBudgetMicros: bigint | undefined;
}

export interface EnginePool {
  /** Engines that can take tasks now. An instance that was changed or removed is no longer here, but finishes its work. */
  readonly engines: readonly Engine[];
  /** The limits that an operator set. Undefined: none. */
  limitsOf(engine: Engine): EngineLimits | undefined;
  /** Whether it takes tasks at this time of the day. */
  isInHours(engine: Engine): boolean;
  /** Whether it was drained when the engines were last read. */
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
    limitsOf: () => undefined,
    isInHours: () => true,
    isDrained: () => false,
    hold: () => () => {},
    onChange: () => {},
  };
}
