/**
 * The even border around a picture: the paper around a painting, or the bars around a film. It is no part of
 * what is shown.
 */
import { smooth } from '../../raster/colors.ts';
import type { RawPicture } from '../../raster/raw-picture.ts';

export interface Border {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The color of the border. Absent if there is no border. */
  readonly color?: Rgb;
}

type Rgb = readonly [number, number, number];
type Side = 'left' | 'top' | 'right' | 'bottom';

export const noBorder: Border = { left: 0, top: 0, right: 0, bottom: 0 };
/** The largest share of the shorter side that a border can take. */
const widest = 0.1;
/** Sum of the differences of red, green and blue within one color. */
const largestDifference = 42;

/**
 * Finds the width of the border at each side, in pixels. Paper ends on a wavering line, all of which lies
 * within that width.
 */
export function paperBorder(picture: RawPicture): Border {
  const paper = readRingColor(picture);
  if (!paper) return noBorder;
  const maxWidth = Math.floor(Math.min(picture.width, picture.height) * widest);
  const depth = (side: Side): number => {
    for (let at = 0; at < maxWidth; at++) {
      const line = readMiddle(picture, { side, at });
      if (line.filter(place => isAlike(picture, place, paper)).length < line.length * 0.02)
        return at === 0 ? 0 : at + 2;
    }
    return 0;
  };
  return {
    left: depth('left'),
    top: depth('top'),
    right: depth('right'),
    bottom: depth('bottom'),
    color: paper,
  };
}

/** Returns how much of a pixel is picture, 0 … 1. Along the wavering edge, some of it is border. */
export function shownShare({ data, width, height }: RawPicture, index: number, border: Border): number {
  if (!border.color) return 1;
  const x = index % width;
  const y = Math.floor(index / width);
  const inside =
    x >= border.left && x < width - border.right && y >= border.top && y < height - border.bottom;
  return inside
    ? 1
    : smooth(largestDifference * 0.5, largestDifference * 2.5, difference(data, index * 4, border.color));
}

/** Returns the mean of the outermost pixels, or undefined if they are not of one color. */
function readRingColor(picture: RawPicture): Rgb | undefined {
  const ring = (['left', 'top', 'right', 'bottom'] as const).flatMap(side =>
    readMiddle(picture, { side, at: 0 }),
  );
  const mean = (channel: number) =>
    ring.reduce((sum, place) => sum + picture.data[place + channel], 0) / ring.length;
  const paper: Rgb = [mean(0), mean(1), mean(2)];
  const alikeCount = ring.filter(place => isAlike(picture, place, paper)).length;
  return alikeCount > ring.length * 0.96 ? paper : undefined;
}

/** Lists the pixels of a line along a side, without the corners. */
function readMiddle({ width, height }: RawPicture, { side, at }: { side: Side; at: number }): number[] {
  const upright = side === 'left' || side === 'right';
  const length = upright ? height : width;
  const first = Math.ceil(length * 0.1);
  const across = side === 'right' ? width - 1 - at : side === 'bottom' ? height - 1 - at : at;
  return Array.from({ length: length - first * 2 }, (_, index) => {
    const along = first + index;
    return (upright ? along * width + across : across * width + along) * 4;
  });
}

function isAlike({ data }: RawPicture, offset: number, paper: Rgb): boolean {
  return difference(data, offset, paper) < largestDifference;
}

function difference(data: RawPicture['data'], offset: number, paper: Rgb): number {
  return paper.reduce((sum, value, channel) => sum + Math.abs(data[offset + channel] - value), 0);
}
