/** A stroke of lightning from the clouds to the horizon, with its branches and the light it throws. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { paintHalo } from './sky.ts';
import { type Stage, toPixels } from '../stage/stage.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

/** A stroke or one of its branches, in picture units. */
interface Stroke {
  readonly x: number;
  readonly y: number;
  /** Radians from straight down. */
  readonly angle: number;
  readonly length: number;
  readonly width: number;
  /** The generations of branches that may follow. */
  readonly depth: number;
}

/** Paints lightning, which is visible at the first moment and then for an instant every few seconds. */
export function paintLightning(stage: Stage, context: SKRSContext2D, seconds: number): void {
  const { sky, camera, seed } = stage.scene;
  if (sky.lightning === undefined || seconds % 3.3 > 0.22) return;
  const random = seededRandom(deriveSeed(seed, `lightning ${Math.floor(seconds / 3.3)}`));
  const top = camera.horizon * 0.12;
  const path: Stroke = {
    x: sky.lightning,
    y: top,
    angle: 0,
    length: camera.horizon - top,
    width: 0.0042,
    depth: 2,
  };
  const point = toPixels(stage, sky.lightning, top + path.length * 0.35);
  context.save();
  context.globalCompositeOperation = 'screen';
  paintHalo(context, { ...point, radius: stage.unit * 0.5, color: 'rgba(190,200,255,', strength: 0.5 });
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.shadowColor = 'rgba(170,180,255,1)';
  context.shadowBlur = stage.unit * 0.016;
  context.strokeStyle = 'rgb(250,248,255)';
  drawStroke(stage, context, { stroke: path, random });
  context.restore();
}

function drawStroke(
  stage: Stage,
  context: SKRSContext2D,
  { stroke, random }: { stroke: Stroke; random: Random },
): void {
  const steps = stroke.depth === 2 ? 16 : 7;
  let { x, y } = stroke;
  const start = toPixels(stage, x, y);
  const branches: Stroke[] = [];
  context.beginPath();
  context.moveTo(start.x, start.y);
  for (let step = 0; step < steps; step++) {
    const turn = stroke.angle + (random() - 0.5) * 1.7;
    x += (Math.sin(turn) * stroke.length) / steps;
    y += stroke.length / steps;
    const point = toPixels(stage, x, y);
    context.lineTo(point.x, point.y);
    if (stroke.depth > 0 && random() < 0.34)
      branches.push({
        x,
        y,
        angle: (random() < 0.5 ? -1 : 1) * (0.7 + random() * 0.4),
        length: stroke.length * (0.12 + random() * 0.22),
        width: stroke.width * 0.45,
        depth: stroke.depth - 1,
      });
  }
  context.lineWidth = Math.max(0.7, stroke.width * stage.unit);
  context.stroke();
  for (const branch of branches) drawStroke(stage, context, { stroke: branch, random });
}
