/** Castle, ruins, windmill. Foot at (0, 0), pixels. */
import { type Brush, fillShape, roundShade } from '../stage/brush.ts';
import { parseColor, type Rgb } from '../../raster/colors.ts';
import { drawMasonry } from './lighthouse.ts';

export function drawCastle(brush: Brush, height: number, color?: string): void {
  const stone = parseColor(color ?? '#b3a699');
  const roof = parseColor('#4f5f86');
  const turrets = [
    { x: -0.1, half: 0.06, foot: 0.2, top: 0.62 },
    { x: 0.13, half: 0.075, foot: 0.2, top: 0.74 },
    { x: -0.42, half: 0.062, foot: 0, top: 0.42 },
    { x: 0.45, half: 0.066, foot: 0, top: 0.5 },
    { x: -0.24, half: 0.05, foot: 0, top: 0.54 },
    { x: 0.28, half: 0.046, foot: 0, top: 0.46 },
  ];
  for (const turret of turrets.slice(0, 2)) drawTurret(brush, { ...turret, height, stone, roof });
  drawMasonry(brush, { left: -0.3 * height, right: 0.34 * height, height: 0.34 * height, stone });
  drawMerlons(brush, {
    left: -0.3 * height,
    right: 0.34 * height,
    y: -0.34 * height,
    size: height * 0.026,
    stone,
  });
  for (const turret of turrets.slice(4)) drawTurret(brush, { ...turret, height, stone, roof });
  drawMasonry(brush, { left: -0.46 * height, right: 0.5 * height, height: 0.2 * height, stone });
  drawMerlons(brush, {
    left: -0.46 * height,
    right: 0.5 * height,
    y: -0.2 * height,
    size: height * 0.026,
    stone,
  });
  for (const turret of turrets.slice(2, 4)) drawTurret(brush, { ...turret, height, stone, roof });
  const { context } = brush;
  context.fillStyle = brush.tone('#3a2c28', 0.4);
  context.beginPath();
  context.roundRect(-height * 0.05, -height * 0.13, height * 0.1, height * 0.135, [
    height * 0.05,
    height * 0.05,
    0,
    0,
  ]);
  context.fill();
}

interface Turret {
  readonly x: number;
  readonly half: number;
  readonly foot: number;
  readonly top: number;
  readonly height: number;
  readonly stone: Rgb;
  readonly roof: Rgb;
}

function drawTurret(brush: Brush, turret: Turret): void {
  const { context, random } = brush;
  const { height, stone, roof } = turret;
  const x = turret.x * height;
  const half = turret.half * height;
  const top = turret.top * height;
  drawMasonry(brush, {
    left: x - half,
    right: x + half,
    height: top - turret.foot * height,
    foot: turret.foot * height,
    stone,
  });
  context.fillStyle = roundShade(brush, { left: x - half * 1.15, right: x + half * 1.15, color: stone });
  context.fillRect(x - half * 1.15, -top - height * 0.01, half * 2.3, height * 0.035);
  const peak = top + half * 3.4;
  context.fillStyle = roundShade(brush, { left: x - half * 1.3, right: x + half * 1.3, color: roof });
  context.beginPath();
  context.moveTo(x - half * 1.3, -top - height * 0.005);
  context.quadraticCurveTo(x - half * 0.3, -top - half * 1.4, x, -peak);
  context.quadraticCurveTo(x + half * 0.3, -top - half * 1.4, x + half * 1.3, -top - height * 0.005);
  context.fill();
  drawFlag(brush, { x, y: -peak, size: height * 0.05 });
  for (let window = 0; window < 3; window++) {
    const y = -top + height * (0.05 + window * 0.09);
    if (y > -turret.foot * height - height * 0.05) break;
    const isLit = brush.dark && random() < 0.7;
    context.fillStyle = isLit ? brush.shine('#ffcf7a') : brush.tone('#2f2c38', 0.4);
    context.beginPath();
    context.roundRect(x - half * 0.17 + (random() - 0.5) * half * 0.6, y, half * 0.34, height * 0.034, [
      half * 0.17,
      half * 0.17,
      0,
      0,
    ]);
    context.fill();
  }
}

function drawFlag(brush: Brush, flag: { x: number; y: number; size: number }): void {
  const { x, y, size } = flag;
  brush.context.fillStyle = brush.tone('#33303a', 0.5);
  brush.context.fillRect(x - size * 0.02, y - size * 0.9, size * 0.05, size);
  fillShape(
    brush.context,
    [
      [x, y - size * 0.9],
      [x + size * 0.7, y - size * 0.7],
      [x, y - size * 0.5],
    ],
    brush.tone('#c23b3b', 0.8),
  );
}

function drawMerlons(
  brush: Brush,
  row: { left: number; right: number; y: number; size: number; stone: Rgb },
): void {
  for (let x = row.left; x < row.right - row.size * 0.5; x += row.size * 1.8) {
    const share = (x - row.left) / (row.right - row.left);
    brush.context.fillStyle = brush.tone(row.stone, brush.side > 0 ? 0.3 + share * 0.6 : 0.9 - share * 0.6);
    brush.context.fillRect(x, row.y - row.size, row.size, row.size * 1.1);
  }
}

export function drawRuins(brush: Brush, height: number, color?: string): void {
  const { random } = brush;
  const stone = parseColor(color ?? '#c2b29a');
  for (let column = -3; column <= 3; column++) {
    const x = column * height * 0.3;
    const columnHeight = height * (column === 0 || Math.abs(column) === 1 ? 0.86 : 0.3 + random() * 0.6);
    const half = height * 0.052;
    drawMasonry(brush, { left: x - half, right: x + half, height: columnHeight, stone });
    brush.context.fillStyle = roundShade(brush, {
      left: x - half * 1.5,
      right: x + half * 1.5,
      color: stone,
    });
    brush.context.fillRect(x - half * 1.5, -height * 0.05, half * 3, height * 0.05);
    if (columnHeight > height * 0.7)
      brush.context.fillRect(x - half * 1.5, -columnHeight - height * 0.04, half * 3, height * 0.05);
  }
  drawMasonry(brush, {
    left: -height * 0.4,
    right: height * 0.4,
    height: height * 0.09,
    foot: height * 0.89,
    stone,
  });
}

export function drawWindmill(brush: Brush, height: number, color?: string): void {
  const { context } = brush;
  const body = parseColor(color ?? '#e9dfcc');
  const top = height * 0.62;
  context.fillStyle = roundShade(brush, { left: -height * 0.15, right: height * 0.15, color: body });
  context.beginPath();
  context.moveTo(-height * 0.15, 0);
  context.lineTo(-height * 0.09, -top);
  context.lineTo(height * 0.09, -top);
  context.lineTo(height * 0.15, 0);
  context.fill();
  context.fillStyle = roundShade(brush, { left: -height * 0.11, right: height * 0.11, color: '#6a4638' });
  context.beginPath();
  context.ellipse(0, -top, height * 0.11, height * 0.1, 0, Math.PI, 0);
  context.fill();
  context.fillStyle = brush.tone('#5d3b2c', 0.5);
  context.fillRect(-height * 0.03, -height * 0.11, height * 0.06, height * 0.11);
  context.fillStyle = brush.dark ? brush.shine('#ffd27a') : brush.tone('#50606e', 0.5);
  context.fillRect(-height * 0.022, -height * 0.36, height * 0.044, height * 0.055);
  for (let sail = 0; sail < 4; sail++)
    drawSail(brush, { y: -top - height * 0.02, length: height * 0.4, angle: 0.5 + (sail * Math.PI) / 2 });
}

/** Draws the four sails about (0, 0). On a windmill, their hub is at 0.64 of its height. */
export function drawSails(brush: Brush, height: number): void {
  for (let sail = 0; sail < 4; sail++)
    drawSail(brush, { y: 0, length: height * 0.4, angle: 0.5 + (sail * Math.PI) / 2 });
}

function drawSail(brush: Brush, sail: { y: number; length: number; angle: number }): void {
  const { context } = brush;
  const { length } = sail;
  context.save();
  context.translate(0, sail.y);
  context.rotate(sail.angle);
  context.fillStyle = brush.tone('#f3ead6', 0.7, 0.92);
  context.fillRect(length * 0.2, length * 0.02, length * 0.8, length * 0.16);
  context.strokeStyle = brush.tone('#5d4434', 0.5);
  context.lineWidth = Math.max(0.6, length * 0.018);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(length, 0);
  for (let bar = 0; bar <= 7; bar++) {
    const x = length * (0.2 + (bar / 7) * 0.8);
    context.moveTo(x, 0);
    context.lineTo(x, length * 0.18);
  }
  context.moveTo(length * 0.2, length * 0.1);
  context.lineTo(length, length * 0.1);
  context.stroke();
  context.restore();
}
