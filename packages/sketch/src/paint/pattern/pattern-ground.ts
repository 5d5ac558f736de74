/** The ground of a pattern: cloth, water, sky, leaves or stone, in fields that repeat at the edges. */
import type { Canvas } from '@napi-rs/canvas';
import type { Pattern } from '../../scene/scene.ts';
import { mix, type Rgb, saturateColor, toCss } from '../../raster/colors.ts';
import { softField } from '../../raster/noise.ts';
import { canvasFrom } from '../../raster/pixels.ts';
import type { Stage } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

export function paintPatternGround(stage: Stage, pattern: Pattern): Canvas {
  const { width, height } = stage;
  const [base, otherColor] = groundColors(stage, pattern.ground);
  const shift = (pattern.seed & 1023) / 1023;
  const canvas = canvasFrom(width, height, pixels => {
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        // Whole numbers of periods, so that the right edge continues at the left one.
        const u = column / width;
        const v = row / height;
        const share = 0.5 + softField(u + shift, v) * 0.18 + softField(u * 3 + shift, v * 3) * 0.16;
        const offset = (row * width + column) * 4;
        for (let channel = 0; channel < 3; channel++)
          pixels[offset + channel] = base[channel] + (otherColor[channel] - base[channel]) * share;
        pixels[offset + 3] = 255;
      }
  });
  if (pattern.ground === 'water') drawScallops(canvas, stage, pattern);
  else drawSpecks(canvas, stage, pattern);
  return canvas;
}

function groundColors({ tones, scene }: Stage, ground: Pattern['ground']): readonly [Rgb, Rgb] {
  const cream: Rgb = [246, 236, 216];
  switch (ground) {
    case 'water':
      return [mix(tones.water, [255, 255, 255], 0.04), mix(tones.water, tones.middle, 0.4)];
    case 'sky':
      return [tones.middle, mix(tones.middle, tones.top, 0.55)];
    case 'leaves':
      return [mix(tones.foliage, tones.shade, 0.35), mix(tones.foliage, tones.grass, 0.35)];
    case 'stone':
      return [mix(tones.low, tones.rock, 0.3), mix(tones.haze, tones.rock, 0.3)];
    case 'dots':
      if (scene.time === 'night')
        return [mix(tones.top, tones.middle, 0.3), mix(tones.top, tones.middle, 0.7)];
      return [
        saturateColor(mix(tones.middle, cream, 0.35), 1.15),
        saturateColor(mix(tones.low, cream, 0.3), 1.15),
      ];
    default:
      return [mix(tones.low, cream, 0.5), mix(tones.low, cream, 0.32)];
  }
}

/** Draws rows of arcs that each overlap the row above, as waves are drawn on cloth. */
function drawScallops(canvas: Canvas, stage: Stage, pattern: Pattern): void {
  const context = canvas.getContext('2d');
  const { width, height } = canvas;
  const columns = pattern.across * 4;
  const cell = width / columns;
  const rows = Math.max(4, Math.round(height / (cell * 0.5) / 2) * 2);
  const rowHeight = height / rows;
  const lineColor = toCss(mix(stage.tones.water, [255, 255, 255], 0.36), 0.34);
  const fill = toCss(stage.tones.water, 0.2);
  context.lineWidth = Math.max(0.7, cell * 0.035);
  // Two more rows than are visible, because the arcs of the first overlap the last beyond the edge.
  for (let row = -2; row <= rows + 2; row++)
    for (let column = -1; column <= columns; column++) {
      const x = (column + (((row % 2) + 2) % 2) / 2 + 0.5) * cell;
      for (const ring of [0.5, 0.36, 0.22]) {
        context.beginPath();
        context.arc(x, (row + 1) * rowHeight, cell * ring, Math.PI, 0);
        context.fillStyle = fill;
        context.strokeStyle = lineColor;
        if (ring === 0.5) context.fill();
        context.stroke();
      }
    }
}

/** Covers the ground with small marks. */
function drawSpecks(canvas: Canvas, stage: Stage, pattern: Pattern): void {
  const context = canvas.getContext('2d');
  const { width, height } = canvas;
  const random = seededRandom(deriveSeed(pattern.seed, 'specks'));
  const { tones, unit } = stage;
  const color = { leaves: tones.grass, stone: tones.rock, sky: tones.cloudLight }[pattern.ground as string];
  const tint = color ?? mix(tones.glow, [255, 255, 255], 0.4);
  const size = unit * (pattern.ground === 'leaves' ? 0.014 : 0.0042);
  const count = Math.round((width / height) * (pattern.ground === 'leaves' ? 420 : 300));
  for (let speck = 0; speck < count; speck++) {
    const x = random() * width;
    const y = random() * height;
    const angle = random() * Math.PI;
    context.fillStyle = toCss(tint, 0.16 + random() * 0.22);
    const radius = size * (0.5 + random() * 0.8);
    for (const wrapX of [x - width, x, x + width])
      for (const wrapY of [y - height, y, y + height]) {
        if (wrapX < -size * 3 || wrapX > width + size * 3 || wrapY < -size * 3 || wrapY > height + size * 3)
          continue;
        context.beginPath();
        context.ellipse(
          wrapX,
          wrapY,
          radius,
          pattern.ground === 'leaves' ? radius * 0.32 : radius,
          angle,
          0,
          Math.PI * 2,
        );
        context.fill();
      }
  }
}
