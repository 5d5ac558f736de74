/** Operations on masks with a value of 0 or 1 per pixel: connected parts, holes and dilation. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A mask of the largest connected part only. Pixels near the center count more. */
export function largestPart(mask: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const marks = new Uint8Array(mask.length);
  const isFree = (index: number) => !marks[index] && mask[index] > 0.5;
  const mark = (index: number) => {
    marks[index] = 1;
  };
  let best: readonly number[] = [];
  let most = 0;
  for (let start = 0; start < mask.length; start++) {
    if (!isFree(start)) continue;
    const part = flood(start, { ...size, isFree, mark });
    const weight = part.reduce((sum, index) => {
      const x = (index % width) / width - 0.5;
      const y = Math.floor(index / width) / height - 0.5;
      return sum + 1 / (1 + 6 * (x * x + y * y));
    }, 0);
    if (weight <= most) continue;
    most = weight;
    best = part;
  }
  const out = new Float32Array(mask.length);
  for (const at of best) out[at] = 1;
  return out;
}

/** Adds all areas that cannot be reached from the border without crossing the mask. */
export function fillHoles(mask: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const outside = new Uint8Array(mask.length);
  const mark = (index: number) => {
    outside[index] = 1;
  };
  const isFree = (index: number) => !outside[index] && mask[index] <= 0.5;
  for (let x = 0; x < width; x++)
    for (const at of [x, (height - 1) * width + x]) if (isFree(at)) flood(at, { ...size, isFree, mark });
  for (let y = 0; y < height; y++)
    for (const at of [y * width, y * width + width - 1]) if (isFree(at)) flood(at, { ...size, isFree, mark });
  return mask.map((_, index) => (outside[index] ? 0 : 1));
}

/** Dilates the mask by `reach` pixels horizontally and vertically. */
export function growMask(mask: Float32Array, { width, height }: Size, reach: number): Float32Array {
  const wideMask = new Float32Array(mask.length);
  const out = new Float32Array(mask.length);
  for (let y = 0; y < height; y++) {
    let last = -Infinity;
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x] > 0.5) last = x;
      if (x - last <= reach) wideMask[y * width + x] = 1;
    }
    last = Infinity;
    for (let x = width - 1; x >= 0; x--) {
      if (mask[y * width + x] > 0.5) last = x;
      if (last - x <= reach) wideMask[y * width + x] = 1;
    }
  }
  for (let x = 0; x < width; x++) {
    let last = -Infinity;
    for (let y = 0; y < height; y++) {
      if (wideMask[y * width + x] > 0.5) last = y;
      if (y - last <= reach) out[y * width + x] = 1;
    }
    last = Infinity;
    for (let y = height - 1; y >= 0; y--) {
      if (wideMask[y * width + x] > 0.5) last = y;
      if (last - y <= reach) out[y * width + x] = 1;
    }
  }
  return out;
}

interface FloodArea extends Size {
  readonly isFree: (index: number) => boolean;
  readonly mark: (index: number) => void;
}

/**
 * All pixels that can be reached from `start` over free pixels, including `start`. A marked
 * pixel must not be free any more.
 */
function flood(start: number, { width, height, isFree, mark }: FloodArea): number[] {
  const part = [start];
  mark(start);
  for (let next = 0; next < part.length; next++) {
    const at = part[next];
    const x = at % width;
    const y = Math.floor(at / width);
    const neighbors = [
      x > 0 ? at - 1 : -1,
      x < width - 1 ? at + 1 : -1,
      y > 0 ? at - width : -1,
      y < height - 1 ? at + width : -1,
    ];
    for (const neighbor of neighbors) {
      if (neighbor < 0 || !isFree(neighbor)) continue;
      mark(neighbor);
      part.push(neighbor);
    }
  }
  return part;
}
