/** A clip of a picture begins with exactly that picture: what its painter does otherwise comes in softly after it. */
import { smooth } from '../paint/colors.ts';
import { pixelsOf } from '../paint/pixels-of.ts';
import type { Pixels } from '../sketch-work.ts';
import type { ClipPainter } from './clip-painter.ts';
import type { ClipPlan } from './clip-plan.ts';

const seconds = 0.9;

export interface FirstPicture {
  /** Writes into the pixels of the frame at `now`. */
  correct(pixels: Uint8Array, now: number): void;
}

export function openFirstPicture(painter: ClipPainter, still: Pixels, plan: ClipPlan): FirstPicture {
  const painted = pixelsOf(painter.paint(0)).data;
  const difference = Int16Array.from(still.data, (value, at) => value - painted[at]!);
  return {
    correct: (pixels, now) => {
      const at = plan.loop ? now % plan.seconds : now;
      const away = plan.loop ? Math.min(at, plan.seconds - at) : at;
      const share = 1 - smooth(0, seconds, away);
      if (share <= 0) return;
      const weight = Math.round(share * 256);
      for (let index = 0; index < pixels.length; index++) {
        const value = pixels[index]! + ((difference[index]! * weight) >> 8);
        pixels[index] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    },
  };
}
