/** How busy the engines of a worker are, and since when each has been full. */
import type { Engine } from '../../engines/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Closure, EngineLoad, PlannedTask } from './plan-pulls.ts';
import type { Demand } from './queue-demand.ts';

export interface Loads {
  /** `free`: the slots that this worker does not use. `adopted`: runs that it has taken since the demand was read. */
  of(
    free: ReadonlyMap<Engine, number>,
    now: { readonly demand: Demand; readonly adopted: readonly { readonly engine: Engine }[] },
  ): ReadonlyMap<string, EngineLoad>;
  /** Records which engines a plan leaves without a free slot. */
  note(loads: ReadonlyMap<string, EngineLoad>, planned: readonly PlannedTask[]): void;
}

/** `closureOf`: why an engine takes no new tasks, apart from a drain. */
export function openLoads(
  clock: Pick<Clock, 'now'>,
  closureOf: (engine: Engine) => Closure | undefined,
): Loads {
  const fullSince = new Map<string, number>();
  return {
    of: (free, { demand, adopted }) =>
      new Map(
        [...free].map(([engine, slots]): [string, EngineLoad] => {
          const { name, traits } = engine;
          const own = slots - adopted.filter(task => task.engine === engine).length;
          // A remote engine's slots are shared by all workers.
          const shared = traits.local ? own : Math.min(own, traits.slots - (demand.runs.get(name) ?? 0));
          return [
            name,
            {
              name,
              free: Math.max(0, shared),
              closed: demand.drained.has(name) ? 'drained' : closureOf(engine),
              fullSinceMs: fullSince.get(name),
              loaded: engine.loaded?.() ?? [],
            },
          ];
        }),
      ),
    note: (loads, planned) => {
      for (const { name, free } of loads.values()) {
        const left = free - planned.filter(({ engine }) => engine === name).length;
        if (left > 0) fullSince.delete(name);
        else if (!fullSince.has(name)) fullSince.set(name, clock.now());
      }
    },
  };
}
