import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CameraPath, cameraPath, measureMargins } from './camera-path.ts';
import type { ClipLeg, ClipPlan, Energy, ClipMove } from '../../scene/clip-plan.ts';

const scene = { aspect: 1.78, side: 1, heading: 1, room: 1 } as const;
const moves: readonly ClipMove[] = [
  'drift',
  'pan-left',
  'pan-right',
  'tilt-up',
  'tilt-down',
  'zoom-in',
  'zoom-out',
  'dolly-in',
  'dolly-out',
  'orbit',
  'crane-up',
  'crane-down',
  'track',
  'handheld',
];

function createPlan(leg: Partial<ClipLeg>, plan: Partial<ClipPlan> = {}): ClipPlan {
  const legs = [{ from: 0, until: 5, energy: 'usual', variant: 0, move: 'drift', ...leg } as const];
  return { legs, seconds: 5, loop: false, ...plan };
}

function measureWay(path: CameraPath, from: number, to: number): number {
  const [one, other] = [path(from, 0.8), path(to, 0.8)];
  return Math.abs(one.scale - other.scale) + Math.hypot(one.x - other.x, one.y - other.y);
}

test('every camera move starts smoothly from the original picture and never jumps', () => {
  for (const move of moves) {
    const path = cameraPath(createPlan({ move, energy: 'high' }), scene);
    const start = path(0, 0.8);
    assert.deepEqual([start.scale, Math.abs(start.x), Math.abs(start.y)], [1, 0, 0], move);
    assert.ok(measureWay(path, 0, 1 / 24) < 0.002, `${move} starts gently`);
    assert.ok(measureWay(path, 0, 4) > 0.01, `${move} moves visibly`);
    for (let frame = 0; frame < 20 * 24; frame++)
      assert.ok(measureWay(path, frame / 24, (frame + 1) / 24) < 0.012, `${move} at frame ${frame}`);
  }
});

test('a static camera does not move', () => {
  assert.equal(measureWay(cameraPath(createPlan({ move: 'static' }), scene), 0, 5), 0);
});

test('a lively clip moves its camera farther than a calm one', () => {
  const way = (energy: Energy, variant: number) =>
    measureWay(cameraPath(createPlan({ energy, variant }), scene), 0, 4);
  for (const variant of [0, 1, 2, 3]) assert.ok(way('high', variant) > way('low', variant) * 2);
});

test('a camera move named in the prompt is clearly visible in four seconds of a calm clip', () => {
  const after = (move: ClipMove, energy: Energy = 'low') =>
    cameraPath(createPlan({ move, energy }), scene)(4, 0.56);
  assert.ok(after('zoom-in').scale > 1.25);
  assert.ok(after('dolly-in').scale > 1.22);
  assert.ok(after('zoom-out').scale < 0.82);
  assert.ok(after('dolly-out').scale < 0.85);
  assert.ok(after('pan-left').x > scene.aspect * 0.13);
  assert.ok(after('tilt-up').y > 0.15);
  const orbit = cameraPath(createPlan({ move: 'orbit', energy: 'low' }), scene);
  assert.ok(Math.abs(orbit(4, 0).x - orbit(4, 0.56).x) > scene.aspect * 0.13);
  for (const move of ['zoom-in', 'dolly-in'] as const)
    assert.ok(after(move, 'high').scale - 1 > (after(move).scale - 1) * 1.3, move);
  assert.ok(Math.abs(after('drift').x) < 0.05);
});

test('a pan to the left moves the picture to the right, a tilt up moves it down', () => {
  assert.ok(cameraPath(createPlan({ move: 'pan-left' }), scene)(3, 0.5).x > 0.03);
  assert.ok(cameraPath(createPlan({ move: 'pan-right' }), scene)(3, 0.5).x < -0.03);
  assert.ok(cameraPath(createPlan({ move: 'tilt-up' }), scene)(3, 0.5).y > 0.02);
  assert.ok(cameraPath(createPlan({ move: 'tilt-down' }), scene)(3, 0.5).y < -0.02);
});

test('near things shift more than distant ones', () => {
  for (const move of ['drift', 'orbit', 'dolly-in', 'track', 'crane-up'] as const) {
    const path = cameraPath(createPlan({ move }), scene);
    const shift = (nearness: number) =>
      Math.abs(path(4, nearness).x) + Math.abs(path(4, nearness).y) + path(4, nearness).scale - 1;
    assert.ok(Math.abs(shift(1) - shift(0)) > 0.008, move);
  }
});

test('the margins cover everything that comes into view', () => {
  for (const move of moves) {
    const path = cameraPath(createPlan({ move, energy: 'high' }), scene);
    const margins = measureMargins(path, scene.aspect);
    const { scale, x } = path(17.3, 0.9);
    const left = scene.aspect / 2 - (scene.aspect / 2 + x) / scale;
    assert.ok(left >= -margins.left - 1e-6, move);
  }
});

test('the camera of a loop returns to its start', () => {
  const plan = createPlan({ move: 'pan-left' }, { loop: true });
  const path = cameraPath(plan, scene);
  assert.ok(measureWay(path, 0, 2.5) > 0.03);
  assert.ok(measureWay(path, 0, 5) < 1e-9);
  assert.ok(measureWay(path, 4.95, 5) < 0.002);
});

test('an extended clip changes smoothly to another camera move', () => {
  const { legs } = createPlan({ move: 'pan-left' });
  const on: ClipLeg = { ...legs[0], from: 5, until: 10, move: 'tilt-up' };
  const path = cameraPath({ legs: [...legs, on], seconds: 10, loop: false }, scene);
  const before = cameraPath(createPlan({ move: 'pan-left' }), scene);
  assert.deepEqual(path(4.9, 0.5), before(4.9, 0.5));
  assert.ok(path(9, 0.5).y > 0.02);
  for (let frame = 110; frame < 140; frame++)
    assert.ok(measureWay(path, frame / 24, (frame + 1) / 24) < 0.006);
});
