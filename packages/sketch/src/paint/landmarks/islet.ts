/** A piece of ground adrift in the air: grass above, torn rock below. Its lowest point at (0, 0), pixels. */
import type { Brush } from '../stage/brush.ts';
import { mix } from '../../raster/colors.ts';

export function drawIslet(brush: Brush, height: number): void {
  const { context, random, side, stage } = brush;
  const isletWidth = height * 0.95;
  const top = -height * 0.86;
  const { rock, soil, grass, foliage } = stage.tones;
  const outline: [number, number][] = [];
  const teeth = 9;
  for (let tooth = 0; tooth <= teeth; tooth++) {
    const share = tooth / teeth;
    const across = (share * 2 - 1) * isletWidth;
    const depth = (1 - Math.abs(share * 2 - 1) ** 1.4) * height * 0.86;
    outline.push([across, top + depth * (tooth % 2 === 0 ? 0.72 + random() * 0.2 : 0.86 + random() * 0.14)]);
  }
  const body = context.createLinearGradient(side * isletWidth, top, -side * isletWidth, 0);
  body.addColorStop(0, brush.tone(mix(rock, soil, 0.4), 0.95));
  body.addColorStop(0.5, brush.tone(rock, 0.5));
  body.addColorStop(1, brush.tone(rock, 0.08));
  context.fillStyle = body;
  context.beginPath();
  context.moveTo(-isletWidth, top);
  for (const [x, y] of outline) context.lineTo(x, y);
  context.lineTo(isletWidth, top);
  context.fill();
  context.fillStyle = brush.tone(foliage, 0.4);
  context.beginPath();
  context.ellipse(0, top + height * 0.03, isletWidth * 1.01, height * 0.17, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = brush.tone(grass, 0.85);
  context.beginPath();
  context.ellipse(0, top - height * 0.01, isletWidth, height * 0.14, 0, 0, Math.PI * 2);
  context.fill();
  context.lineWidth = Math.max(0.6, height * 0.012);
  for (let blade = 0; blade < 46; blade++) {
    const angle = random() * Math.PI * 2;
    const x = Math.cos(angle) * isletWidth * (0.5 + random() * 0.5);
    const y = top + Math.sin(angle) * height * 0.12;
    context.strokeStyle = brush.tone(random() < 0.6 ? grass : foliage, 0.4 + random() * 0.5);
    context.beginPath();
    context.moveTo(x, y + height * 0.02);
    context.lineTo(x + (random() - 0.5) * height * 0.05, y - height * (0.03 + random() * 0.05));
    context.stroke();
  }
}
