/** The steps of painting a mask, each of which can be undone. In pixels of the picture. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, Size {}

export type Step =
  | {
      readonly kind: 'brush';
      readonly points: readonly Point[];
      readonly size: number;
      readonly isErasing: boolean;
    }
  | { readonly kind: 'box'; readonly box: Box; readonly isErasing: boolean }
  | { readonly kind: 'lasso'; readonly points: readonly Point[]; readonly isErasing: boolean }
  | { readonly kind: 'invert' }
  | { readonly kind: 'clear' };

export interface History {
  readonly steps: readonly Step[];
  /** Undone steps, the last one first. */
  readonly undoneSteps: readonly Step[];
}

export const noHistory: History = { steps: [], undoneSteps: [] };

export function record({ steps }: History, step: Step): History {
  return { steps: [...steps, step], undoneSteps: [] };
}

export function undo({ steps, undoneSteps }: History): History {
  const lastStep = steps.at(-1);
  return lastStep
    ? { steps: steps.slice(0, -1), undoneSteps: [lastStep, ...undoneSteps] }
    : { steps, undoneSteps };
}

export function redo({ steps, undoneSteps }: History): History {
  const [nextStep, ...rest] = undoneSteps;
  return nextStep ? { steps: [...steps, nextStep], undoneSteps: rest } : { steps, undoneSteps };
}

/** Converts a screen point to a point on the picture; points outside move to the nearest edge. */
export function toPicture(point: Point, shownBox: Box, picture: Size): Point {
  const share = (value: number, length: number) => Math.min(Math.max(value, 0), length) / length;
  return {
    x: Math.round(share(point.x - shownBox.x, shownBox.width) * picture.width),
    y: Math.round(share(point.y - shownBox.y, shownBox.height) * picture.height),
  };
}

/** The box between two opposite corners, in any order. */
export function boxBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Converts percentages of the picture to a box, clamped to the picture. */
export function percentsToBox(percents: Box, { width, height }: Size): Box {
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  const [x, y] = [clamp(percents.x, 100), clamp(percents.y, 100)];
  return {
    x: Math.round((x / 100) * width),
    y: Math.round((y / 100) * height),
    width: Math.round((clamp(percents.width, 100 - x) / 100) * width),
    height: Math.round((clamp(percents.height, 100 - y) / 100) * height),
  };
}

/** A click without movement leaves no mark with these tools. */
export function isEmptyStep(step: Step): boolean {
  if (step.kind === 'box') return step.box.width < 2 || step.box.height < 2;
  return step.kind === 'lasso' && step.points.length < 3;
}

/** The canvas operations used, which the browser's canvas and the one of the tests both have. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'fill' | 'stroke' | 'fillRect' | 'clearRect' | 'arc'
> & {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: CanvasLineCap;
  lineJoin: CanvasLineJoin;
  globalCompositeOperation: string;
};

/** Paints on a transparent background: painted areas have `color`, the rest stays clear. */
export function drawSteps(
  pen: Pen,
  { steps, size, color }: { steps: readonly Step[]; size: Size; color: string },
): void {
  pen.clearRect(0, 0, size.width, size.height);
  for (const step of steps) drawStep(pen, { step, size, color });
  pen.globalCompositeOperation = 'source-over';
}

function drawStep(pen: Pen, { step, size, color }: { step: Step; size: Size; color: string }): void {
  if (step.kind === 'clear') return pen.clearRect(0, 0, size.width, size.height);
  pen.fillStyle = color;
  pen.strokeStyle = color;
  // Inverts the mask: clear areas are filled, filled areas become clear.
  if (step.kind === 'invert') {
    pen.globalCompositeOperation = 'xor';
    return pen.fillRect(0, 0, size.width, size.height);
  }
  pen.globalCompositeOperation = step.isErasing ? 'destination-out' : 'source-over';
  if (step.kind === 'box') return pen.fillRect(step.box.x, step.box.y, step.box.width, step.box.height);
  if (step.kind === 'lasso') return drawLasso(pen, step.points);
  return drawBrush(pen, step);
}

function drawLasso(pen: Pen, points: readonly Point[]): void {
  pen.beginPath();
  for (const { x, y } of points) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

function drawBrush(
  pen: Pen,
  { points, size }: { readonly points: readonly Point[]; readonly size: number },
): void {
  const [firstPoint, ...rest] = points;
  if (!firstPoint) return;
  pen.beginPath();
  if (rest.length === 0) {
    pen.arc(firstPoint.x, firstPoint.y, size / 2, 0, Math.PI * 2);
    return pen.fill();
  }
  pen.lineWidth = size;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.moveTo(firstPoint.x, firstPoint.y);
  for (const { x, y } of rest) pen.lineTo(x, y);
  pen.stroke();
}

/** The painted share of a canvas, from its RGBA bytes. */
export function paintedShare(bytes: ArrayLike<number>): number {
  let paintedCount = 0;
  for (let index = 3; index < bytes.length; index += 4) if ((bytes[index] ?? 0) > 127) paintedCount += 1;
  return bytes.length === 0 ? 0 : paintedCount / (bytes.length / 4);
}
