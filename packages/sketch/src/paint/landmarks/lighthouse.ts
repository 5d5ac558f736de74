/** Lighthouse and stone tower. Foot at (0, 0), pixels. */
import { type Brush, fillShape, roundShade } from '../stage/brush.ts';
import { parseColor } from '../../raster/colors.ts';

export function drawLighthouse(brush: Brush, height: number, color?: string): void {
  const { context } = brush;
  const band = parseColor(color ?? '#d8402f');
  const foot = height * 0.105;
  const neck = height * 0.066;
  const body = height * 0.78;
  const halfWidthAt = (y: number) => foot + (neck - foot) * (y / body) ** 0.8;
  for (let stripe = 0; stripe < 6; stripe++) {
    const stripeBottom = (stripe / 6) * body;
    const stripeTop = ((stripe + 1) / 6) * body;
    context.beginPath();
    context.moveTo(-halfWidthAt(stripeBottom), -stripeBottom);
    context.quadraticCurveTo(
      0,
      -stripeBottom + halfWidthAt(stripeBottom) * 0.22,
      halfWidthAt(stripeBottom),
      -stripeBottom,
    );
    context.lineTo(halfWidthAt(stripeTop), -stripeTop);
    context.quadraticCurveTo(
      0,
      -stripeTop + halfWidthAt(stripeTop) * 0.22,
      -halfWidthAt(stripeTop),
      -stripeTop,
    );
    context.closePath();
    context.fillStyle = roundShade(brush, {
      left: -foot,
      right: foot,
      color: stripe % 2 === 0 ? [244, 238, 226] : band,
    });
    context.fill();
  }
  drawSlits(brush, height, body);
  drawLantern(brush, { height, body, neck });
}

function drawSlits(brush: Brush, height: number, body: number): void {
  const { context } = brush;
  for (const [x, share] of [
    [-0.012, 0.2],
    [0.014, 0.44],
    [-0.008, 0.68],
  ] as const) {
    context.fillStyle = brush.dark ? brush.shine('#ffd889') : brush.tone('#3d4450', 0.5);
    context.beginPath();
    context.roundRect(
      x * height - height * 0.009,
      -body * share - height * 0.035,
      height * 0.018,
      height * 0.035,
      [height * 0.009, height * 0.009, 0, 0],
    );
    context.fill();
  }
  context.fillStyle = brush.tone('#6a4634', 0.5);
  context.beginPath();
  context.roundRect(-height * 0.022, -height * 0.07, height * 0.044, height * 0.072, [
    height * 0.02,
    height * 0.02,
    0,
    0,
  ]);
  context.fill();
}

function drawLantern(
  brush: Brush,
  { height, body, neck }: { height: number; body: number; neck: number },
): void {
  const { context } = brush;
  context.fillStyle = roundShade(brush, { left: -neck * 1.5, right: neck * 1.5, color: '#3a3f4c' });
  context.fillRect(-neck * 1.45, -body - height * 0.018, neck * 2.9, height * 0.02);
  context.strokeStyle = brush.tone('#3a3f4c', 0.5);
  context.lineWidth = Math.max(0.5, height * 0.004);
  for (let post = -4; post <= 4; post++) {
    context.beginPath();
    context.moveTo((post / 4) * neck * 1.4, -body - height * 0.018);
    context.lineTo((post / 4) * neck * 1.4, -body - height * 0.048);
    context.stroke();
  }
  context.strokeRect(-neck * 1.4, -body - height * 0.048, neck * 2.8, 0.01);
  const glass = context.createLinearGradient(0, -body - height * 0.11, 0, -body);
  const isLit = brush.dark || brush.stage.scene.time === 'sunset' || brush.stage.scene.time === 'dawn';
  glass.addColorStop(0, isLit ? brush.shine('#fff6d2') : brush.tone('#cfe2ea', 0.9));
  glass.addColorStop(1, isLit ? brush.shine('#ffd071') : brush.tone('#8fb0c0', 0.7));
  context.fillStyle = glass;
  context.fillRect(-neck * 0.85, -body - height * 0.115, neck * 1.7, height * 0.098);
  for (const x of [-0.85, -0.3, 0.3, 0.85]) {
    context.beginPath();
    context.moveTo(x * neck, -body - height * 0.115);
    context.lineTo(x * neck, -body - height * 0.018);
    context.stroke();
  }
  context.fillStyle = roundShade(brush, { left: -neck * 1.15, right: neck * 1.15, color: '#b5332a' });
  context.beginPath();
  context.moveTo(-neck * 1.15, -body - height * 0.113);
  context.quadraticCurveTo(-neck * 0.5, -body - height * 0.165, 0, -body - height * 0.19);
  context.quadraticCurveTo(neck * 0.5, -body - height * 0.165, neck * 1.15, -body - height * 0.113);
  context.fill();
  context.fillStyle = brush.tone('#2f333d', 0.6);
  context.fillRect(-height * 0.003, -height, height * 0.006, height * 0.04);
}

export function drawTower(brush: Brush, height: number, color?: string): void {
  const { context } = brush;
  const stone = parseColor(color ?? '#a89a8a');
  const halfWidth = height * 0.13;
  drawMasonry(brush, { left: -halfWidth, right: halfWidth, height: height * 0.8, stone });
  for (let tooth = -2; tooth <= 2; tooth++) {
    context.fillStyle = roundShade(brush, { left: -halfWidth * 1.2, right: halfWidth * 1.2, color: stone });
    context.fillRect(
      tooth * halfWidth * 0.52 - halfWidth * 0.16,
      -height * 0.9,
      halfWidth * 0.32,
      height * 0.11,
    );
  }
  context.fillRect(-halfWidth * 1.2, -height * 0.82, halfWidth * 2.4, height * 0.05);
  context.fillStyle = brush.tone('#8a4f42', 0.6);
  fillShape(
    context,
    [
      [-halfWidth * 0.8, -height * 0.86],
      [0, -height],
      [halfWidth * 0.8, -height * 0.86],
    ],
    brush.tone('#7d4a44', 0.55),
  );
}

/** Draws a wall of stones whose shading makes it look round. Castles and ruins use it, too. */
export function drawMasonry(
  brush: Brush,
  wall: {
    left: number;
    right: number;
    height: number;
    stone: readonly [number, number, number];
    foot?: number;
  },
): void {
  const { context, random } = brush;
  const { left, right, height, stone } = wall;
  const foot = wall.foot ?? 0;
  context.fillStyle = roundShade(brush, { left, right, color: stone });
  context.fillRect(left, -foot - height, right - left, height);
  const courseHeight = Math.max(2.5, height / 22);
  for (let y = courseHeight; y < height; y += courseHeight)
    for (
      let x = left + random() * courseHeight;
      x < right - courseHeight;
      x += courseHeight * (1.2 + random() * 2)
    ) {
      if (random() < 0.55) continue;
      context.fillStyle = random() < 0.5 ? 'rgba(20,16,24,0.16)' : 'rgba(255,246,226,0.1)';
      context.fillRect(
        x,
        -foot - y,
        Math.min(courseHeight * (0.8 + random()), right - x),
        courseHeight * 0.7,
      );
    }
}
