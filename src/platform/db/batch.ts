/**
 * Runs one statement for many callers (lib/async/batcher.ts), which makes commits
 * fewer and larger under load.
 */
import type { Clock } from '@kinora/shared/clock';
import { openBatchers as openKeyedBatchers } from '../lib/async/batcher.ts';
import type { Statement } from './statement.ts';

/**
 * Runs the statement for one item and resolves with the rows of that item. `$1` of the statement is a jsonb
 * array of items, each with its index `n`; each row of the result contains the `n` of its item.
 */
export type RunBatch = <Row>(statement: Statement, item: object) => Promise<Row[]>;

export interface BatchDependencies {
  readonly query: <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** Whether a statement that failed with this error may have been executed. Then it is not repeated. */
  readonly isUncertain: (error: unknown) => boolean;
  readonly clock: Clock;
}

type Rows = readonly { readonly n: number }[];

export function openBatches({ query, isUncertain, clock }: BatchDependencies): RunBatch {
  const runItems = (statement: Statement, items: readonly object[]): Promise<Rows> =>
    query(statement, [serializeItems(items)]);

  const runAll = async (statement: Statement, items: readonly object[]): Promise<Promise<Rows>[]> => {
    try {
      const rows = Map.groupBy(await runItems(statement, items), row => row.n);
      return items.map(async (_, n) => rows.get(n) ?? []);
    } catch (error) {
      if (items.length === 1 || isUncertain(error)) throw error;
      // One item failed the statement and all were rolled back, so each is run alone to get its own result.
      return items.map(item => runItems(statement, [item]));
    }
  };
  const runInBatches = openKeyedBatchers({
    runFor: (statement: Statement) => (items: readonly object[]) => runAll(statement, items),
    clock,
  });
  return async <Row>(statement: Statement, item: object) =>
    (await runInBatches(statement, item)) as readonly unknown[] as Row[];
}

/** The value of `$1` for these items. */
export function serializeItems(items: readonly object[]): string {
  return JSON.stringify(
    items.map((item, n) => ({ n, ...item })),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}
