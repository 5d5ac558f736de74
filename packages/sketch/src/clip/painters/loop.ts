/** Closes a clip to a loop: water, rain and clouds, which are not periodic, are blended at its end. */
import { createCanvas } from '@napi-rs/canvas';
import { smooth } from '../../raster/colors.ts';
import { loopBlendSeconds } from '../motion/clip-clock.ts';
import type { ClipPainter } from './clip-painter.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';

export function openLoop(painter: ClipPainter, plan: ClipPlan): ClipPainter {
  const { seconds: period } = plan;
  const blend = loopBlendSeconds(plan);
  return {
    paint: seconds => {
      const now = seconds % period;
      const first = painter.paint(now);
      if (now <= period - blend) return first;
      const canvas = createCanvas(first.width, first.height);
      const context = canvas.getContext('2d');
      context.drawImage(first, 0, 0);
      // The last frames show only the beginning.
      context.globalAlpha = smooth(period - blend, period - 0.1, now);
      context.drawImage(painter.paint(now - period), 0, 0);
      return canvas;
    },
  };
}
