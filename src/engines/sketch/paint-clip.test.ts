import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from './compose-scene.ts';
import { openClipPainter } from './paint-clip.ts';
import type { CameraMove, Reading, Style } from './reading.ts';

const size = { width: 160, height: 96, seconds: 2, framesPerSecond: 12 };

function open(style: Style, cameraMove?: CameraMove) {
  const reading: Reading = {
    setting: 'lake',
    style,
    palette: [],
    landmarks: [{ kind: 'sailboat', count: 1, size: 1 }],
    subjects: [],
    relations: [],
    ...(cameraMove && { cameraMove }),
  };
  return openClipPainter(composeScene(reading, { seed: 4, candidate: 0, ...size }), size);
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}

test('a frame is the same whatever was painted before it', () => {
  const clip = open('watercolor');
  const first = clip.paintFrame(7).slice();
  clip.paintFrame(20);
  clip.paintFrame(0);
  assert.deepEqual(clip.paintFrame(7), first);
  assert.deepEqual(open('watercolor').paintFrame(7), first);
});

test('frames move a little from one to the next and more over time', () => {
  const clip = open('illustration');
  const first = clip.paintFrame(0).slice();
  const next = meanDifference(first, clip.paintFrame(1));
  const late = meanDifference(first, clip.paintFrame(23));
  assert.ok(next > 0.05 && next < 12, `next ${next}`);
  assert.ok(late > next, `late ${late}, next ${next}`);
});

test('a still camera leaves the sky alone, a pan does not', () => {
  const corner = (frame: Uint8Array) => frame.slice(0, 160 * 4);
  const moved = (move: CameraMove) => {
    const clip = open('illustration', move);
    const first = corner(clip.paintFrame(0));
    return meanDifference(first, corner(clip.paintFrame(1)));
  };
  assert.ok(moved('static') < moved('pan-left'));
});

test('pixel art keeps its grid in every frame', () => {
  const frame = open('pixel').paintFrame(5);
  const colors = new Set<number>();
  for (let at = 0; at < frame.length; at += 4)
    colors.add((frame[at]! << 16) | (frame[at + 1]! << 8) | frame[at + 2]!);
  assert.ok(colors.size < 80, `${colors.size} colours`);
});
