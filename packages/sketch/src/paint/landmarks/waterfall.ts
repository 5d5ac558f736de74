/** A wall of rock with water falling over it. Foot at (0, 0), pixels. */
import { clamp, type Rgb } from '../../raster/colors.ts';
import type { Brush } from '../stage/brush.ts';
import { noise } from '../../raster/noise.ts';
import { paintHalo } from '../sky/sky.ts';
import { drawCrown } from '../plants/trees.ts';

export function drawWaterfall(brush: Brush, height: number): void {
  drawWall(brush, height);
  drawWater(brush, height);
  drawGreen(brush, height);
}

/**
 * Returns the height of the wall at `x`, as a share of its greatest height: highest beside the fall, sinking
 * into the land at both ends.
 */
function wallHeight(x: number, seed: number): number {
  const roughness = noise(x * 5 + seed, 1.7) * 0.09 + noise(x * 17, seed) * 0.03;
  const lip = Math.abs(x) < 0.15 ? -0.07 : 0;
  return clamp(1.02 - Math.abs(x) ** 2.2 * 0.85 + roughness + lip, 0, 1.1);
}

function drawWall(brush: Brush, height: number): void {
  const { context, random, side, stage } = brush;
  const rock: Rgb = stage.tones.rock;
  const seed = random() * 50;
  const half = 1.05;
  context.save();
  context.beginPath();
  context.moveTo(-half * height, height * 0.04);
  for (let x = -half; x <= half; x += 0.02) context.lineTo(x * height, -wallHeight(x, seed) * height);
  context.lineTo(half * height, height * 0.04);
  context.closePath();
  const face = context.createLinearGradient(-half * height, 0, half * height, 0);
  face.addColorStop(side > 0 ? 1 : 0, brush.tone(rock, 0.85));
  face.addColorStop(0.5, brush.tone(rock, 0.36));
  face.addColorStop(side > 0 ? 0 : 1, brush.tone(rock, 0.3));
  context.fillStyle = face;
  context.fill();
  context.clip();
  for (let ledge = 0; ledge < 320; ledge++) {
    const x = (random() * 2 - 1) * half * height;
    const y = -random() * height * 1.1;
    const rockWidth = height * (0.02 + random() * 0.07);
    const rockHeight = height * (0.03 + random() * 0.12);
    context.fillStyle = brush.tone(rock, random() < 0.5 ? 0.08 + random() * 0.2 : 0.6 + random() * 0.4, 0.28);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + rockWidth, y + rockHeight * 0.12);
    context.lineTo(x + rockWidth * 0.8, y + rockHeight);
    context.lineTo(x - rockWidth * 0.1, y + rockHeight * 0.8);
    context.fill();
  }
  context.restore();
}

function drawWater(brush: Brush, height: number): void {
  const { context, random } = brush;
  const half = height * 0.13;
  for (let strand = 0; strand < 170; strand++) {
    const x = (random() * 2 - 1) * half;
    const top = -height * (0.955 - random() * 0.02 - (strand % 5 === 0 ? random() * 0.5 : 0));
    const foot = -height * 0.01 * random();
    context.strokeStyle = brush.tone([230, 242, 250], 0.45 + random() * 0.6, 0.3 + random() * 0.4);
    context.lineWidth = Math.max(0.5, height * (0.003 + random() * 0.011));
    context.beginPath();
    context.moveTo(x * 0.86, top);
    context.quadraticCurveTo(x * 0.95, top * 0.8, x * (1.05 + random() * 0.25), foot);
    context.stroke();
  }
  for (let puff = 0; puff < 20; puff++) {
    const spray = {
      x: (random() * 2 - 1) * half * 1.7,
      y: -random() * height * 0.07,
      radius: height * (0.05 + random() * 0.1),
    };
    paintHalo(context, { ...spray, color: 'rgba(238,246,252,', strength: 0.3 });
  }
}

/** Draws bushes along the edge and at the foot. */
function drawGreen(brush: Brush, height: number): void {
  const { random, stage } = brush;
  for (let bush = 0; bush < 26; bush++) {
    const x = (0.16 + random() * 0.85) * (random() < 0.5 ? -1 : 1);
    const isAtFoot = random() < 0.45;
    const y = isAtFoot ? -0.02 : -clamp(1.0 - Math.abs(x) ** 2.2 * 0.85, 0, 1.1);
    const size = height * (0.035 + random() * 0.06);
    drawCrown(brush, {
      x: x * height,
      y: y * height,
      width: size * 1.3,
      height: size,
      color: stage.tones.foliage,
    });
  }
}
