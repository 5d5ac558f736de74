import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskButton } from '../../data/tasks/tasks.ts';
import { taskLike } from '../task-like.ts';
import { tileButtons, groupButtons } from './buttons.ts';

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

test('the buttons of a grid are on its tiles, and buttons of an unknown kind are in the last group', () => {
  const grid = taskLike({
    buttons: [
      button('select', 0),
      button('select', 1),
      button('reroll'),
      button('dream' as TaskButton['kind']),
    ],
  });
  assert.deepEqual(
    tileButtons(grid, 2).map(({ id }) => id),
    ['select 1'],
  );
  assert.deepEqual(
    groupButtons(grid).map(({ group, buttons }) => [group, ...buttons.map(({ kind }) => kind)]),
    [['more', 'dream']],
  );
});

test('the buttons of a single image are grouped, including those of its only candidate', () => {
  const single = taskLike({
    buttons: [button('pan'), button('enhance'), button('animate', 0), button('region')],
  });
  assert.deepEqual(
    groupButtons(single).map(({ group }) => group),
    ['upscale', 'vary', 'animate', 'pan'],
  );
});
