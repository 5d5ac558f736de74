/** The size of a step's pictures. */
import { nearestSize } from '../../media/compose/nearest-size.ts';
import type { SizeRules } from '../../media/picture/size-rules.ts';

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const anySize: SizeRules = { multiple: 8 };

/** The size at which the engine works for a job of this size. */
export function sizeFor({ width, height }: PixelSize, rules: SizeRules = anySize): PixelSize {
  return nearestSize({ width, height }, rules);
}
