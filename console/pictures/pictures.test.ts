import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task, TaskButton } from '../data/tasks.ts';
import { buttonsOfTile, groupsOf } from './buttons.ts';
import { chipsOf, chipText, wordsOf } from './chips.ts';
import { differencesOf } from './differences.ts';
import { neighboursOf } from './neighbours.ts';
import { isCommit } from '../ui/key-presses.ts';
import { deedOf } from './picture-keys.ts';
import { countOf, readPlace, readPlaces, tilesOf } from './tiles.ts';
import { usualSeconds } from './usual-seconds.ts';
import { swipeOf } from './use-stand.ts';
import { withTask } from './with-task.ts';
import { withZoom, zoomIn } from './zoom-parameter.ts';

const cell = (name: string) => ({
  url: `/${name}.png`,
  thumbnail: `/${name}.webp`,
  width: 1456,
  height: 816,
});

function taskLike(fields: Partial<Task>): Task {
  return {
    id: '1',
    kind: 'image',
    action: 'IMAGINE',
    state: 'succeeded',
    expired: false,
    width: 1456,
    height: 816,
    sheet: null,
    preview: null,
    cells: [],
    clips: [],
    buttons: [],
    parameters: {},
    prompt: null,
    final_prompt: null,
    price: { quantity: 4 },
    ...fields,
  } as Task;
}

function button(kind: TaskButton['kind'], candidate: number | null = null): TaskButton {
  return {
    id: `${kind} ${candidate}`,
    label: kind,
    emoji: '',
    pressed: false,
    kind,
    candidate,
    price: '0.04',
  };
}

test('a task shows places, then parts of its preview, then its pictures', () => {
  assert.deepEqual(
    tilesOf(taskLike({})).map(({ kind, n }) => `${n} ${kind}`),
    ['1 place', '2 place', '3 place', '4 place'],
  );
  assert.equal(tilesOf(taskLike({ preview: '/p.webp' }))[2]?.kind, 'part');
  const done = tilesOf(taskLike({ sheet: '/s.jpg', cells: [cell('a'), cell('b')] }));
  assert.deepEqual(
    done.map(({ thumbnail }) => thumbnail),
    ['/a.webp', '/b.webp'],
  );
  assert.equal(countOf(taskLike({ action: 'UPSCALE' })), 1);
  assert.equal(countOf(taskLike({ action: 'DESCRIBE' })), 0);
});

test('a place in an address is read; what is none is not', () => {
  assert.deepEqual(readPlace('1795301923662004.2'), { task: '1795301923662004', n: 2 });
  assert.deepEqual(readPlace('video_01a2.1'), { task: 'video_01a2', n: 1 });
  assert.equal(readPlace('1795301923662004'), undefined);
  assert.equal(readPlaces('a.1,b.2,a.1,c.3,d.4,e.1').length, 4);
  assert.deepEqual(readPlaces(undefined), []);
});

test('the buttons of a grid are on its tiles; a kind that is not known is shown among the others', () => {
  const grid = taskLike({
    buttons: [
      button('select', 0),
      button('select', 1),
      button('reroll'),
      button('dream' as TaskButton['kind']),
    ],
  });
  assert.deepEqual(
    buttonsOfTile(grid, 2).map(({ id }) => id),
    ['select 1'],
  );
  assert.deepEqual(
    groupsOf(grid).map(({ group, buttons }) => [group, ...buttons.map(({ kind }) => kind)]),
    [['more', 'dream']],
  );
});

test('a single picture has its buttons in groups, also those for its only candidate', () => {
  const single = taskLike({
    buttons: [button('pan'), button('enhance'), button('animate', 0), button('region')],
  });
  assert.deepEqual(
    groupsOf(single).map(({ group }) => group),
    ['upscale', 'vary', 'animate', 'pan'],
  );
});

test('parameters are chips, words are words', () => {
  const task = taskLike({
    prompt: 'a well-known cat --ar 3:2',
    final_prompt: 'a well-known cat --ar 3:2 --raw --no dogs, birds',
  });
  assert.equal(wordsOf(task), 'a well-known cat');
  assert.deepEqual(chipsOf(task).map(chipText), ['--ar 3:2', '--raw', '--no dogs, birds']);
});

test('only what differs is compared', () => {
  const one = taskLike({ final_prompt: 'a cat --s 100 --raw', seed: '1', model: 'sketch' });
  const other = taskLike({ final_prompt: 'a cat --s 600', seed: '1', model: 'sketch' });
  assert.deepEqual(differencesOf([one, other]), [
    { name: '--s', values: ['100', '600'] },
    { name: '--raw', values: ['', null] },
  ]);
});

test('keys on a picture; with Ctrl they are the browser’s, and letters may be off', () => {
  const pressed = {
    key: 'v',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
  };
  assert.deepEqual(deedOf(pressed, true), { kind: 'vary' });
  assert.deepEqual(deedOf({ ...pressed, key: 'V', shiftKey: true }, true), { kind: 'vary strongly' });
  assert.deepEqual(deedOf({ ...pressed, key: '3' }, true), { kind: 'pick', n: 3 });
  assert.equal(deedOf({ ...pressed, ctrlKey: true }, true), undefined);
  assert.equal(deedOf(pressed, false), undefined);
  assert.deepEqual(deedOf({ ...pressed, key: 'ArrowLeft' }, false), { kind: 'step', by: -1 });
  assert.deepEqual(deedOf({ ...pressed, key: 'Delete' }, false), { kind: 'delete' });
});

test('a key that is held leads on, and does nothing else again', () => {
  const held = { key: 'u', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: true };
  for (const key of ['u', 'r', 'v', 'Delete', 'Enter', ' ', 's', '2'])
    assert.equal(deedOf({ ...held, key }, true), undefined, key);
  assert.deepEqual(deedOf({ ...held, key: 'ArrowRight' }, true), { kind: 'step', by: 1 });
});

test('Enter commits when it is meant: not held, and not while an input method writes', () => {
  const enter = { key: 'Enter', repeat: false, isComposing: false, keyCode: 13 };
  assert.equal(isCommit(enter), true);
  assert.equal(isCommit({ nativeEvent: enter }), true);
  assert.equal(isCommit({ ...enter, repeat: true }), false);
  assert.equal(isCommit({ ...enter, isComposing: true }), false);
  assert.equal(isCommit({ ...enter, keyCode: 229 }), false);
  assert.equal(isCommit({ ...enter, key: 'a' }), false);
});

test('arrows lead to siblings, and over tasks without pictures', () => {
  const cells = [cell('a'), cell('b')];
  const tasks = [
    taskLike({ id: 'a', cells }),
    taskLike({ id: 'b', state: 'failed' }),
    taskLike({ id: 'c', cells }),
  ];
  const { before, after, above, below } = neighboursOf(tasks, { task: 'c', n: 2 });
  assert.deepEqual(
    [before, after, above, below],
    [{ task: 'c', n: 1 }, undefined, { task: 'a', n: 1 }, undefined],
  );
});

test('what is usual is told when enough was seen', () => {
  const seen = (id: string, seconds: number) =>
    taskLike({
      id,
      model: 'sketch',
      started: '2026-11-21T00:00:00Z',
      finished: `2026-11-21T00:00:${String(seconds).padStart(2, '0')}Z`,
    });
  const of = { model: 'sketch', action: 'IMAGINE' } as const;
  assert.equal(usualSeconds([seen('1', 4), seen('2', 5), seen('2', 5)], of), undefined);
  assert.deepEqual(
    usualSeconds([seen('1', 4), seen('2', 5), seen('3', 9), seen('4', 40), seen('5', 6)], of),
    {
      from: 5,
      to: 9,
    },
  );
});

test('a swipe has a direction; a touch that hardly moved is none', () => {
  assert.equal(swipeOf({ x: 0, y: 0 }, { x: -90, y: 20 }), 'left');
  assert.equal(swipeOf({ x: 0, y: 0 }, { x: 10, y: 90 }), 'down');
  assert.equal(swipeOf({ x: 0, y: 0 }, { x: 20, y: 20 }), undefined);
});

test('the zoom of a prompt is read and written', () => {
  assert.equal(zoomIn('a cat --zoom 1.5 --raw'), 1.5);
  assert.equal(zoomIn('a cat --zoom 5'), undefined);
  assert.equal(withZoom('a cat --zoom 2 --raw', 1.25), 'a cat --zoom 1.25 --raw');
  assert.equal(withZoom('a cat', 1.5), 'a cat --zoom 1.5');
});

test('what is made of a picture joins its family, and takes the place of what was known of it', () => {
  const none = { parent: null, siblings: [], children: [] };
  const sent = taskLike({ id: 'child', parent: 'one', state: 'queued', change: 1 });
  const { children } = withTask(none, { told: sent, of: 'one' });
  assert.deepEqual(children, [sent]);
  const made = { ...sent, state: 'succeeded' as const, change: 2 };
  assert.deepEqual(withTask({ ...none, children }, { told: made, of: 'one' }).children, [made]);
  assert.deepEqual(withTask({ ...none, children: [made] }, { told: sent, of: 'one' }).children, [made]);
  assert.deepEqual(withTask(none, { told: sent, of: 'another' }), none);
});
