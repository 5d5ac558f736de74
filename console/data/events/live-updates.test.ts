import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Task } from '../tasks/tasks.ts';

// Stored values listen for changes in the browser's other tabs.
Object.assign(globalThis, { window: { addEventListener: () => {} } });
const { applyTasks } = await import('./live-updates.ts');

const task = { id: 'one', change: 1, status: 'succeeded', token: {} } as unknown as Task;

test('a list of tasks that is being read when an event arrives is read again', async () => {
  const client = new QueryClient();
  const reads = new EventEmitter();
  const answers: (() => void)[] = [];
  const queryFn = () =>
    new Promise<unknown>(answer => {
      answers.push(() => answer({ pages: [], pageParams: [] }));
      reads.emit('read');
    });
  const stop = new QueryObserver(client, { queryKey: ['tasks', {}], queryFn }).subscribe(() => undefined);
  applyTasks(client, [task]);
  const nextRead = once(reads, 'read');
  answers[0]?.();
  await nextRead;
  assert.equal(answers.length, 2);
  answers[1]?.();
  stop();
  client.clear();
});
