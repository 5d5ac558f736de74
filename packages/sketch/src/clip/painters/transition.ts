/**
 * The transition from a first to a last picture: both move, their similar parts move together, and the first
 * is blended into the last from the top down, in linear light. It begins with exactly the first picture
 * and ends with exactly the last.
 */
import { createCanvas } from '@napi-rs/canvas';
import { smooth } from '../../raster/colors.ts';
import { readPixels } from '../../raster/read-pixels.ts';
import type { ClipPainter } from './clip-painter.ts';
import { matchPictures, type Shifts } from '../passes/match-pictures.ts';
import { sampleMap } from '../passes/picture-depth.ts';
import { createMesh, type Mesh, type PaddedPicture, padPicture, warpPixels } from '../passes/warp-pixels.ts';

export interface Transition {
  /** Seconds of the last frame. */
  readonly end: number;
}

/** `last` is painted backwards in time, so that it comes to rest as the clip ends. */
export function openTransition(first: ClipPainter, last: ClipPainter, { end }: Transition): ClipPainter {
  const [from, to] = [readPixels(first.paint(0)), readPixels(last.paint(0))];
  const { width, height } = from;
  const shifts = matchPictures(from, to);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const meshes = { one: createMesh(from), other: createMesh(from), shares: createMesh(from).gain };
  const bent = { one: new Uint8Array(from.data.length), other: new Uint8Array(from.data.length) };
  const padding = Math.ceil(height * 0.05);
  let paddedPicture: PaddedPicture | undefined;
  return {
    paint: seconds => {
      const share = smooth(end * 0.06, end * 0.94, seconds);
      if (share <= 0) return first.paint(seconds);
      if (share >= 1) return last.paint(Math.max(0, end - seconds));
      fillMeshes(meshes, { shifts, share, width, height });
      paddedPicture = padPicture(readPixels(first.paint(seconds)), padding, paddedPicture);
      warpPixels(paddedPicture, meshes.one, { pixels: bent.one, width, height });
      padPicture(readPixels(last.paint(end - seconds)), padding, paddedPicture);
      warpPixels(paddedPicture, meshes.other, { pixels: bent.other, width, height });
      blendInLight(image.data, bent, { shares: meshes.shares, mesh: meshes.one, width });
      context.putImageData(image, 0, 0);
      return canvas;
    },
  };
}

function fillMeshes(
  { one, other, shares }: { one: Mesh; other: Mesh; shares: Float32Array },
  { shifts, share, width, height }: { shifts: Shifts; share: number; width: number; height: number },
): void {
  const closer = 1 + 0.1 * Math.sin(share * Math.PI);
  for (let at = 0; at < one.u.length; at++) {
    const x = ((at % one.columns) * one.step - width / 2) / closer + width / 2;
    const y = (Math.floor(at / one.columns) * one.step - height / 2) / closer + height / 2;
    let shift = { x: 0, y: 0 };
    // The shifts belong to points of the first picture, so the point that has moved here is searched.
    for (let pass = 0; pass < 2; pass++) {
      const cell = {
        x: (x / width - shift.x * share) * shifts.columns - 0.5,
        y: (y / height - shift.y * share) * shifts.rows - 0.5,
      };
      shift = { x: sampleMap(shifts.x, shifts, cell), y: sampleMap(shifts.y, shifts, cell) };
    }
    one.u[at] = x - shift.x * share * width;
    one.v[at] = y - shift.y * share * height;
    other.u[at] = x + shift.x * (1 - share) * width;
    other.v[at] = y + shift.y * (1 - share) * height;
    const delay = (0.25 * Math.floor(at / one.columns) * one.step) / height;
    shares[at] = smooth(delay, delay + 0.75, share);
  }
}

const toLight = Uint16Array.from({ length: 256 }, (_, value) => Math.round((value / 255) ** 2.2 * 4095));
const fromLight = Uint8Array.from({ length: 4096 }, (_, light) =>
  Math.round((light / 4095) ** (1 / 2.2) * 255),
);

function blendInLight(
  pixels: Uint8ClampedArray,
  { one, other }: { one: Uint8Array; other: Uint8Array },
  options: { shares: Float32Array; mesh: Mesh; width: number },
): void {
  const { shares, width } = options;
  const { step, columns } = options.mesh;
  const rows = pixels.length / 4 / width;
  for (let y = 0; y < rows; y++) {
    const fy = (y % step) / step;
    const node = Math.floor(y / step) * columns;
    // The share is the same along a row.
    const share = Math.round((shares[node] + (shares[node + columns] - shares[node]) * fy) * 1024);
    const [start, end] = [y * width * 4, (y + 1) * width * 4];
    for (let at = start; at < end; at++) {
      const light = toLight[one[at]] * (1024 - share) + toLight[other[at]] * share;
      pixels[at] = fromLight[(light + 512) >> 10];
    }
  }
}
