/**
 * Runs one statement for many callers. Items that arrive during an execution are combined into the next one, which makes commits
 * fewer and larger under load. A single caller never waits.
 */
import { promisify } from 'node:util';
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
}

interface QueuedItem {
  readonly item: object;
  readonly settle: (work: Promise<unknown[]>) => void;
}

const maxItems = 256;
/** Items that arrive in the same turn of the event loop are also combined. */
const endOfTurn = promisify(setImmediate);

export function openBatches({ query, isUncertain }: BatchParts): RunBatch {
  const queues = new Map<Statement, QueuedItem[]>();

  const drain = async (statement: Statement, queue: QueuedItem[]): Promise<void> => {
    for (await endOfTurn(); queue.length > 0; await endOfTurn())
      await runAll(statement, queue.splice(0, maxItems));
    queues.delete(statement);
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
      if (waiting) return void waiting.push(queued);
      const queue = [queued];
      queues.set(statement, queue);
      void drain(statement, queue);
    });
}

/** The value of `$1` for these items. */
export function itemsOf(items: readonly object[]): string {
  return JSON.stringify(
    items.map((item, n) => ({ n, ...item })),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}
