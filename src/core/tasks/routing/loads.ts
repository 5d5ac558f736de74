/** How busy the engines of a worker are, and since when each has been full. */
import type { Engine } from '../../../engines/contract/engine.ts';
import type { Clock } from '@kinora/shared/clock';
import type { Closure, EngineLoad, PlannedTask } from './plan-pulls.ts';
import type { Demand } from './queue-demand.ts';

export interface Loads {
  /**
   * `free`: the slots that this worker does not use. `adoptedTasks`: runs that it has taken since the demand
   * was read. `firstWaiting`: the first task that waits for an engine.
   */
  measure(
    free: ReadonlyMap<Engine, number>,
    now: {
      readonly demand: Demand;
      readonly adoptedTasks: readonly { readonly engine: Engine }[];
      readonly firstWaiting: (engine: string) => string | undefined;
    },
  ): ReadonlyMap<string, EngineLoad>;
  /** Records which engines a plan leaves without a free slot. */
  note(loads: ReadonlyMap<string, EngineLoad>, plannedTasks: readonly PlannedTask[]): void;
}

type MeasureInput = Parameters<Loads['measure']>[1];

/** `findClosure`: why an engine takes no new tasks, apart from a drain. */
export function openLoads(
  clock: Pick<Clock, 'now'>,
  findClosure: (engine: Engine) => Closure | undefined,
): Loads {
  const fullSince = new Map<string, number>();
  /**
   * The task that waited first for each engine elsewhere when a plan was made last, unless this worker has
   * taken it.
   */
  const firstBefore = new Map<string, string | undefined>();
  /**
   * An engine that only other workers have is full as long as its slots there are used, or the same task
   * waits for it: an idle one takes its tasks itself.
   */
  const loadElsewhere = (
    name: string,
    slots: number,
    { demand, firstWaiting }: Pick<MeasureInput, 'demand' | 'firstWaiting'>,
  ) => {
    const firstTaskId = firstWaiting(name);
    const isFull = (demand.runs.get(name) ?? 0) >= slots;
    const isSame = !firstBefore.has(name) || firstTaskId === firstBefore.get(name);
    if (!isFull && (firstTaskId === undefined || !isSame)) fullSince.delete(name);
    firstBefore.set(name, firstTaskId);
    if (isFull || firstTaskId !== undefined) fullSince.set(name, fullSince.get(name) ?? clock.now());
    const closed = demand.drainedEngines.has(name) ? ('drained' as const) : undefined;
    return { name, isElsewhere: true, free: 0, closed, fullSinceMs: fullSince.get(name), loaded: [] };
  };
  return {
    measure: (free, { demand, adoptedTasks, firstWaiting }) =>
      new Map([
        ...[...demand.elsewhere].map(([name, slots]): [string, EngineLoad] => [
          name,
          loadElsewhere(name, slots, { demand, firstWaiting }),
        ]),
        ...[...free].map(([engine, slots]): [string, EngineLoad] => [
          engine.name,
          {
            name: engine.name,
            free: countFreeSlots(engine, slots, { demand, adoptedTasks }),
            closed: demand.drainedEngines.has(engine.name) ? 'drained' : findClosure(engine),
            fullSinceMs: fullSince.get(engine.name),
            loaded: engine.listLoaded?.() ?? [],
          },
        ]),
      ]),
    note: (loads, plannedTasks) => {
      for (const [name, first] of firstBefore)
        if (plannedTasks.some(({ taskId }) => taskId === first)) firstBefore.delete(name);
      for (const { name, free, isElsewhere } of loads.values()) {
        if (isElsewhere) continue;
        const remainingSlots = free - plannedTasks.filter(({ engine }) => engine === name).length;
        if (remainingSlots > 0) fullSince.delete(name);
        else if (!fullSince.has(name)) fullSince.set(name, clock.now());
      }
    },
  };
}

/**
 * The slots of an engine of this worker that are left after the adopted runs. A remote engine's
 * slots are shared by all workers.
 */
function countFreeSlots(
  engine: Engine,
  slots: number,
  { demand, adoptedTasks }: Pick<MeasureInput, 'demand' | 'adoptedTasks'>,
): number {
  const { name, traits } = engine;
  const ownSlots = slots - adoptedTasks.filter(task => task.engine === engine).length;
  const shared = traits.local ? ownSlots : Math.min(ownSlots, traits.slots - (demand.runs.get(name) ?? 0));
  return Math.max(0, shared);
}
