/** Birds that cross a lively clip, or a clip with flying birds in its prompt. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { toCss } from '../../raster/colors.ts';
import { type Stage, toPixels } from '../../paint/stage/stage.ts';
import type { Scene } from '../../scene/scene.ts';
import { isRound } from '../motion/clip-plan.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';

/** Whether birds cross the clip. None do in places without birds or in a loop, which ends as it began. */
export function flies(scene: Scene, plan: ClipPlan): boolean {
  const unfit =
    ['space', 'underwater', 'room', 'studio'].includes(scene.setting) ||
    scene.time === 'night' ||
    scene.weather === 'storm';
  return (
    !unfit && !isRound(plan) && plan.legs.some(({ energy, flock }) => energy === 'high' || flock === true)
  );
}

export function paintFlock(stage: Stage, context: SKRSContext2D, seconds: number): void {
  const { scene, unit, left, width, tones } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'flock'));
  const way = random() < 0.5 ? 1 : -1;
  const start = way > 0 ? left : left + width / unit;
  const flockY = stage.top + (scene.camera.horizon - stage.top) * (0.25 + random() * 0.35);
  const size = 0.011 + random() * 0.006;
  context.save();
  context.lineCap = 'round';
  context.strokeStyle = toCss([tones.shade[0] * 0.3, tones.shade[1] * 0.3, tones.shade[2] * 0.38], 0.85);
  for (let bird = 0; bird < 9; bird++) {
    const row = Math.ceil(bird / 2);
    const distanceBehind = 0.06 + row * size * 3 + random() * size * 1.4;
    const x = start + way * (seconds * 0.17 - distanceBehind);
    const y =
      flockY +
      (bird % 2 === 0 ? 1 : -1) * row * size * 1.3 +
      Math.sin(seconds * 1.1 + bird * 2) * 0.006 -
      seconds * 0.006;
    const at = toPixels(stage, x, y);
    drawBird(context, {
      ...at,
      span: size * (0.85 + random() * 0.3) * unit,
      beat: Math.sin(seconds * 10 + bird * 1.7),
    });
  }
  context.restore();
}

function drawBird(context: SKRSContext2D, bird: { x: number; y: number; span: number; beat: number }): void {
  const { x, y, span } = bird;
  const tip = y - span * (bird.beat * 0.5 + 0.1);
  const elbow = y - span * (0.42 + bird.beat * 0.28);
  context.lineWidth = Math.max(0.8, span * 0.15);
  context.beginPath();
  context.moveTo(x - span, tip);
  context.quadraticCurveTo(x - span * 0.45, elbow, x, y);
  context.quadraticCurveTo(x + span * 0.45, elbow, x + span, tip);
  context.stroke();
}
