import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import { openListedRecords, type RecordRequests } from './listed-records.ts';

const never = new AbortController().signal;
const makeRecord = (id: string) => ({ id, status: 'SUCCESS' });
type Requests = RecordRequests<ReturnType<typeof makeRecord>>;

/** A server that knows every task but `gone`. */
function openRecords(
  list: Requests['list'] = async ids => ids.filter(isKnown).map(makeRecord),
  fewestListed = 2,
) {
  const lists: number[] = [];
  const singles: string[] = [];
  const read = openListedRecords({
    fewestListed,
    readOne: async id => {
      singles.push(id);
      return isKnown(id) ? makeRecord(id) : undefined;
    },
    list: (ids, signal) => {
      lists.push(ids.length);
      return list(ids, signal);
    },
  });
  return { lists, singles, read };
}

function isKnown(id: string): boolean {
  return id !== 'gone';
}

const listIds = (count: number) => Array.from({ length: count }, (_, index) => `task-${index}`);

test('a task that is asked for alone is fetched alone', async () => {
  const { read, lists, singles } = openRecords();
  assert.equal((await read('one', never))?.id, 'one');
  assert.deepEqual([lists, singles], [[], ['one']]);
});

test('tasks that are asked for together share requests of a hundred', async () => {
  const { read, lists, singles } = openRecords();
  const ids = listIds(250);
  const records = await Promise.all(ids.map(id => read(id, never)));
  assert.deepEqual(
    records.map(record => record?.id),
    ids,
  );
  assert.deepEqual([lists, singles], [[100, 100, 50], []]);
});

test('jobs that are fewer than a list is worth are fetched one by one', async () => {
  const { read, lists, singles } = openRecords(undefined, 4);
  await Promise.all(listIds(3).map(id => read(id, never)));
  assert.deepEqual([lists, singles], [[], listIds(3)]);
  await Promise.all(listIds(4).map(id => read(id, never)));
  assert.deepEqual([lists, singles.length], [[4], 3]);
});

test('a task that is not in the list is fetched, which tells whether the server does not know it', async () => {
  const { read, singles } = openRecords();
  const [knownRecord, missingRecord] = await Promise.all(['one', 'gone'].map(id => read(id, never)));
  assert.deepEqual([knownRecord?.id, missingRecord, singles], ['one', undefined, ['gone']]);
});

test('a server without a list is asked for each task, and for no list again', async () => {
  for (const list of [
    async () => undefined,
    () => Promise.reject(new EngineError('engine_unavailable', reason('answer_form'), { retryable: true })),
  ]) {
    const { read, lists, singles } = openRecords(list);
    await Promise.all(listIds(5).map(id => read(id, never)));
    await Promise.all(listIds(5).map(id => read(id, never)));
    assert.deepEqual([lists, singles.length], [[5], 10]);
  }
});

test('a list that is refused for now is refused to all of its tasks, and none of them asks alone', async () => {
  const busy = new EngineError('engine_busy', reason('answer_none'), {
    retryable: true,
    retryAfterMs: 2_000,
  });
  const { read, singles } = openRecords(() => Promise.reject(busy));
  const outcomes = await Promise.allSettled(listIds(5).map(id => read(id, never)));
  assert.ok(outcomes.every(one => one.status === 'rejected' && one.reason === busy));
  assert.deepEqual(singles, []);
});

test('a task that was given up before it is asked for is not asked for', async () => {
  const { read, lists, singles } = openRecords();
  await assert.rejects(read('one', AbortSignal.abort(new Error('given up'))), /given up/);
  assert.deepEqual([lists, singles], [[], []]);
});

test('a task that is given up ends its wait, and the others get their records', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const { read } = openRecords(async ids => {
    await gate;
    return ids.map(makeRecord);
  });
  const givenUp = new AbortController();
  const [one, other] = [read('one', givenUp.signal), read('two', never)];
  await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setImmediate(resolve));
  givenUp.abort(new Error('given up'));
  await assert.rejects(one, /given up/);
  release();
  assert.equal((await other)?.id, 'two');
});
