/** Distant animals that move as a group: a flock of birds, a shoal of fish. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { toCss } from '../raster/colors.ts';
import { type Stage, toPixels } from './stage/stage.ts';
import { deriveSeed, seededRandom } from '../random/random.ts';

export interface FarMoment {
  /** The time for which the animals have traveled, in seconds. In a loop, it swings around 0. */
  readonly distance: number;
  /** Returns the angle, in radians, of a movement that turns by `perSecond` radians per second. */
  readonly turn: (perSecond: number) => number;
}

const atRest: FarMoment = { distance: 0, turn: () => 0 };

export function paintFarAnimals(stage: Stage, context: SKRSContext2D, moment = atRest): void {
  if (stage.scene.setting === 'underwater') paintShoal(stage, context, moment);
  else if (stage.scene.birds > 0) paintBirds(stage, context, moment);
}

/** Paints small distant fish that swim in one direction, each with its own beat. */
function paintShoal(stage: Stage, context: SKRSContext2D, { distance, turn }: FarMoment): void {
  const { unit, scene, tones } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'shoal'));
  const direction = random() < 0.5 ? 1 : -1;
  const center = { x: (0.25 + random() * 0.5) * scene.aspect, y: 0.2 + random() * 0.2 };
  for (let fish = 0; fish < (scene.shoal ?? 34); fish++) {
    const x = center.x + (random() + random() - 1) * 0.24 + direction * distance * 0.018;
    const y = center.y + (random() + random() - 1) * 0.1 + Math.sin(turn(1.3) + fish) * 0.004;
    const size = (0.005 + random() * 0.006) * unit;
    const beat = Math.sin(turn(8) + fish) * 0.3;
    const point = toPixels(stage, x, y);
    context.fillStyle = toCss(tones.top, 0.35 + random() * 0.3);
    context.beginPath();
    context.ellipse(point.x, point.y, size, size * 0.36, 0, 0, Math.PI * 2);
    context.moveTo(point.x - direction * size * 0.8, point.y);
    context.lineTo(point.x - direction * size * 1.5, point.y - size * (0.4 - beat));
    context.lineTo(point.x - direction * size * 1.5, point.y + size * (0.4 + beat));
    context.fill();
  }
}

/** Paints a loose distant flock: birds with two bent wings, which beat in a clip. */
function paintBirds(stage: Stage, context: SKRSContext2D, { distance, turn }: FarMoment): void {
  const { unit, scene } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'birds'));
  const startX = (0.2 + random() * 0.5) * scene.aspect;
  const startY = scene.camera.horizon * (0.3 + random() * 0.3);
  context.save();
  context.lineCap = 'round';
  context.strokeStyle = toCss(
    [stage.tones.shade[0] * 0.35, stage.tones.shade[1] * 0.35, stage.tones.shade[2] * 0.42],
    0.85,
  );
  for (let bird = 0; bird < scene.birds; bird++) {
    const row = Math.ceil(bird / 2);
    const x = startX - row * 0.026 + (random() - 0.5) * 0.02 + distance * 0.03;
    const y =
      startY +
      (bird % 2 === 0 ? 1 : -1) * row * 0.014 +
      (random() - 0.5) * 0.016 +
      Math.sin(turn(1) + bird) * 0.003;
    const span = (0.009 + random() * 0.005) * unit;
    const beat = Math.sin(turn(9) + bird * 1.3) * 0.6;
    const point = toPixels(stage, x, y);
    context.lineWidth = Math.max(0.7, span * 0.16);
    context.beginPath();
    context.moveTo(point.x - span, point.y - span * beat * 0.5);
    context.quadraticCurveTo(point.x - span * 0.45, point.y - span * (0.5 + beat * 0.3), point.x, point.y);
    context.quadraticCurveTo(
      point.x + span * 0.45,
      point.y - span * (0.5 + beat * 0.3),
      point.x + span,
      point.y - span * beat * 0.5,
    );
    context.stroke();
  }
  context.restore();
}
