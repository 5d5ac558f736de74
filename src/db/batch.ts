/**
 * Runs one statement for many callers: what queues up while it runs goes together the next time, so that the commits of busy times
 * are few and large. A single caller never waits.
 */
import { promisify } from 'node:util';
import type { Statement } from './statement.ts';

/**
 * `$1` of the statement is the jsonb array of the items, each with its place `n` in it. Each row of the result names the `n` that it
 * belongs to. Resolves with the rows of the item. Items of different lanes run at the same time: those that lock the same rows should
 * share one.
 */
export type RunBatch = <Row>(statement: Statement, item: object, lane?: number) => Promise<Row[]>;

export interface BatchParts {
  readonly query: <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** May the statement have been carried out although it failed? Then it is not repeated. */
  readonly isUncertain: (error: unknown) => boolean;
}

interface Waiting {
  readonly item: object;
  readonly settle: (work: Promise<unknown[]>) => void;
}

const maxItems = 256;
/** What arrives in the same turn of the event loop goes together, too. */
const endOfTurn = promisify(setImmediate);

export function openBatches({ query, isUncertain }: BatchParts): RunBatch {
  const lanesOf = new Map<Statement, Map<number, Waiting[]>>();

  const drain = async (statement: Statement, lanes: Map<number, Waiting[]>, lane: number): Promise<void> => {
    const queue = lanes.get(lane) ?? [];
    for (await endOfTurn(); queue.length > 0; await endOfTurn())
      await runAll(statement, queue.splice(0, maxItems));
    lanes.delete(lane);
  };
  const runAll = async (statement: Statement, batch: readonly Waiting[]): Promise<void> => {
    const running = runItems<{ n: number }>(
      statement,
      batch.map(({ item }) => item),
    );
    try {
      const rows = Map.groupBy(await running, row => row.n);
      batch.forEach(({ settle }, n) => settle(Promise.resolve(rows.get(n) ?? [])));
    } catch (error) {
      if (batch.length === 1 || isUncertain(error)) return batch.forEach(({ settle }) => settle(running));
      // One of them made it fail, and all were rolled back: each has its own result.
      await Promise.allSettled(
        batch.map(({ item, settle }) => {
          const alone = runItems(statement, [item]);
          settle(alone);
          return alone;
        }),
      );
    }
  };
  const runItems = <Row>(statement: Statement, items: readonly object[]): Promise<Row[]> =>
    query<Row>(statement, [itemsOf(items)]);

  return <Row>(statement: Statement, item: object, lane = 0) =>
    new Promise<Row[]>(resolve => {
      const waiting: Waiting = { item, settle: work => resolve(work as Promise<Row[]>) };
      const lanes = lanesOf.get(statement) ?? new Map<number, Waiting[]>();
      lanesOf.set(statement, lanes);
      const queue = lanes.get(lane);
      if (queue) return void queue.push(waiting);
      lanes.set(lane, [waiting]);
      void drain(statement, lanes, lane);
    });
}

/** The value of `$1` for these items. */
export function itemsOf(items: readonly object[]): string {
  return JSON.stringify(
    items.map((item, n) => ({ n, ...item })),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}
