import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facetFields, keepNewest, mergeTasks, type TaskEvent } from './merge-tasks.ts';
import type { Task } from '../tasks/tasks.ts';

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

/** A task whose `id` is also the minute of its creation. */
function task(id: number, fields: Partial<Task> = {}): Task {
  return {
    id: String(id),
    kind: 'image',
    state: 'succeeded',
    created: at(id),
    change: 1,
    starred: false,
    collections: [],
    token: { id: 't', name: 't' },
    prompt: 'a lake',
    ...fields,
  } as Task;
}

const makeEvent = (task: Task): TaskEvent => ({ id: task.id, change: task.change, task });
const makeList = (...pages: Task[][]) => ({ pages, pageParams: pages.map(() => undefined) });
const idsIn = ({ data }: { data: { pages: Task[][] } }) => data.pages.map(page => page.map(({ id }) => id));
const all = { filter: {}, includesOldest: true };

test('a new task is listed first, a changed task keeps its position, and an older change is ignored', () => {
  const merged = mergeTasks(
    makeList([task(5, { change: 7 }), task(3)]),
    [
      makeEvent(task(9)),
      makeEvent(task(3, { progress: 40, change: 2 })),
      makeEvent(task(5, { progress: 1, change: 6 })),
    ],
    all,
  );
  assert.deepEqual(idsIn(merged), [['9', '5', '3']]);
  assert.deepEqual(
    merged.data.pages[0]?.map(({ progress }) => progress),
    [undefined, undefined, 40],
  );
});

test('an older task that starts to match the filter is inserted in order of creation', () => {
  const filter = { state: 'queued,running' };
  const queuedTask = (id: number) => task(id, { state: 'queued' });
  const list = makeList([queuedTask(9), queuedTask(7)], [queuedTask(5), queuedTask(3)]);
  const merged = mergeTasks(list, [makeEvent(queuedTask(6)), makeEvent(queuedTask(1))], { filter, includesOldest: false });
  assert.deepEqual(idsIn(merged), [
    ['9', '7'],
    ['6', '5', '3'],
  ]);
  const completeList = mergeTasks(list, [makeEvent(queuedTask(1))], { filter, includesOldest: true });
  assert.deepEqual(idsIn(completeList).at(-1), ['5', '3', '1']);
  const empty = mergeTasks(makeList([]), [makeEvent(queuedTask(1))], { filter, includesOldest: true });
  assert.deepEqual(idsIn(empty), [['1']]);
  const left = mergeTasks(list, [makeEvent(task(7, { state: 'succeeded', change: 2 }))], {
    filter,
    includesOldest: true,
  });
  assert.deepEqual(idsIn(left), [['9'], ['5', '3']]);
});

test('a list with a search query updates its tasks and asks the server for new matches', () => {
  const merged = mergeTasks(
    makeList([task(5)]),
    [makeEvent(task(5, { prompt: null, change: 2 })), makeEvent(task(9))],
    {
      filter: { q: 'lake view' },
      includesOldest: true,
    },
  );
  assert.deepEqual(idsIn(merged), [['5']]);
  assert.equal(merged.needsRefetch, true);
  const ofAnn = { filter: { user: 'ann@example.com' }, includesOldest: true };
  assert.equal(
    mergeTasks(makeList([task(5)]), [makeEvent(task(9))], ofAnn).needsRefetch,
    true,
    'the event does not name the user',
  );
  const other = { filter: { q: 'lake', kind: 'video' as const }, includesOldest: true };
  assert.equal(mergeTasks(makeList([task(5)]), [makeEvent(task(9))], other).needsRefetch, false);
});

test('an earlier event does not restore a deleted task', () => {
  const newest = new Map<string, TaskEvent>();
  keepNewest(newest, makeEvent(task(5, { change: 2 })));
  keepNewest(newest, { id: '5', change: 3 });
  keepNewest(newest, makeEvent(task(5, { change: 2 })));
  const merged = mergeTasks(makeList([task(5), task(3)]), [...newest.values()], all);
  assert.deepEqual(idsIn(merged), [['3']]);
  keepNewest(newest, makeEvent(task(5, { change: 4 })));
  assert.deepEqual(idsIn(mergeTasks(merged.data, [...newest.values()], all)), [['5', '3']], 'undeleted');
});

test('events that do not affect a list return the same list object', () => {
  const list = makeList([task(5)]);
  const events = [makeEvent(task(9, { kind: 'video' })), { id: '8', change: 2 }];
  assert.equal(mergeTasks(list, events, { filter: { kind: 'image' }, includesOldest: true }).data, list);
});

test('progress alone changes no counts; a star or the end of a task does', () => {
  const running = task(1, { state: 'running', progress: 10 });
  assert.equal(facetFields(running), facetFields({ ...running, progress: 60, change: 2 }));
  assert.notEqual(facetFields(running), facetFields({ ...running, starred: true }));
  assert.notEqual(facetFields(running), facetFields({ ...running, state: 'succeeded' }));
});
