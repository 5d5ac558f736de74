/**
 * Runs one statement for many callers. Items that arrive during an execution are combined into the next one, which makes commits
 * fewer and larger under load. A single caller never waits. When there are several, the next execution waits for those of the last one
 * to come back, at most as long as that took: otherwise they would take turns in halves, each of which costs nearly as much as the whole.
 */
import { promisify } from 'node:util';
import { gatherMs } from '../lib/async/gather-ms.ts';
import type { Clock } from '@kinora/shared/clock';
import type { Statement } from './statement.ts';

/**
 * Runs the statement for one item and resolves with the rows of that item. `$1` of the statement is a jsonb array of items, each with
 * its index `n`; each row of the result contains the `n` of its item.
 */
export type RunBatch = <Row>(statement: Statement, item: object) => Promise<Row[]>;

export interface BatchParts {
  readonly query: <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** Whether a statement that failed with this error may have been executed. Then it is not repeated. */
  readonly isUncertain: (error: unknown) => boolean;
  readonly clock: Clock;
}

interface QueuedItem {
  readonly item: object;
  readonly settle: (work: Promise<unknown[]>) => void;
}

interface Queue {
  readonly items: QueuedItem[];
  /** Ends the wait for more items, when there are as many as `expected`. */
  full?: { readonly expected: number; readonly end: () => void };
}

const maxItems = 256;
/** Items that arrive in the same turn of the event loop are also combined. */
const endOfTurn = promisify(setImmediate);

export function openBatches({ query, isUncertain, clock }: BatchParts): RunBatch {
  const queues = new Map<Statement, Queue>();

  const drain = async (statement: Statement, queue: Queue): Promise<void> => {
    for (await endOfTurn(); queue.items.length > 0; await endOfTurn()) {
      const batch = queue.items.splice(0, maxItems);
      const startedMs = clock.now();
      await runAll(statement, batch);
      const expected = Math.min(maxItems, batch.length + queue.items.length);
      await gather(queue, expected, clock.now() - startedMs);
    }
    queues.delete(statement);
  };
  /** `expected`: the items of the last execution, whose callers may have more, and those that arrived meanwhile. */
  const gather = async (queue: Queue, expected: number, tookMs: number): Promise<void> => {
    const waitMs = gatherMs(expected, tookMs);
    if (waitMs === undefined || queue.items.length >= expected) return;
    const over = new AbortController();
    queue.full = { expected, end: () => over.abort() };
    await clock.sleep(waitMs, over.signal);
    delete queue.full;
  };
  const runAll = async (statement: Statement, batch: readonly QueuedItem[]): Promise<void> => {
    const running = runItems<{ n: number }>(
      statement,
      batch.map(({ item }) => item),
    );
    try {
      const rows = Map.groupBy(await running, row => row.n);
      batch.forEach(({ settle }, n) => settle(Promise.resolve(rows.get(n) ?? [])));
    } catch (error) {
      if (batch.length === 1 || isUncertain(error)) return batch.forEach(({ settle }) => settle(running));
      // One item failed the statement and all were rolled back, so each is run alone to get its own result.
      await Promise.allSettled(
        batch.map(({ item, settle }) => {
          const alone = runItems(statement, [item]);
          settle(alone);
          return alone;
        }),
      );
    }
  };
  const runItems = async <Row>(statement: Statement, items: readonly object[]): Promise<Row[]> =>
    query<Row>(statement, [itemsOf(items)]);

  return <Row>(statement: Statement, item: object) =>
    new Promise<Row[]>(resolve => {
      const queued: QueuedItem = { item, settle: work => resolve(work as Promise<Row[]>) };
      const waiting = queues.get(statement);
      if (waiting) return enqueue(waiting, queued);
      const queue = { items: [queued] };
      queues.set(statement, queue);
      void drain(statement, queue);
    });
}

function enqueue({ items, full }: Queue, queued: QueuedItem): void {
  items.push(queued);
  if (full && items.length >= full.expected) full.end();
}

/** The value of `$1` for these items. */
export function itemsOf(items: readonly object[]): string {
  return JSON.stringify(
    items.map((item, n) => ({ n, ...item })),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}
