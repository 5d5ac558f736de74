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
  /** The density of the clouds in each column. */
  readonly bodies: Float64Array;
  /** The density at each point of `nearer`. */
  readonly towards: Float64Array;
  /** The column of each cloudy point. */
  readonly columns: Uint32Array;
  /** For each cloudy point, the point that lies a little nearer to the light. */
  readonly nearer: CloudPoints;
}

function fillClouds(stage: Stage, pixels: Uint8ClampedArray): void {
  const { width, unit, left, top, scene } = stage;
  const density = openDensity(scene, { top, most: width });
  const bottom = Math.min(stage.height, Math.ceil((scene.camera.horizon + 0.02 - top) * unit));
  const allPoints = createCloudPoints(width);
  allPoints.count = width;
  for (let column = 0; column < width; column++) allPoints.x[column] = column / unit + left;
  const row: CloudRow = {
    bodies: new Float64Array(width),
    towards: new Float64Array(width),
    columns: new Uint32Array(width),
    nearer: createCloudPoints(width),
  };
  for (let index = 0; index < bottom; index++) {
    allPoints.y.fill(index / unit + top);
    density(allPoints, row.bodies);
    collectCloudyPoints(stage, allPoints, row);
    density(row.nearer, row.towards);
    shadeRow(stage, allPoints, { ...row, pixels, start: index * width });
  }
}

function collectCloudyPoints(
  { scene }: Stage,
  allPoints: CloudPoints,
  { bodies, columns, nearer }: CloudRow,
): void {
  const { light } = scene;
  nearer.count = 0;
  for (let column = 0; column < allPoints.count; column++) {
    if (bodies[column] <= 0.003) continue;
    const [x, y] = [allPoints.x[column], allPoints.y[column]];
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
  allPoints: CloudPoints,
  row: CloudRow & { pixels: Uint8ClampedArray; start: number },
): void {
  const { scene, tones } = stage;
  const { light, look, camera } = scene;
  const { pixels, bodies, towards, columns } = row;
  const lightShare = light.body === 'none' ? 0 : 1;
  const thickness = look.anime ? 1.5 : 1;
  const farShare = smooth(0.35, 0.0, camera.horizon - allPoints.y[0]);
  for (let index = 0; index < row.nearer.count; index++) {
    const column = columns[index];
    const body = bodies[column];
    const density = smooth(0, 1, body);
    const dx = light.x - allPoints.x[column];
    const dy = light.y - allPoints.y[column];
    const distance = Math.sqrt(dx * dx + dy * dy) + 0.0001;
    const closeness = Math.exp(-distance * 3.4) * lightShare;
    const lightness = (body - towards[index]) * 1.25 - Math.min(1.4, body) * 0.26;
    let lit = clamp(0.66 + lightness + closeness * (0.7 - density * 0.5), 0, 1);
    if (look.anime) lit = smooth(0.35, 0.62, lit) * 0.8 + lit * 0.2;
    const shine = closeness * (1 - density) * 0.7;
    const offset = (row.start + column) * 4;
    for (let channel = 0; channel < 3; channel++) {
      const shade = tones.cloudShade[channel];
      let color = shade + (tones.cloudLight[channel] - shade) * lit;
      color += (tones.glow[channel] - color) * shine;
      pixels[offset + channel] = color + (tones.low[channel] - color) * farShare * 0.45;
    }
    pixels[offset + 3] = 255 * Math.min(1, density * 1.35 * thickness) * (1 - farShare * 0.25);
  }
}
