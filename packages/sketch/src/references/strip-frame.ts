/** Removes an even border from a small picture, such as the paper around a painting or the bars of a film. */
import { meanLab } from './find-palette.ts';
import { type Lab, labAt, labDistance, type SmallPicture } from './small-picture.ts';

/** The maximum width of a border, as a share of the shorter side. */
const widest = 0.08;

export interface FramelessPicture {
  readonly inner: SmallPicture;
  /** Whether the picture had a margin of a light, nearly even color. */
  readonly hasPaperMargin: boolean;
}

export function stripFrame(small: SmallPicture): FramelessPicture {
  const edge = Math.ceil(Math.min(small.width, small.height) * widest);
  const outer = readRing(small, 0);
  const paper = meanLab(outer);
  const isEven = outer.filter(color => labDistance(color, paper) < 0.04).length > outer.length * 0.94;
  if (!isEven || edge < 3) return { inner: small, hasPaperMargin: false };
  const depth = Array.from({ length: edge }, (_, index) => index + 1).find(
    index =>
      readRing(small, index).filter(color => labDistance(color, paper) < 0.06).length < outer.length * 0.2,
  );
  if (depth === undefined) return { inner: small, hasPaperMargin: false };
  return { inner: crop(small, Math.min(edge, depth + 2)), hasPaperMargin: paper[0] > 0.85 };
}

function readRing(small: SmallPicture, depth: number): Lab[] {
  const { width, height } = small;
  const ring: Lab[] = [];
  for (let x = depth; x < width - depth; x++)
    ring.push(labAt(small, depth * width + x), labAt(small, (height - 1 - depth) * width + x));
  for (let y = depth; y < height - depth; y++)
    ring.push(labAt(small, y * width + depth), labAt(small, y * width + width - 1 - depth));
  return ring;
}

function crop(small: SmallPicture, margin: number): SmallPicture {
  const width = small.width - margin * 2;
  const height = small.height - margin * 2;
  const lab = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((y + margin) * small.width + margin) * 3;
    lab.set(small.lab.subarray(from, from + width * 3), y * width * 3);
  }
  return { width, height, lab, full: small.full, factor: small.factor };
}
