/** Grows the white area of a mask and softens its edge. */
import type { Mask } from '../../picture/mask-file.ts';
import { distancesFrom, distanceUnit } from './mask-distance.ts';

export interface MaskShape {
  readonly mask: Mask;
  /** Pixels by which the white area grows. */
  readonly grow: number;
  /** Pixels over which it fades to black, beyond what it has grown. */
  readonly feather: number;
}

export function shapeMask({ mask, grow, feather }: MaskShape): Mask {
  const distances = distancesFrom('white', mask);
  const data = new Uint8Array(distances.length);
  const steps = feather + 1;
  for (let at = 0; at < data.length; at++) {
    const distanceBeyond = (distances[at] ?? 0) / distanceUnit - grow;
    data[at] = Math.round(255 * Math.min(1, Math.max(0, 1 - distanceBeyond / steps)));
  }
  return { ...mask, data };
}
