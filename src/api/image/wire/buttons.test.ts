import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '@kinora/shared/models/model-card';
import { listButtons, findButton, textButtonLabel, type ButtonConditions } from './buttons.ts';

const all: readonly Operation[] = [
  'grid',
  'upscale',
  'variation',
  'edit',
  'outpaint',
  'clip',
  'describe',
  'shorten',
];
const grid: ButtonConditions = {
  job: 'f0e1',
  result: 'grid',
  enhancement: undefined,
  candidates: 4,
  version: '7',
  width: 1024,
  height: 1024,
  seconds: 0,
  operations: new Set(all),
  canEnlarge: () => true,
  canRepaint: () => true,
};
const listKinds = (conditions: ButtonConditions) =>
  listButtons(conditions).map(({ followUp }) => followUp.kind);

test('a grid has upscale and variation buttons for four candidates, and a reroll button', () => {
  const labels = listButtons(grid).map(({ label }) => label);
  assert.deepEqual(labels, ['U1', 'U2', 'U3', 'U4', '', 'V1', 'V2', 'V3', 'V4']);
});

test('every button ID contains the UUID of the result and is unique', () => {
  for (const result of ['grid', 'picture', 'clip'] as const) {
    const ids = listButtons({ ...grid, result }).map(({ customId }) => customId);
    assert.ok(ids.length > 0);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.ok(id.includes('f0e1'), id);
  }
});

test('operations that no model of the group supports have no buttons', () => {
  const kinds = listKinds({ ...grid, result: 'picture', operations: new Set<Operation>(['grid']) });
  assert.deepEqual(kinds, ['bookmark']);
});

test('a square image has no square button, and a very wide one cannot be panned sideways', () => {
  assert.ok(!listKinds({ ...grid, result: 'picture' }).includes('square'));
  const wide = listButtons({ ...grid, result: 'picture', width: 3200, height: 800 });
  const pans = wide.flatMap(({ followUp }) => (followUp.kind === 'pan' ? [followUp.direction] : []));
  assert.deepEqual(pans, ['up', 'down']);
});

test('a clip at its maximum length cannot be extended', () => {
  assert.ok(listKinds({ ...grid, result: 'clip', seconds: 17 }).includes('extend'));
  assert.ok(!listKinds({ ...grid, result: 'clip', seconds: 18 }).includes('extend'));
});

test('button IDs are matched case-insensitively, and Custom Zoom also with an index', () => {
  const buttons = listButtons({ ...grid, result: 'picture' });
  assert.equal(findButton(buttons, 'mj::customzoom::1::F0E1')?.followUp.kind, 'custom-zoom');
  assert.equal(findButton(buttons, 'MJ::JOB::reroll::0::other::SOLO'), undefined);
});

test('the labels of text buttons are read from their IDs, and other buttons have none', () => {
  assert.equal(textButtonLabel('MJ::Job::PicReader::all'), 'Imagine all');
  assert.equal(textButtonLabel('MJ::BOOKMARK::f0e1'), undefined);
});

test('a region button is shown only if part of an image can be changed', () => {
  const picture = { ...grid, result: 'picture' } as const;
  assert.ok(listKinds(picture).includes('region'));
  assert.ok(!listKinds({ ...picture, canRepaint: () => false }).includes('region'));
});

test('an upscale to a size that no engine supports has no button', () => {
  const canEnlarge = ({ width }: { width: number }) => width <= 2048;
  const picture = { ...grid, result: 'picture', version: '5', canEnlarge } as const;
  const labels = listButtons(picture).map(({ label }) => label);
  assert.deepEqual(
    labels.filter(label => label.startsWith('Upscale')),
    ['Upscale (2x)'],
  );
});
