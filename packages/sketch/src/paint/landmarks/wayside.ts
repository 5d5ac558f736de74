/** Smaller built things: bridge, pier, fence, lamp, fire. Foot at (0, 0), pixels. */
import { type Brush, fillShape } from '../stage/brush.ts';
import { parseColor } from '../../raster/colors.ts';
import { paintHalo } from '../sky/sky.ts';

/** Draws a stone bridge of three arches. It is 4.6 times as wide as `height`, the height of its parapet. */
export function drawBridge(brush: Brush, height: number, color?: string): void {
  const { context, random } = brush;
  const stone = parseColor(color ?? '#b7a590');
  const half = height * 2.3;
  const crown = (x: number) => -height * (0.72 + 0.28 * Math.cos((x / half) * 1.5));
  context.beginPath();
  context.moveTo(-half, height * 0.05);
  for (let x = -half; x <= half; x += half / 20) context.lineTo(x, crown(x));
  context.lineTo(half, height * 0.05);
  for (const arch of [1, 0, -1]) {
    const x = arch * height * 1.3;
    const radius = height * (arch === 0 ? 0.56 : 0.46);
    context.lineTo(x + radius, height * 0.05);
    context.lineTo(x + radius, -height * 0.12);
    context.arc(x, -height * 0.12, radius, 0, Math.PI, true);
    context.lineTo(x - radius, height * 0.05);
  }
  context.closePath();
  const face = context.createLinearGradient(-half, 0, half, 0);
  face.addColorStop(brush.side > 0 ? 1 : 0, brush.tone(stone, 0.9));
  face.addColorStop(brush.side > 0 ? 0 : 1, brush.tone(stone, 0.3));
  context.fillStyle = face;
  context.fill();
  context.save();
  context.clip();
  for (let block = 0; block < 160; block++) {
    context.fillStyle = random() < 0.5 ? 'rgba(20,16,24,0.15)' : 'rgba(255,246,226,0.12)';
    context.fillRect(
      (random() * 2 - 1) * half,
      -random() * height,
      height * (0.06 + random() * 0.1),
      height * 0.05,
    );
  }
  context.restore();
  context.strokeStyle = brush.tone(stone, 1);
  context.lineWidth = height * 0.07;
  context.beginPath();
  for (let x = -half; x <= half; x += half / 20) context.lineTo(x, crown(x) - height * 0.03);
  context.stroke();
}

/** Draws a jetty on posts, seen from the side. */
export function drawPier(brush: Brush, height: number): void {
  const { context } = brush;
  const pierLength = height * 5;
  for (let post = 0; post <= 8; post++) {
    const x = -pierLength / 2 + (post / 8) * pierLength;
    context.fillStyle = brush.tone('#5e4a3c', 0.35 + (post % 2) * 0.3);
    context.fillRect(x - height * 0.05, -height * 1.12, height * 0.1, height * 1.2);
  }
  context.fillStyle = brush.tone('#8d7358', 0.85);
  context.fillRect(-pierLength / 2 - height * 0.1, -height * 0.86, pierLength + height * 0.2, height * 0.13);
  context.fillStyle = brush.tone('#5e4a3c', 0.2);
  context.fillRect(-pierLength / 2 - height * 0.1, -height * 0.74, pierLength + height * 0.2, height * 0.05);
}

export function drawFence(brush: Brush, height: number, color?: string): void {
  const { context, random } = brush;
  const wood = parseColor(color ?? '#a08266');
  for (const y of [0.42, 0.76])
    fillShape(
      context,
      [
        [-height * 5, -height * y],
        [height * 5, -height * (y + 0.03)],
        [height * 5, -height * (y - 0.07)],
        [-height * 5, -height * (y - 0.1)],
      ],
      brush.tone(wood, 0.55),
    );
  for (let post = -6; post <= 6; post++) {
    const x = post * height * 0.8;
    const postHeight = height * (0.9 + random() * 0.14);
    context.fillStyle = brush.tone(wood, 0.85);
    context.fillRect(x - height * 0.06, -postHeight, height * 0.12, postHeight * 1.04);
    context.fillStyle = brush.tone(wood, 0.2);
    context.fillRect(
      brush.side > 0 ? x - height * 0.06 : x + height * 0.02,
      -postHeight,
      height * 0.04,
      postHeight * 1.04,
    );
  }
}

export function drawLamp(brush: Brush, height: number): void {
  const { context } = brush;
  const isLit = brush.dark || brush.stage.scene.weather === 'rain' || brush.stage.scene.weather === 'fog';
  context.fillStyle = brush.tone('#2d3138', 0.6);
  context.fillRect(-height * 0.014, -height * 0.84, height * 0.028, height * 0.84);
  fillShape(
    context,
    [
      [-height * 0.045, 0],
      [height * 0.045, 0],
      [height * 0.02, -height * 0.12],
      [-height * 0.02, -height * 0.12],
    ],
    brush.tone('#2d3138', 0.45),
  );
  if (isLit) {
    context.globalCompositeOperation = 'lighter';
    paintHalo(context, {
      x: 0,
      y: -height * 0.9,
      radius: height * 0.42,
      color: 'rgba(255,200,120,',
      strength: 0.6,
    });
    context.globalCompositeOperation = 'source-over';
  }
  const glass = isLit ? brush.shine('#fff0c4') : brush.tone('#d6e0e2', 0.8);
  fillShape(
    context,
    [
      [-height * 0.032, -height * 0.85],
      [height * 0.032, -height * 0.85],
      [height * 0.05, -height * 0.95],
      [-height * 0.05, -height * 0.95],
    ],
    glass,
  );
  fillShape(
    context,
    [
      [-height * 0.06, -height * 0.95],
      [0, -height],
      [height * 0.06, -height * 0.95],
    ],
    brush.tone('#2d3138', 0.6),
  );
}

export function drawCampfire(brush: Brush, height: number): void {
  const { context, random } = brush;
  context.globalCompositeOperation = 'lighter';
  paintHalo(context, {
    x: 0,
    y: -height * 0.4,
    radius: height * 1.7,
    color: 'rgba(255,140,50,',
    strength: 0.5,
  });
  context.globalCompositeOperation = 'source-over';
  for (const [x, turn] of [
    [-0.2, 0.35],
    [0.2, -0.35],
    [0, 0.05],
  ] as const) {
    context.save();
    context.translate(x * height, -height * 0.06);
    context.rotate(turn);
    context.fillStyle = brush.tone('#5b3c28', 0.5);
    context.fillRect(-height * 0.36, -height * 0.06, height * 0.72, height * 0.12);
    context.restore();
  }
  for (const [color, size] of [
    ['#f0561d', 1],
    ['#ff9a2e', 0.74],
    ['#ffe08a', 0.44],
  ] as const)
    for (let tongue = -1; tongue <= 1; tongue++) {
      const x = tongue * height * 0.15 * size;
      const flameHeight = height * size * (tongue === 0 ? 1 : 0.62 + random() * 0.2);
      context.fillStyle = color;
      context.beginPath();
      context.moveTo(x - height * 0.14 * size, -height * 0.08);
      context.bezierCurveTo(
        x - height * 0.26 * size,
        -flameHeight * 0.45,
        x - height * 0.02,
        -flameHeight * 0.55,
        x + (random() - 0.5) * height * 0.1,
        -flameHeight,
      );
      context.bezierCurveTo(
        x + height * 0.06,
        -flameHeight * 0.6,
        x + height * 0.26 * size,
        -flameHeight * 0.4,
        x + height * 0.14 * size,
        -height * 0.08,
      );
      context.fill();
    }
}
