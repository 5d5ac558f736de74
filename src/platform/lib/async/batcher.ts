/**
 * Runs work once for many callers. Items that arrive during an execution are combined into the next one. A
 * single caller never waits. When there are several, the next execution waits for the callers of the last one
 * to return, for at most as long as that execution took. Without the wait, the callers would split into two
 * groups that alternate, and an execution for half of them costs nearly as much as one for all.
 */
import { promisify } from 'node:util';
import type { Clock } from '@kinora/shared/clock';
import { gatherMs } from './gather-ms.ts';

/** Resolves with the result of the item. */
export type Batcher<Item, Result> = (item: Item) => Promise<Result>;

export interface BatcherDependencies<Item, Result> {
  /** Returns a promise for each item, in order. If it rejects, so does every caller of the execution. */
  readonly run: (items: readonly Item[]) => Promise<readonly Promise<Result>[]>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Called when no item is left. */
  readonly onIdle?: () => void;
}

/** A batcher for each key, which lives as long as it has items. */
export function openBatchers<Key, Item, Result>({
  runFor,
  clock,
}: {
  readonly runFor: (key: Key) => BatcherDependencies<Item, Result>['run'];
  readonly clock: BatcherDependencies<Item, Result>['clock'];
}): (key: Key, item: Item) => Promise<Result> {
  const batchers = new Map<Key, Batcher<Item, Result>>();
  return (key, item) => {
    const onIdle = () => void batchers.delete(key);
    const batcher = batchers.get(key) ?? openBatcher({ run: runFor(key), clock, onIdle });
    batchers.set(key, batcher);
    return batcher(item);
  };
}

interface QueuedItem<Item, Result> {
  readonly item: Item;
  readonly settle: (work: Promise<Result>) => void;
}

const maxItems = 256;
/** Items that arrive in the same turn of the event loop are also combined. */
const endOfTurn = promisify(setImmediate);

export function openBatcher<Item, Result>({
  run,
  clock,
  onIdle = () => {},
}: BatcherDependencies<Item, Result>): Batcher<Item, Result> {
  const items: QueuedItem<Item, Result>[] = [];
  let isRunning = false;
  /** Ends the wait for more items, when there are as many as `expected`. */
  let gathering: { readonly expected: number; readonly end: () => void } | undefined;

  const drain = async (): Promise<void> => {
    isRunning = true;
    for (await endOfTurn(); items.length > 0; await endOfTurn()) {
      const batch = items.splice(0, maxItems);
      const startedMs = clock.now();
      await runAll(batch);
      const expected = Math.min(maxItems, batch.length + items.length);
      await gather(expected, clock.now() - startedMs);
    }
    isRunning = false;
    onIdle();
  };
  const runAll = async (batch: readonly QueuedItem<Item, Result>[]): Promise<void> => {
    const pendingResults = run(batch.map(({ item }) => item));
    try {
      const results = await pendingResults;
      batch.forEach(({ settle }, index) => settle(results[index] as Promise<Result>));
      await Promise.allSettled(results);
    } catch {
      batch.forEach(({ settle }) => settle(pendingResults as Promise<never>));
    }
  };
  /**
   * `expected`: the items of the last execution, whose callers may have more, and
   * those that arrived meanwhile.
   */
  const gather = async (expected: number, tookMs: number): Promise<void> => {
    const waitMs = gatherMs(expected, tookMs);
    if (waitMs === undefined || items.length >= expected) return;
    const timer = new AbortController();
    gathering = { expected, end: () => timer.abort() };
    await clock.sleep(waitMs, timer.signal);
    gathering = undefined;
  };
  return item =>
    new Promise<Result>(resolve => {
      items.push({ item, settle: resolve });
      if (!isRunning) void drain();
      else if (gathering && items.length >= gathering.expected) gathering.end();
    });
}
