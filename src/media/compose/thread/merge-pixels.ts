/** Puts the old pixels back around what was generated. */
import type { RawPicture } from '../../picture/picture-file.ts';
import { distancesFrom, distanceUnit } from './mask-distance.ts';
import type { Repaint } from './repaint.ts';

export interface Merge extends Repaint {
  /** Pixels inside the white area over which the old picture fades. */
  readonly feather: number;
}

/** Changes and returns the pixels of `result`. */
export function mergePixels({ result, old, mask, feather }: Merge): RawPicture {
  const distances = distancesFrom('black', mask);
  const [to, from] = [result.data, old.data];
  const steps = feather + 1;
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const distance = (distances[pixel] ?? 0) / distanceUnit;
    if (distance >= steps) continue;
    const part = distance / steps;
    const share = part * part * (3 - 2 * part);
    for (let at = pixel * 4; at < pixel * 4 + 4; at++) {
      const before = from[at] ?? 0;
      to[at] = Math.round(before + ((to[at] ?? 0) - before) * share);
    }
  }
  return result;
}
