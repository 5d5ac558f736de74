/**
 * Clouds as a see-through layer: lit on the side of the sun, cool below, glowing where they stand before it.
 */
import type { Canvas } from '@napi-rs/canvas';
import { clamp, smooth } from '../../raster/colors.ts';
import { canvasFrom, newCanvas } from '../../raster/pixels.ts';
import { type CloudPoints, createCloudPoints, openDensity } from './cloud-density.ts';
import { softness } from './sky.ts';
import { coarserStage, type Stage } from '../stage/stage.ts';

export function paintClouds(stage: Stage): Canvas {
  const soft = coarserStage(stage, softness);
  const small = canvasFrom(soft.width, soft.height, pixels => fillClouds(soft, pixels));
  const { canvas, context } = newCanvas(stage.width, stage.height);
  context.drawImage(small, 0, 0, soft.width * softness, soft.height * softness);
  return canvas;
}

/** The cloudy points of a row. */
interface CloudRow {
  /** The density of the clouds at each point, and at a point a little nearer to the light. */
  readonly bodies: Float64Array;
  readonly towards: Float64Array;
  /** The column of each. */
  readonly columns: Uint32Array;
  /** Those nearer to the light. */
  readonly nearer: CloudPoints;
}

function fillClouds(stage: Stage, pixels: Uint8ClampedArray): void {
  const { width, unit, left, top, scene } = stage;
  const density = openDensity(scene, { top, most: width });
  const bottom = Math.min(stage.height, Math.ceil((scene.camera.horizon + 0.02 - top) * unit));
  const all = createCloudPoints(width);
  all.count = width;
  for (let column = 0; column < width; column++) all.x[column] = column / unit + left;
  const row: CloudRow = {
    bodies: new Float64Array(width),
    towards: new Float64Array(width),
    columns: new Uint32Array(width),
    nearer: createCloudPoints(width),
  };
  for (let index = 0; index < bottom; index++) {
    all.y.fill(index / unit + top);
    density(all, row.bodies);
    keepCloudy(stage, all, row);
    density(row.nearer, row.towards);
    shadeRow(stage, all, { ...row, pixels, start: index * width });
  }
}

function keepCloudy({ scene }: Stage, all: CloudPoints, { bodies, columns, nearer }: CloudRow): void {
  const { light } = scene;
  nearer.count = 0;
  for (let column = 0; column < all.count; column++) {
    if (bodies[column] <= 0.003) continue;
    const [x, y] = [all.x[column], all.y[column]];
    const dx = light.x - x;
    const dy = light.y - y;
    const step = 0.02 / (Math.sqrt(dx * dx + dy * dy) + 0.0001);
    const index = nearer.count++;
    columns[index] = column;
    nearer.x[index] = x + dx * step;
    nearer.y[index] = y + dy * step - 0.006;
  }
}

function shadeRow(
  stage: Stage,
  all: CloudPoints,
  row: CloudRow & { pixels: Uint8ClampedArray; start: number },
): void {
  const { scene, tones } = stage;
  const { light, look, camera } = scene;
  const { pixels, bodies, towards, columns } = row;
  const warm = light.body === 'none' ? 0 : 1;
  const thick = look.anime ? 1.5 : 1;
  const farShare = smooth(0.35, 0.0, camera.horizon - all.y[0]);
  for (let index = 0; index < row.nearer.count; index++) {
    const column = columns[index];
    const body = bodies[column];
    const density = smooth(0, 1, body);
    const dx = light.x - all.x[column];
    const dy = light.y - all.y[column];
    const distance = Math.sqrt(dx * dx + dy * dy) + 0.0001;
    const closeness = Math.exp(-distance * 3.4) * warm;
    const lean = (body - towards[index]) * 1.25 - Math.min(1.4, body) * 0.26;
    let lit = clamp(0.66 + lean + closeness * (0.7 - density * 0.5), 0, 1);
    if (look.anime) lit = smooth(0.35, 0.62, lit) * 0.8 + lit * 0.2;
    const shine = closeness * (1 - density) * 0.7;
    const at = (row.start + column) * 4;
    for (let channel = 0; channel < 3; channel++) {
      const shade = tones.cloudShade[channel];
      let color = shade + (tones.cloudLight[channel] - shade) * lit;
      color += (tones.glow[channel] - color) * shine;
      pixels[at + channel] = color + (tones.low[channel] - color) * farShare * 0.45;
    }
    pixels[at + 3] = 255 * Math.min(1, density * 1.35 * thick) * (1 - farShare * 0.25);
  }
}
