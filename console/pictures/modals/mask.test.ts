import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import {
  boxBetween,
  percentsToBox,
  drawSteps,
  isEmptyStep,
  noHistory,
  paintedShare,
  record,
  redo,
  toPicture,
  undo,
  type Pen,
  type Step,
} from './mask.ts';

const size = { width: 100, height: 50 };

function paintSteps(steps: readonly Step[]) {
  const canvas = createCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  drawSteps(pen as Pen, { steps, size, color: '#fff' });
  const { data } = pen.getImageData(0, 0, size.width, size.height);
  const isPainted = (x: number, y: number) => (data[(y * size.width + x) * 4 + 3] ?? 0) > 127;
  return { share: paintedShare(data), isPainted };
}

const left: Step = { kind: 'box', box: { x: 0, y: 0, width: 50, height: 50 }, isErasing: false };

test('a box paints only its area', () => {
  const { share, isPainted } = paintSteps([left]);
  assert.equal(share, 0.5);
  assert.equal(isPainted(49, 49), true);
  assert.equal(isPainted(50, 0), false);
});

test('inverting swaps painted and unpainted areas, and inverting twice restores them', () => {
  const { isPainted } = paintSteps([left, { kind: 'invert' }]);
  assert.equal(isPainted(10, 10), false);
  assert.equal(isPainted(90, 10), true);
  assert.equal(paintSteps([left, { kind: 'invert' }, { kind: 'invert' }]).isPainted(10, 10), true);
});

test('erasing removes a part, and clearing removes everything', () => {
  const brush: Step = { kind: 'brush', points: [{ x: 25, y: 25 }], size: 20, isErasing: true };
  const { isPainted } = paintSteps([left, brush]);
  assert.equal(isPainted(25, 25), false);
  assert.equal(isPainted(5, 5), true);
  assert.equal(paintSteps([left, { kind: 'clear' }]).share, 0);
});

test('a brush stroke paints along its path, in the width of the brush', () => {
  const points = [
    { x: 20, y: 25 },
    { x: 80, y: 25 },
  ];
  const { isPainted } = paintSteps([{ kind: 'brush', points, size: 10, isErasing: false }]);
  assert.equal(isPainted(50, 25), true);
  assert.equal(isPainted(50, 29), true);
  assert.equal(isPainted(50, 32), false);
  assert.equal(isPainted(17, 25), true);
});

test('a lasso paints what it surrounds', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 50 },
  ];
  const { isPainted } = paintSteps([{ kind: 'lasso', points, isErasing: false }]);
  assert.equal(isPainted(10, 10), true);
  assert.equal(isPainted(90, 40), false);
});

test('undone steps can be redone until a new step is recorded', () => {
  const history = record(record(noHistory, left), { kind: 'invert' });
  assert.deepEqual(undo(history).steps, [left]);
  assert.deepEqual(redo(undo(history)), history);
  assert.deepEqual(record(undo(history), { kind: 'clear' }).undoneSteps, []);
  assert.deepEqual(undo(noHistory), noHistory);
  assert.deepEqual(redo(history), history);
});

test('a screen position is mapped to the image and clamped to its edges', () => {
  const shownBox = { x: 10, y: 20, width: 200, height: 100 };
  const picture = { width: 1000, height: 500 };
  assert.deepEqual(toPicture({ x: 110, y: 70 }, shownBox, picture), { x: 500, y: 250 });
  assert.deepEqual(toPicture({ x: 0, y: 900 }, shownBox, picture), { x: 0, y: 500 });
});

test('a box starts at the top left, whichever way it was drawn, and percentages are clamped to the image', () => {
  assert.deepEqual(boxBetween({ x: 9, y: 2 }, { x: 1, y: 8 }), { x: 1, y: 2, width: 8, height: 6 });
  assert.deepEqual(percentsToBox({ x: 90, y: -5, width: 50, height: 10 }, size), {
    x: 90,
    y: 0,
    width: 10,
    height: 5,
  });
});

test('a click without movement draws no box and no lasso, but a dot of the brush', () => {
  assert.equal(
    isEmptyStep({ kind: 'box', box: boxBetween({ x: 1, y: 1 }, { x: 1, y: 1 }), isErasing: false }),
    true,
  );
  assert.equal(isEmptyStep({ kind: 'lasso', points: [{ x: 1, y: 1 }], isErasing: false }), true);
  assert.equal(isEmptyStep({ kind: 'brush', points: [{ x: 1, y: 1 }], size: 3, isErasing: false }), false);
});
