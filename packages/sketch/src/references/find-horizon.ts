/**
 * Finds the horizon of a picture: the row at which most columns change and the
 * colors above and below differ.
 */
import { type Lab, labDistance, type SmallPicture } from './small-picture.ts';

export interface Horizon {
  /** 0 top … 1 bottom. */
  readonly y: number;
  /** 0 … 1: how certain it is that there is a horizon. */
  readonly confidence: number;
}

const steps = 48;

export function findHorizon(picture: SmallPicture): Horizon {
  const scores = Array.from({ length: steps + 1 }, (_, step) => {
    const y = 0.1 + (0.8 * step) / steps;
    return { y, score: scoreAt(picture, y) };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return { y: best.y, confidence: Math.min(1, best.score) };
}

/**
 * The share of columns that change at this row, multiplied by the color difference
 * of the bands above and below.
 */
function scoreAt(picture: SmallPicture, y: number): number {
  const { width, height } = picture;
  const row = Math.round(y * height);
  const reach = Math.max(2, Math.round(height * 0.02));
  let changeSum = 0;
  for (let x = 0; x < width; x++) {
    const change = labDistance(pixelAt(picture, x, row - reach), pixelAt(picture, x, row + reach));
    changeSum += Math.min(1, change / 0.1);
  }
  const above = averageRows(picture, { from: Math.max(0, y - 0.14), to: y - 0.01 });
  const below = averageRows(picture, { from: y + 0.01, to: Math.min(1, y + 0.14) });
  const central = 1 - 0.4 * Math.abs(y - 0.55);
  return (changeSum / width) * Math.min(1, labDistance(above, below) / 0.12 + 0.15) * central * 1.3;
}

function pixelAt({ width, height, lab }: SmallPicture, x: number, row: number): Lab {
  const at = (Math.min(height - 1, Math.max(0, row)) * width + x) * 3;
  return [lab[at], lab[at + 1], lab[at + 2]];
}

/** Mean color of a band of rows. `from` and `to` are fractions of the height. */
export function averageRows(
  { width, height, lab }: Pick<SmallPicture, 'width' | 'height' | 'lab'>,
  band: { from: number; to: number },
): Lab {
  const first = Math.min(height - 1, Math.max(0, Math.floor(band.from * height)));
  const last = Math.min(height, Math.max(first + 1, Math.ceil(band.to * height)));
  let [l, a, b] = [0, 0, 0];
  for (let at = first * width; at < last * width; at++) {
    l += lab[at * 3];
    a += lab[at * 3 + 1];
    b += lab[at * 3 + 2];
  }
  const count = (last - first) * width;
  return [l / count, a / count, b / count];
}
