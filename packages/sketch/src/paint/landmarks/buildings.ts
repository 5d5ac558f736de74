/** City buildings: a lit and a dark face, rows of windows, something on the roof. Foot at (0, 0), pixels. */
import type { Brush } from '../stage/brush.ts';
import { clamp, type Rgb } from '../../raster/colors.ts';

const walls: readonly Rgb[] = [
  [176, 166, 158],
  [142, 150, 164],
  [188, 160, 140],
  [120, 130, 150],
  [204, 196, 186],
  [150, 120, 112],
];
const lamps = ['#ffd98a', '#ffe9bd', '#ffc46b', '#cfe4ff', '#ffb27a'];
const signs = ['#ff3d8b', '#30e0ff', '#b45cff', '#ffb52e', '#4dffa8'];

export function drawBlock(brush: Brush, height: number): void {
  const { context, random, side } = brush;
  const width = height * (0.16 + random() * 0.22);
  const wall = walls[Math.floor(random() * walls.length)];
  const left = -width / 2;
  const sideWidth = width * (0.22 + random() * 0.2);
  const brightRight = side > 0;
  context.fillStyle = brush.tone(wall, 0.68);
  context.fillRect(left, -height, width, height);
  context.fillStyle = brush.tone(wall, 0.16);
  context.fillRect(brightRight ? left : left + width - sideWidth, -height, sideWidth, height);
  drawWindows(brush, { left, top: -height * 0.97, width, height: height * 0.95, sideWidth, brightRight });
  drawRoof(brush, { left, width, height, wall });
  if (brush.dark && random() < (brush.stage.scene.style === 'neon' ? 0.9 : 0.3))
    drawSign(brush, { left, width, height });
}

function drawWindows(
  brush: Brush,
  face: { left: number; top: number; width: number; height: number; sideWidth: number; brightRight: boolean },
): void {
  const { context, random, dark } = brush;
  const floors = Math.round(clamp(face.height / 7, 5, 26 + random() * 14));
  const columns = Math.round(clamp(face.width / 6, 3, 9));
  const stepY = face.height / floors;
  const stepX = face.width / columns;
  const litShare = dark ? 0.3 + random() * 0.3 : 0.04;
  const hasBands = random() < 0.3;
  for (let floor = 0; floor < floors; floor++)
    for (let column = 0; column < columns; column++) {
      const isLit = random() < litShare;
      const lamp = lamps[Math.floor(random() * lamps.length)];
      const x = face.left + (column + (hasBands ? 0.04 : 0.24)) * stepX;
      const y = face.top + (floor + 0.28) * stepY;
      context.fillStyle = isLit
        ? brush.shine(lamp, 0.6 + random() * 0.4)
        : brush.tone([70, 84, 108], dark ? 0.3 : 0.35 + random() * 0.5, 0.75);
      context.fillRect(x, y, stepX * (hasBands ? 0.92 : 0.52), stepY * 0.46);
    }
}

function drawRoof(brush: Brush, top: { left: number; width: number; height: number; wall: Rgb }): void {
  const { context, random } = brush;
  const { left, width, height, wall } = top;
  const kind = random();
  context.fillStyle = brush.tone(wall, 0.45);
  if (kind < 0.35) context.fillRect(left + width * 0.3, -height * 1.035, width * 0.36, height * 0.04);
  else if (kind < 0.55) {
    context.beginPath();
    context.moveTo(left, -height);
    context.lineTo(left + width / 2, -height * 1.1);
    context.lineTo(left + width, -height);
    context.fill();
  }
  if (kind > 0.75) {
    context.fillRect(left + width * 0.48, -height * 1.12, Math.max(0.6, width * 0.035), height * 0.12);
    if (brush.dark) {
      context.fillStyle = brush.shine('#ff5a4d');
      context.beginPath();
      context.arc(left + width * 0.5, -height * 1.12, Math.max(0.8, width * 0.04), 0, Math.PI * 2);
      context.fill();
    }
  }
}

function drawSign(brush: Brush, wall: { left: number; width: number; height: number }): void {
  const { context, random } = brush;
  const color = signs[Math.floor(random() * signs.length)];
  const x = wall.left + wall.width * (0.12 + random() * 0.6);
  const y = -wall.height * (0.35 + random() * 0.5);
  const isTall = random() < 0.6;
  const width = wall.width * (isTall ? 0.12 : 0.4);
  const height = wall.height * (isTall ? 0.2 : 0.035);
  context.save();
  context.shadowColor = color;
  context.shadowBlur = wall.width * 0.4;
  context.fillStyle = brush.shine(color, 0.95);
  context.fillRect(x, y, width, height);
  context.restore();
}
