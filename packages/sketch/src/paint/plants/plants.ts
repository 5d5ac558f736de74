/** Small things near the ground: flowers, rocks, corals, weed. Foot at (0, 0), pixels. */
import type { Brush } from '../stage/brush.ts';
import { clamp, parseColor, type Rgb } from '../../raster/colors.ts';

const petals = ['#e8564f', '#f4c542', '#f7f3ea', '#b67fd6', '#f08bb4', '#f2904a', '#6f8fe0'];
const corals = ['#f0708a', '#f59a4c', '#c45fc0', '#f2c14e', '#5fc2b8', '#e8566a'];

/** A tuft of grass: thin blades that bend, darker at the foot. */
export function drawTuft(brush: Brush, height: number): void {
  const { context, random, side } = brush;
  const { grass, foliage, soil } = brush.stage.tones;
  const blades = Math.round(clamp(height * 0.9, 7, 30));
  for (let blade = 0; blade < blades; blade++) {
    const x = (random() * 2 - 1) * height * 0.95;
    const bladeHeight = height * (0.45 + random() * 0.6) * (1 - Math.abs(x / height) * 0.3);
    const bend = (random() - 0.35) * height * 0.55;
    const thick = Math.max(0.35, height * 0.028);
    const kind = random();
    const bladeColor = kind < 0.62 ? grass : kind < 0.88 ? foliage : soil;
    context.fillStyle = brush.tone(bladeColor, 0.34 + random() * 0.5 + side * bend * (0.2 / height));
    context.beginPath();
    context.moveTo(x - thick, 0);
    context.quadraticCurveTo(x + bend * 0.15, -bladeHeight * 0.6, x + bend, -bladeHeight);
    context.quadraticCurveTo(x + bend * 0.3 + thick, -bladeHeight * 0.5, x + thick, 0);
    context.fill();
  }
}

/** A tuft of three to six flowers. */
export function drawFlower(brush: Brush, height: number, color?: string): void {
  const { context, random } = brush;
  const petal = color ?? petals[Math.floor(random() * petals.length)];
  const count = 3 + Math.floor(random() * 4);
  for (let flower = 0; flower < count; flower++) {
    const x = (random() - 0.5) * height * 0.9;
    const y = -height * (0.55 + random() * 0.45);
    context.strokeStyle = brush.tone(brush.stage.tones.grass, 0.35 + random() * 0.3);
    context.lineWidth = Math.max(0.4, height * 0.035);
    context.beginPath();
    context.moveTo(x * 0.4, 0);
    context.quadraticCurveTo(x * 0.5, y * 0.6, x, y);
    context.stroke();
    drawBloom(brush, { x, y, radius: height * (0.1 + random() * 0.05), petal });
  }
}

function drawBloom(brush: Brush, bloom: { x: number; y: number; radius: number; petal: string }): void {
  const { context, random } = brush;
  const { x, y, radius, petal } = bloom;
  if (radius < 1.6) {
    context.fillStyle = brush.tone(petal, 0.75 + random() * 0.25);
    context.beginPath();
    context.arc(x, y, Math.max(0.5, radius), 0, Math.PI * 2);
    context.fill();
    return;
  }
  const turn = random() * Math.PI;
  for (let leaf = 0; leaf < 6; leaf++) {
    const angle = turn + (leaf / 6) * Math.PI * 2;
    context.fillStyle = brush.tone(petal, 0.55 + 0.4 * random() - Math.sin(angle) * 0.12);
    context.beginPath();
    context.ellipse(
      x + Math.cos(angle) * radius * 0.6,
      y + Math.sin(angle) * radius * 0.45,
      radius * 0.62,
      radius * 0.4,
      angle,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
  context.fillStyle = brush.tone('#f0b93a', 0.85);
  context.beginPath();
  context.ellipse(x, y, radius * 0.32, radius * 0.26, 0, 0, Math.PI * 2);
  context.fill();
}

/** A boulder: a rounded body, lit above and on the side of the light, with a few planes and cracks. */
export function drawRock(brush: Brush, height: number): void {
  const { context, random, side } = brush;
  const rock = brush.stage.tones.rock;
  const width = height * (0.85 + random() * 0.5);
  const corners = 13;
  context.beginPath();
  for (let index = 0; index <= corners; index++) {
    const angle = Math.PI + (index / corners) * Math.PI;
    const radius = 0.86 + random() * 0.17;
    context.lineTo(
      Math.cos(angle) * width * radius,
      Math.sin(angle) * height * radius * (0.9 + 0.1 * random()),
    );
  }
  context.quadraticCurveTo(width * 0.7, height * 0.1, 0, height * 0.08);
  context.quadraticCurveTo(-width * 0.7, height * 0.1, -width * 0.86, 0);
  const body = context.createLinearGradient(side * width * 0.5, -height, -side * width * 0.55, height * 0.15);
  body.addColorStop(0, brush.tone(rock, 1));
  body.addColorStop(0.5, brush.tone(rock, 0.5));
  body.addColorStop(1, brush.tone(rock, 0.06));
  context.fillStyle = body;
  context.save();
  context.fill();
  context.clip();
  for (let plane = 0; plane < 9; plane++) {
    const x = (random() * 2 - 1) * width * 0.8;
    const y = -height * random();
    const reach = height * (0.2 + random() * 0.3);
    context.fillStyle = brush.tone(
      rock,
      clamp(0.35 + (x / width) * side * 0.4 - (y / height) * 0.35, 0, 1),
      0.35,
    );
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + reach, y + reach * 0.3);
    context.lineTo(x + reach * 0.4, y + reach);
    context.lineTo(x - reach * 0.5, y + reach * 0.6);
    context.fill();
  }
  if (isSnowy(brush)) coverWithSnow(brush, { width, height });
  context.restore();
}

function isSnowy({ stage }: Brush): boolean {
  return stage.scene.season === 'winter' || stage.scene.weather === 'snow';
}

/** A cap of snow with a wavy lower edge, inside the current clip. */
function coverWithSnow(brush: Brush, { width, height }: { width: number; height: number }): void {
  const { context, random } = brush;
  context.fillStyle = brush.tone([240, 245, 252], 0.85);
  context.beginPath();
  context.moveTo(-width, -height * 1.2);
  context.lineTo(width, -height * 1.2);
  for (let step = 8; step >= -8; step--)
    context.lineTo((step / 8) * width, -height * (0.5 - 0.22 * (step / 8) ** 2 + (random() - 0.5) * 0.16));
  context.fill();
}

/** Draws a branching coral or a round brain coral, depending on the seed. */
export function drawCoral(brush: Brush, height: number, color?: string): void {
  const { context, random } = brush;
  const coralColor = parseColor(color ?? corals[Math.floor(random() * corals.length)]);
  if (random() < 0.35) return drawDome(brush, height * 0.6, coralColor);
  context.lineCap = 'round';
  const grow = (
    x: number,
    y: number,
    branch: { angle: number; length: number; width: number; depth: number },
  ): void => {
    const endX = x + Math.sin(branch.angle) * branch.length;
    const endY = y - Math.cos(branch.angle) * branch.length;
    context.strokeStyle = brush.tone(coralColor, 0.3 + 0.5 * random() + (4 - branch.depth) * 0.06);
    context.lineWidth = Math.max(0.6, branch.width);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(endX, endY);
    context.stroke();
    if (branch.depth === 0) return;
    for (const turn of [-0.45, 0.4, 0.05])
      if (random() < 0.85)
        grow(endX, endY, {
          angle: branch.angle + turn + (random() - 0.5) * 0.4,
          length: branch.length * (0.62 + random() * 0.2),
          width: branch.width * 0.72,
          depth: branch.depth - 1,
        });
  };
  grow(0, 0, { angle: (random() - 0.5) * 0.4, length: height * 0.34, width: height * 0.1, depth: 4 });
}

function drawDome(brush: Brush, height: number, color: Rgb): void {
  const { context, random } = brush;
  for (let ring = 60; ring > 0; ring--) {
    const angle = Math.PI + random() * Math.PI;
    const radius = Math.sqrt(random());
    const x = Math.cos(angle) * radius * height * 0.8;
    const y = Math.sin(angle) * radius * height * 0.8;
    context.fillStyle = brush.tone(color, 0.25 - (y / height) * 0.7 + (random() - 0.5) * 0.2);
    context.beginPath();
    context.arc(x, y, height * 0.16, 0, Math.PI * 2);
    context.fill();
  }
}

/** Long leaves that the water bends. */
export function drawWeed(brush: Brush, height: number, color?: string): void {
  const { context, random } = brush;
  const weedColor = parseColor(color ?? '#4f9a5c');
  for (let leaf = 0; leaf < 7; leaf++) {
    const x = (random() - 0.5) * height * 0.3;
    const bend = (random() - 0.5) * height * 0.35;
    const top = -height * (0.55 + random() * 0.5);
    context.fillStyle = brush.tone(weedColor, 0.2 + random() * 0.6);
    context.beginPath();
    context.moveTo(x - height * 0.02, 0);
    context.bezierCurveTo(x + bend, top * 0.35, x - bend, top * 0.7, x + bend * 0.6, top);
    context.bezierCurveTo(
      x - bend + height * 0.06,
      top * 0.65,
      x + bend + height * 0.06,
      top * 0.3,
      x + height * 0.03,
      0,
    );
    context.fill();
  }
}
