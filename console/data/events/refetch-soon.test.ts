import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refetchInProgress, refetchSoon } from './refetch-soon.ts';

test('a burst of events causes one refetch, and a request in flight is repeated instead of aborted', async () => {
  const client = new QueryClient();
  const reads = new EventEmitter();
  const answers: (() => void)[] = [];
  let abortCount = 0;
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<number>(answer => {
      signal.addEventListener('abort', () => abortCount++);
      answers.push(() => answer(answers.length));
      reads.emit('read');
    });
  const stop = new QueryObserver(client, { queryKey: ['facets', 'x'], queryFn }).subscribe(() => undefined);
  answers[0]?.();
  for (let event = 0; event < 10; event++) refetchSoon(client, ['facets'], 5);
  await once(reads, 'read');
  assert.equal(answers.length, 2);
  refetchSoon(client, ['facets'], 5);
  const nextRead = once(reads, 'read');
  setTimeout(() => answers[1]?.(), 25);
  await nextRead;
  assert.deepEqual([answers.length, abortCount], [3, 0]);
  answers[2]?.();
  stop();
  client.clear();
});

test('only a list that is being read when an event arrives is read again', async () => {
  const client = new QueryClient();
  const reads = new EventEmitter();
  const answers: (() => void)[] = [];
  const queryFn = () =>
    new Promise<number>(answer => {
      answers.push(() => answer(answers.length));
      reads.emit('read');
    });
  client.setQueryData(['lists', 'ready'], 0);
  const stop = new QueryObserver(client, { queryKey: ['lists', 'first'], queryFn }).subscribe(
    () => undefined,
  );
  refetchInProgress(client, ['lists'], 5);
  const nextRead = once(reads, 'read');
  answers[0]?.();
  await nextRead;
  answers[1]?.();
  assert.deepEqual([answers.length, client.getQueryState(['lists', 'ready'])?.isInvalidated], [2, false]);
  stop();
  client.clear();
});
