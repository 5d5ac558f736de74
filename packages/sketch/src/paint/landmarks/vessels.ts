/** Sailboat and hot air balloon. Foot (waterline, basket) at (0, 0), pixels. */
import { type Brush, fillShape } from '../stage/brush.ts';
import { parseColor, type Rgb } from '../../raster/colors.ts';

const sails = ['#f7f1e3', '#f7f1e3', '#e8d3b0', '#d9574a', '#f0c35a'];

export function drawSailboat(brush: Brush, height: number, color?: string): void {
  const { context, random, side } = brush;
  const sail = parseColor(color ?? sails[Math.floor(random() * sails.length)]);
  const hull = parseColor(['#7a4630', '#32506e', '#f2ede2', '#8c2f2c'][Math.floor(random() * 4)]);
  const half = height * 0.32;
  const deck = height * 0.085;
  context.beginPath();
  context.moveTo(-half, -deck);
  context.quadraticCurveTo(-half * 0.78, height * 0.03, -half * 0.45, height * 0.03);
  context.lineTo(half * 0.55, height * 0.03);
  context.quadraticCurveTo(half * 0.9, 0, half * 1.12, -deck * 1.2);
  context.closePath();
  const wood = context.createLinearGradient(0, -deck, 0, height * 0.03);
  wood.addColorStop(0, brush.tone(hull, 0.9));
  wood.addColorStop(1, brush.tone(hull, 0.2));
  context.fillStyle = wood;
  context.fill();
  context.strokeStyle = brush.tone('#f5ead2', 0.8);
  context.lineWidth = Math.max(0.5, height * 0.008);
  context.beginPath();
  context.moveTo(-half * 0.98, -deck * 0.92);
  context.lineTo(half * 1.08, -deck * 1.1);
  context.stroke();
  context.strokeStyle = brush.tone('#6b5140', 0.6);
  context.lineWidth = Math.max(0.6, height * 0.012);
  context.beginPath();
  context.moveTo(0, -deck);
  context.lineTo(0, -height);
  context.moveTo(0, -height * 0.13);
  context.lineTo(-half * 0.95, -height * 0.125);
  context.stroke();
  drawCanvasSail(brush, {
    points: [
      [-0.012, 0.97],
      [-0.3, 0.14],
      [-0.012, 0.15],
    ],
    belly: -0.09,
    height,
    color: sail,
    bright: side < 0 ? 1 : 0.55,
  });
  drawCanvasSail(brush, {
    points: [
      [0.014, 0.92],
      [0.32, 0.12],
      [0.014, 0.16],
    ],
    belly: 0.06,
    height,
    color: sail,
    bright: side > 0 ? 1 : 0.5,
  });
}

function drawCanvasSail(
  brush: Brush,
  sail: {
    points: readonly (readonly [number, number])[];
    belly: number;
    height: number;
    color: Rgb;
    bright: number;
  },
): void {
  const { context } = brush;
  const [top, outerCorner, foot] = sail.points.map(([x, y]) => [x * sail.height, -y * sail.height]) as [
    [number, number],
    [number, number],
    [number, number],
  ];
  const gradient = context.createLinearGradient(outerCorner[0], 0, foot[0], 0);
  gradient.addColorStop(0, brush.tone(sail.color, sail.bright));
  gradient.addColorStop(1, brush.tone(sail.color, sail.bright * 0.55));
  context.fillStyle = gradient;
  context.beginPath();
  context.moveTo(top[0], top[1]);
  context.quadraticCurveTo(
    (top[0] + outerCorner[0]) / 2 + sail.belly * sail.height,
    (top[1] + outerCorner[1]) / 2 + sail.height * 0.04,
    outerCorner[0],
    outerCorner[1],
  );
  context.quadraticCurveTo(
    (outerCorner[0] + foot[0]) / 2,
    outerCorner[1] + sail.height * 0.025,
    foot[0],
    foot[1],
  );
  context.closePath();
  context.fill();
}

export function drawBalloon(brush: Brush, height: number, color?: string): void {
  const { context, random, side } = brush;
  const radius = height * 0.37;
  const y = -height + radius;
  const sets = [
    ['#d9483b', '#f3c044', '#f7efe0'],
    ['#2f7fb5', '#f4efe2', '#f08a3c'],
    ['#8e4fa0', '#f0a04a', '#f6d87a'],
    ['#2f9484', '#f4e3b4', '#e2574c'],
  ];
  const set = sets[Math.floor(random() * sets.length)];
  const colors = color ? [color, '#f7efe0', color] : set;
  const gores = 10;
  for (let gore = 0; gore < gores; gore++) {
    const from = -1 + (gore / gores) * 2;
    const to = -1 + ((gore + 1) / gores) * 2;
    const middle = Math.sin(((from + to) / 2) * 1.45);
    context.fillStyle = brush.tone(colors[gore % colors.length], 0.52 + middle * side * 0.48);
    traceGore(brush, { from: Math.sin(from * (Math.PI / 2)), to: Math.sin(to * (Math.PI / 2)), radius, y });
    context.fill();
  }
  const dome = context.createRadialGradient(
    side * radius * 0.45,
    y - radius * 0.4,
    radius * 0.1,
    0,
    y,
    radius * 1.3,
  );
  dome.addColorStop(0, 'rgba(255,248,225,0.34)');
  dome.addColorStop(0.5, 'rgba(255,248,225,0)');
  dome.addColorStop(1, 'rgba(20,16,46,0.34)');
  context.fillStyle = dome;
  traceGore(brush, { from: -1, to: 1, radius, y });
  context.fill();
  drawBasket(brush, height, radius);
}

function traceGore(brush: Brush, gore: { from: number; to: number; radius: number; y: number }): void {
  const { context } = brush;
  const { from, to, radius, y } = gore;
  const neck = radius * 0.2;
  const bottom = y + radius * 1.28;
  context.beginPath();
  context.moveTo(0, y - radius);
  context.bezierCurveTo(from * radius * 0.75, y - radius, from * radius, y - radius * 0.45, from * radius, y);
  context.bezierCurveTo(
    from * radius,
    y + radius * 0.55,
    from * neck * 2,
    y + radius * 0.9,
    from * neck,
    bottom,
  );
  context.lineTo(to * neck, bottom);
  context.bezierCurveTo(to * neck * 2, y + radius * 0.9, to * radius, y + radius * 0.55, to * radius, y);
  context.bezierCurveTo(to * radius, y - radius * 0.45, to * radius * 0.75, y - radius, 0, y - radius);
}

function drawBasket(brush: Brush, height: number, radius: number): void {
  const { context } = brush;
  context.strokeStyle = brush.tone('#4a3a30', 0.5);
  context.lineWidth = Math.max(0.4, height * 0.004);
  context.beginPath();
  for (const x of [-1, -0.35, 0.35, 1]) {
    context.moveTo(x * radius * 0.2, -height + radius * 2.28);
    context.lineTo(x * height * 0.042, -height * 0.085);
  }
  context.stroke();
  const halfWidth = height * 0.046;
  fillShape(
    context,
    [
      [-halfWidth, -height * 0.09],
      [halfWidth, -height * 0.09],
      [halfWidth * 0.82, 0],
      [-halfWidth * 0.82, 0],
    ],
    brush.tone('#9a6b3f', 0.65),
  );
  fillShape(
    context,
    [
      [-halfWidth * 1.1, -height * 0.095],
      [halfWidth * 1.1, -height * 0.095],
      [halfWidth * 1.1, -height * 0.075],
      [-halfWidth * 1.1, -height * 0.075],
    ],
    brush.tone('#6d4628', 0.7),
  );
}
