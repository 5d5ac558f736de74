/**
 * A clump of bamboo: jointed canes that lean apart, tufts of narrow leaves on their upper
 * half. Foot at (0, 0), pixels.
 */
import type { Brush } from '../stage/brush.ts';
import { mix, type Rgb } from '../../raster/colors.ts';

export function drawBamboo(brush: Brush, height: number, color: Rgb): void {
  const canes = 3 + Math.floor(brush.random() * 3);
  for (let cane = 0; cane < canes; cane++) {
    const foot = ((cane + brush.random()) / canes - 0.5) * height * 0.26;
    drawCane(brush, { foot, tall: height * (0.72 + 0.28 * brush.random()), color });
  }
}

function drawCane(brush: Brush, { foot, tall, color }: { foot: number; tall: number; color: Rgb }): void {
  const { context, random, side } = brush;
  const lean = (random() - 0.5) * tall * 0.12;
  const caneWidth = Math.max(0.7, tall * 0.013);
  const joints = 11;
  const pointAt = (share: number) => ({ x: foot + lean * share ** 2, y: -tall * share });
  const bright = 0.35 + 0.35 * random();
  for (let joint = 0; joint < joints; joint++) {
    const [low, high] = [pointAt(joint / joints), pointAt((joint + 0.94) / joints)];
    const half = caneWidth * (1 - (joint / joints) * 0.55);
    context.fillStyle = brush.tone(color, bright);
    context.fillRect(low.x - half, high.y, half * 2, low.y - high.y);
    context.fillStyle = brush.tone(mix(color, [240, 246, 200], 0.4), bright + 0.25);
    context.fillRect(low.x + side * half * 0.3 - half * 0.25, high.y, half * 0.5, low.y - high.y);
    context.fillStyle = brush.tone(mix(color, [40, 60, 30], 0.5), bright);
    context.fillRect(low.x - half * 1.15, low.y - half * 0.4, half * 2.3, Math.max(0.6, half * 0.5));
    if (joint > 4) drawTuft(brush, { ...high, length: tall * 0.085, color });
  }
}

function drawTuft(brush: Brush, tuft: { x: number; y: number; length: number; color: Rgb }): void {
  const { context, random } = brush;
  const { x, y, length, color } = tuft;
  const direction = random() < 0.5 ? -1 : 1;
  for (let leaf = 0; leaf < 9; leaf++) {
    const reach = direction * length * (0.2 + 1.1 * random()) * (random() < 0.25 ? -1 : 1);
    const start = { x: x + reach * 0.5, y: y - length * 0.25 * random() };
    const tip = { x: start.x + reach * 0.7, y: start.y + length * (0.25 + 0.6 * random()) };
    context.fillStyle = brush.tone(mix(color, [70, 120, 50], 0.35), 0.25 + 0.6 * random());
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.quadraticCurveTo(tip.x, start.y - length * 0.08, tip.x, tip.y);
    context.quadraticCurveTo((start.x + tip.x) / 2, tip.y - length * 0.1, start.x, start.y);
    context.fill();
  }
}
