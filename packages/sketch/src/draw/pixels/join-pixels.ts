/** Joins a picture with a larger one of the same scene, so that no edge is seen. */
import type { RawPicture, Pixels } from '../../raster/raw-picture.ts';

export interface Joint {
  /** Painted all over, under the picture too; changed in place. */
  readonly outer: Pixels;
  readonly inner: RawPicture;
  /** The top left corner of the inner picture. */
  readonly left: number;
  readonly top: number;
  /**
   * True if the inner pixels stay unchanged and their surroundings are adapted. Otherwise
   * the inner pixels are adapted.
   */
  readonly exact: boolean;
  /**
   * Pixels at edges of the inner picture, where they meet the outer, that are not
   * shown (a margin of free paper).
   */
  readonly margin: number;
}

interface Edge {
  /** Mean difference, inner minus outer, along the edge: RGB by RGB. */
  readonly differences: Float32Array;
  readonly length: number;
}

type Side = 'left' | 'right' | 'top' | 'bottom';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function joinPixels(joint: Joint): void {
  const box = shownBox(joint);
  const edges = readEdges(joint, box);
  if (joint.exact) leadOuter(joint, box, edges);
  layInner(joint, box, edges);
}

/** The part of the inner picture that is shown, in pixels of the outer one. */
function shownBox({ outer, inner, left, top, margin }: Joint): Box {
  const right = left + inner.width;
  const bottom = top + inner.height;
  return {
    left: left > 0 ? left + margin : 0,
    top: top > 0 ? top + margin : 0,
    right: right < outer.width ? right - margin : outer.width,
    bottom: bottom < outer.height ? bottom - margin : outer.height,
  };
}

function readEdges(joint: Joint, box: Box): Partial<Record<Side, Edge>> {
  const { outer } = joint;
  return {
    ...(box.left > 0 && { left: readEdge(joint, box, 'left') }),
    ...(box.right < outer.width && { right: readEdge(joint, box, 'right') }),
    ...(box.top > 0 && { top: readEdge(joint, box, 'top') }),
    ...(box.bottom < outer.height && { bottom: readEdge(joint, box, 'bottom') }),
  };
}

/**
 * Measures only broad differences of light and tone, not those of leaves, or of where the paper around the
 * whole begins.
 */
function readEdge({ outer, inner, left, top, margin }: Joint, box: Box, side: Side): Edge {
  const upright = side === 'left' || side === 'right';
  const start = upright ? box.top : box.left;
  const length = (upright ? box.bottom : box.right) - start;
  const depth = Math.max(2, Math.round(outer.height / 90));
  const sums = new Float32Array(length * 3);
  for (let along = 0; along < length; along++)
    for (let step = 0; step < depth; step++) {
      const x = upright ? (side === 'left' ? box.left + step : box.right - 1 - step) : start + along;
      const y = upright ? start + along : side === 'top' ? box.top + step : box.bottom - 1 - step;
      const from = ((y - top) * inner.width + x - left) * 4;
      const to = (y * outer.width + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        sums[along * 3 + channel] += (inner.data[from + channel] - outer.data[to + channel]) / depth;
    }
  const ends = {
    first: start === 0 ? margin : 0,
    last: start + length === (upright ? outer.height : outer.width) ? length - 1 - margin : length - 1,
  };
  const inPaint = Float32Array.from(sums, (_, index) => {
    const along = Math.max(ends.first, Math.min(ends.last, Math.floor(index / 3)));
    return sums[along * 3 + (index % 3)];
  });
  return { differences: smoothValues(inPaint, length, Math.round(outer.height / 24)), length };
}

function smoothValues(values: Float32Array, length: number, radius: number): Float32Array {
  let from = values;
  for (let pass = 0; pass < 2; pass++) {
    const out = new Float32Array(from.length);
    for (let channel = 0; channel < 3; channel++) {
      const at = (place: number) => from[Math.max(0, Math.min(length - 1, place)) * 3 + channel];
      let sum = 0;
      for (let place = -radius; place <= radius; place++) sum += at(place);
      for (let place = 0; place < length; place++) {
        out[place * 3 + channel] = sum / (radius * 2 + 1);
        sum += at(place + radius + 1) - at(place - radius);
      }
    }
    from = out;
  }
  return from;
}

/** Adapts the pixels outside the box to the tones of the inner picture, less and less with the distance. */
function leadOuter({ outer, margin }: Joint, box: Box, edges: Partial<Record<Side, Edge>>): void {
  const { data, width, height } = outer;
  const reach = height * 0.35;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const dx = x < box.left ? box.left - x : x >= box.right ? x - box.right + 1 : 0;
      const dy = y < box.top ? box.top - y : y >= box.bottom ? y - box.bottom + 1 : 0;
      if (dx === 0 && dy === 0) continue;
      const distance = Math.sqrt(dx * dx + dy * dy) / reach;
      if (distance >= 1) continue;
      const share =
        (1 - distance) * (1 - distance) * (1 + 2 * distance) * tonedShare(outer, { x, y, margin });
      const across = dx > 0 ? (x < box.left ? edges.left : edges.right) : undefined;
      const down = dy > 0 ? (y < box.top ? edges.top : edges.bottom) : undefined;
      const sum = dx + dy;
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const one = across ? valueAt(across, y - box.top, channel) : 0;
        const other = down ? valueAt(down, x - box.left, channel) : 0;
        data[to + channel] = byte(data[to + channel] + ((one * dx + other * dy) / sum) * share);
      }
    }
}

/**
 * Paper around the whole has no tone to match: 0 on it, 1 within. Its edge is ragged, about half as wide as
 * the margin.
 */
function tonedShare(
  { width, height }: Pixels,
  { x, y, margin }: { x: number; y: number; margin: number },
): number {
  if (margin === 0) return 1;
  const rim = Math.min(x, y, width - 1 - x, height - 1 - y);
  return smooth(Math.max(0, Math.min(1, (rim / margin - 0.55) / 0.2)));
}

function valueAt({ differences, length }: Edge, along: number, channel: number): number {
  return differences[Math.max(0, Math.min(length - 1, along)) * 3 + channel];
}

function layInner(joint: Joint, box: Box, edges: Partial<Record<Side, Edge>>): void {
  const { outer, inner, left, top, exact, margin } = joint;
  const short = Math.min(box.right - box.left, box.bottom - box.top);
  const fade = exact ? margin * 0.5 : Math.max(2, short * 0.05);
  const reach = short * 0.3;
  const width = { outer: outer.width, inner: inner.width };
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const nearest = nearestEdge({ x, y }, box, edges);
      const from = ((y - top) * width.inner + x - left) * 4;
      const to = (y * width.outer + x) * 4;
      const depth = nearest ? nearest.depth + 0.5 : Infinity;
      const toneShare = exact && depth < fade ? tonedShare(outer, { x, y, margin }) : 1;
      const share = fade > 0 ? Math.min(1, depth / fade) : 1;
      const correctionShare = exact || !nearest ? 0 : Math.max(0, 1 - depth / reach) ** 2;
      for (let channel = 0; channel < 3; channel++) {
        const difference = nearest ? valueAt(nearest.edge, nearest.along, channel) : 0;
        const innerValue = inner.data[from + channel] - difference * correctionShare;
        const value = outer.data[to + channel] + (exact ? difference * toneShare : 0);
        outer.data[to + channel] =
          share >= 1 ? byte(innerValue) : byte(value + (innerValue - value) * smooth(share));
      }
    }
}

function nearestEdge(
  point: { x: number; y: number },
  box: Box,
  edges: Partial<Record<Side, Edge>>,
): { edge: Edge; depth: number; along: number } | undefined {
  let best: { edge: Edge; depth: number; along: number } | undefined;
  const consider = (edge: Edge | undefined, depth: number, along: number): void => {
    if (edge && (!best || depth < best.depth)) best = { edge, depth, along };
  };
  consider(edges.left, point.x - box.left, point.y - box.top);
  consider(edges.right, box.right - 1 - point.x, point.y - box.top);
  consider(edges.top, point.y - box.top, point.x - box.left);
  consider(edges.bottom, box.bottom - 1 - point.y, point.x - box.left);
  return best;
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

function byte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}
