import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBatches } from './batch.ts';
import { statement, type Statement } from './statement.ts';

const double = statement('double', '');

/** Returns twice the value of each item, once the test releases the query. */
function openTestBatches(
  fails: (items: readonly { value: number }[]) => Error | undefined = () => undefined,
) {
  const sizes: number[] = [];
  const gates: (() => void)[] = [];
  const query = async <Row>(_: Statement, [document]: readonly unknown[]): Promise<Row[]> => {
    const items = JSON.parse(String(document)) as { n: number; value: number }[];
    sizes.push(items.length);
    await new Promise<void>(resolve => gates.push(resolve));
    const failure = fails(items);
    if (failure) throw failure;
    return items.filter(({ value }) => value > 0).map(({ n, value }) => ({ n, doubled: value * 2 })) as Row[];
  };
  /** The waits for more items. A wait ends when its signal says so, or when the test ends it. */
  const waits: (() => void)[] = [];
  const sleep = (_: number, signal?: AbortSignal) =>
    new Promise<void>(resolve => {
      waits.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  const clock = { now: () => 0, sleep };
  const run = openBatches({ query, isUncertain: error => (error as Error).message === 'away', clock });
  const letAll = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      gates.splice(0).forEach(open => open());
      await new Promise(resolve => setImmediate(resolve));
    }
  };
  const endWaits = () => waits.splice(0).forEach(end => end());
  const ask = (value: number) => run<{ doubled: number }>(double, { value });
  /** The first item runs alone, and the others queue up while it runs. */
  const askInTurn = async ([first = 0, ...otherValues]: readonly number[]) => {
    const one = ask(first);
    await new Promise(resolve => setImmediate(resolve));
    return { all: [one, ...otherValues.map(ask)] };
  };
  return { sizes, waits, letAll, endWaits, ask, askInTurn };
}

test('an item runs at once, items that queue up meanwhile run as one batch, and each gets its own rows', async () => {
  const { sizes, letAll, endWaits, askInTurn } = openTestBatches();
  const { all: requests } = await askInTurn([1, 2, 0, 4]);
  assert.deepEqual(sizes, [1]);
  await letAll();
  endWaits();
  await letAll();
  const rows = await Promise.all(requests);
  assert.deepEqual(
    rows.map(([row]) => row?.doubled),
    [2, 4, undefined, 8],
  );
  assert.deepEqual(sizes, [1, 3]);
});

test('items of the same turn of the event loop run as one batch', async () => {
  const { sizes, letAll, ask } = openTestBatches();
  const requests = [1, 2, 3].map(ask);
  await letAll();
  await Promise.all(requests);
  assert.deepEqual(sizes, [3]);
});

test('the next batch waits for the callers of the last one, and runs when all have come back', async () => {
  const { sizes, waits, letAll, ask } = openTestBatches();
  const requests = [1, 2, 3, 4].map(ask);
  await letAll();
  await Promise.all(requests);
  const otherRequests = [5, 6, 7].map(ask);
  await letAll();
  assert.deepEqual([sizes, waits.length], [[4], 1]);
  const last = ask(8);
  await letAll();
  assert.deepEqual(sizes, [4, 4]);
  const rows = await Promise.all([...otherRequests, last]);
  assert.deepEqual(
    rows.map(([row]) => row?.doubled),
    [10, 12, 14, 16],
  );
});

test('a batch does not wait longer for callers that do not come back', async () => {
  const { sizes, letAll, endWaits, ask } = openTestBatches();
  const requests = [1, 2, 3, 4].map(ask);
  await letAll();
  await Promise.all(requests);
  const singleRequest = ask(5);
  endWaits();
  await letAll();
  assert.equal((await singleRequest)[0]?.doubled, 10);
  assert.deepEqual(sizes, [4, 1]);
});

test('the items of a failed batch are retried one by one', async () => {
  const { sizes, letAll, askInTurn } = openTestBatches(items =>
    items.some(({ value }) => value === 3) ? new Error('not three') : undefined,
  );
  const { all: requests } = await askInTurn([1, 2, 3]);
  const outcomes = Promise.allSettled(requests);
  await letAll();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
  assert.deepEqual(sizes, [1, 2, 1, 1]);
});

test('a batch that may have been executed is not retried', async () => {
  const { sizes, letAll, askInTurn } = openTestBatches(() => new Error('away'));
  const { all: requests } = await askInTurn([1, 2, 3]);
  const outcomes = Promise.allSettled(requests);
  await letAll();
  assert.ok((await outcomes).every(({ status }) => status === 'rejected'));
  assert.deepEqual(sizes, [1, 2]);
});
