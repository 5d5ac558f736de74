/** A wooden table seen from the front, a little from above. Foot at (0, 0), pixels. */
import type { Brush } from '../stage/brush.ts';

/** `height` is that of the board, on whose middle other things stand. */
export function drawTable(brush: Brush, height: number, color = '#a5703f'): void {
  const { context } = brush;
  const halfWidth = height * 1.05;
  const backHalfWidth = halfWidth * 0.88;
  const board = height * 0.09;
  const drawLeg = (x: number, top: number, bright: number): void => {
    context.fillStyle = brush.tone(color, bright);
    context.fillRect(x - height * 0.045, -top, height * 0.09, top);
  };
  context.save();
  context.translate(0, -height * 0.08);
  for (const x of [-backHalfWidth * 0.94, backHalfWidth * 0.94]) drawLeg(x, height * 0.86, 0.15);
  context.restore();
  for (const x of [-halfWidth * 0.92, halfWidth * 0.92]) drawLeg(x, height * 0.9, 0.55);
  context.fillStyle = brush.tone(color, 0.35);
  context.fillRect(-halfWidth * 0.92, -height * 0.9, halfWidth * 1.84, height * 0.1);
  const top = context.createLinearGradient(-halfWidth, 0, halfWidth, 0);
  top.addColorStop(brush.side > 0 ? 1 : 0, brush.tone(color, 1.05));
  top.addColorStop(brush.side > 0 ? 0 : 1, brush.tone(color, 0.75));
  context.fillStyle = top;
  context.beginPath();
  context.moveTo(-backHalfWidth, -height * 1.05);
  context.lineTo(backHalfWidth, -height * 1.05);
  context.lineTo(halfWidth, -height * 0.94);
  context.lineTo(-halfWidth, -height * 0.94);
  context.fill();
  context.fillStyle = brush.tone(color, 0.5);
  context.fillRect(-halfWidth, -height * 0.94, halfWidth * 2, board * 0.7);
}
