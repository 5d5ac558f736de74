/** Effects in the air at a time in seconds: rain, snow, bubbles, beams, smoke. Stills show second 0. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Thing } from '../scene/scene.ts';
import { paintShafts } from './places/backdrops.ts';
import { toCss } from '../raster/colors.ts';
import { paintActions } from './paint-actions.ts';
import { paintLightning } from './sky/lightning.ts';
import { paintHalo } from './sky/sky.ts';
import { paintSmoke } from './sky/smoke.ts';
import { fieldsAround, project, type Stage, toPixels } from './stage/stage.ts';
import { deriveSeed, type Random, seededRandom } from '../random/random.ts';
import type { Frame } from '../scene/picture.ts';

export function paintEffects(stage: Stage, context: SKRSContext2D, seconds: number): void {
  const { scene } = stage;
  if (scene.setting === 'underwater') {
    paintShafts(stage, context, seconds);
    paintBubbles(stage, context, seconds);
    return;
  }
  for (const thing of scene.things)
    if (thing.kind === 'lighthouse') paintBeam(stage, context, { thing, seconds });
  paintActions(stage, context, seconds);
  if (scene.setting === 'room' || scene.setting === 'studio' || scene.setting === 'space') return;
  paintSmoke(stage, context, seconds);
  paintLightning(stage, context, seconds);
  if (scene.weather === 'rain' || scene.weather === 'storm') paintRain(stage, context, seconds);
  if (scene.weather === 'snow') paintSnow(stage, context, seconds);
}

function paintRain(stage: Stage, context: SKRSContext2D, seconds: number): void {
  const { unit, scene } = stage;
  const slant = scene.weather === 'storm' ? 0.32 : 0.14;
  const count = Math.round(420 * Math.max(0.7, scene.aspect));
  context.save();
  context.lineCap = 'round';
  const fields = createFields(stage, 'rain', { x: -0.2, y: -0.105, width: scene.aspect + 0.4, height: 1.2 });
  for (const [size, strength] of [
    [0.5, 0.16],
    [0.8, 0.2],
    [1.3, 0.26],
  ] as const) {
    context.beginPath();
    for (const field of fields)
      for (let drop = 0; drop < count / 3; drop++) {
        const x = field.random() * (scene.aspect + 0.4) - 0.2 + field.right;
        const y = (wrapValue(field.random() + seconds * (1.5 + size), 1.15) - 0.1) * 1.05 + field.down;
        const length = (0.03 + field.random() * 0.035) * size;
        const point = toPixels(stage, x - y * slant, y);
        context.moveTo(point.x, point.y);
        context.lineTo(point.x - slant * length * unit, point.y + length * unit);
      }
    context.strokeStyle = toCss([214, 226, 240], strength);
    context.lineWidth = Math.max(0.6, unit * 0.0012 * size);
    context.stroke();
  }
  context.restore();
}

function paintSnow(stage: Stage, context: SKRSContext2D, seconds: number): void {
  const { aspect } = stage.scene;
  const area = { x: -0.05, y: -0.03, width: aspect + 0.1, height: 1.05 };
  for (const field of createFields(stage, 'snow', area)) paintFlakes(stage, context, { ...field, seconds });
}

interface Field {
  readonly random: Random;
  /** The shift to the right from the picture's own field, in picture units. */
  readonly right: number;
  /** The shift downwards, in picture units. */
  readonly down: number;
}

/** Returns the picture's own field of drops or flakes, and more fields around it as far as they are shown. */
function createFields(stage: Stage, part: string, area: Frame): Field[] {
  const { seed } = stage.scene;
  const surroundingFields = fieldsAround(stage, area).map(({ x, y, name }) => ({
    random: seededRandom(deriveSeed(seed, `${part} ${name}`)),
    right: x - area.x,
    down: y - area.y,
  }));
  return [{ random: seededRandom(deriveSeed(seed, part)), right: 0, down: 0 }, ...surroundingFields];
}

function paintFlakes(stage: Stage, context: SKRSContext2D, field: Field & { seconds: number }): void {
  const { unit, scene } = stage;
  const { random, right, down, seconds } = field;
  const count = Math.round(360 * Math.max(0.7, scene.aspect));
  for (let flake = 0; flake < count; flake++) {
    const nearness = random() ** 2.4;
    const sway = Math.sin(seconds * (0.7 + random()) + flake) * 0.012;
    const x = wrapValue(random() + seconds * 0.02, 1) * (scene.aspect + 0.1) - 0.05 + sway + right;
    const y = wrapValue(random() + seconds * (0.05 + nearness * 0.16), 1.05) - 0.03 + down;
    const radius = Math.max(0.5, (0.0011 + nearness * 0.0052) * unit);
    const point = toPixels(stage, x, y);
    context.fillStyle = `rgba(250,252,255,${(0.85 - nearness * 0.45).toFixed(2)})`;
    context.beginPath();
    context.arc(point.x, point.y, radius, 0, Math.PI * 2);
    context.fill();
  }
}

function paintBubbles(stage: Stage, context: SKRSContext2D, seconds: number): void {
  const { unit, scene } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'bubbles'));
  for (let bubble = 0; bubble < 46; bubble++) {
    const stream = Math.floor(random() * 5);
    const startX = (0.12 + stream * 0.19 + (random() - 0.5) * 0.06) * scene.aspect;
    const rise = wrapValue(random() + seconds * (0.05 + random() * 0.05), 1);
    const radius = (0.0022 + random() ** 3 * 0.011) * unit * (0.6 + rise * 0.6);
    const point = toPixels(stage, startX + Math.sin(rise * 18 + bubble) * 0.008, 0.95 - rise * 0.95);
    context.strokeStyle = 'rgba(226,250,255,0.55)';
    context.lineWidth = Math.max(0.5, radius * 0.14);
    context.fillStyle = 'rgba(210,244,255,0.14)';
    context.beginPath();
    context.arc(point.x, point.y, radius, 0, Math.PI * 2);
    context.fill();
    context.stroke();
    context.fillStyle = 'rgba(255,255,255,0.75)';
    context.beginPath();
    context.arc(point.x - radius * 0.35, point.y - radius * 0.35, radius * 0.2, 0, Math.PI * 2);
    context.fill();
  }
}

/**
 * The beam of a lighthouse: two turning cones, which look long when they cross the picture and
 * short when they point at the camera.
 */
function paintBeam(stage: Stage, context: SKRSContext2D, options: { thing: Thing; seconds: number }): void {
  const { time, weather } = stage.scene;
  const strength =
    time === 'night'
      ? 0.5
      : time === 'dusk'
        ? 0.4
        : weather === 'fog' || weather === 'storm'
          ? 0.34
          : time === 'sunset' || time === 'dawn'
            ? 0.2
            : 0;
  if (strength === 0) return;
  const { thing } = options;
  const lamp = project(stage, {
    x: thing.x,
    z: thing.z,
    height: Math.max(0, stage.scene.terrain.ground) + thing.height * 0.835 + thing.lift,
  });
  const y = lamp.y;
  context.save();
  context.globalCompositeOperation = 'screen';
  for (const halfTurn of [0, Math.PI]) {
    const turn = 0.35 + options.seconds * 0.9 + halfTurn;
    const reach = Math.cos(turn) * stage.unit * 0.9;
    const spread = stage.unit * (0.03 + 0.035 * (1 + Math.sin(turn)));
    const beam = context.createLinearGradient(lamp.x, y, lamp.x + reach, y);
    beam.addColorStop(0, `rgba(255,244,206,${strength})`);
    beam.addColorStop(0.3, `rgba(255,240,196,${strength * 0.4})`);
    beam.addColorStop(1, 'rgba(255,240,196,0)');
    context.fillStyle = beam;
    context.beginPath();
    context.moveTo(lamp.x, y - stage.unit * 0.006);
    context.lineTo(lamp.x + reach, y - spread);
    context.lineTo(lamp.x + reach, y + spread * 0.6);
    context.lineTo(lamp.x, y + stage.unit * 0.006);
    context.fill();
  }
  paintHalo(context, {
    x: lamp.x,
    y,
    radius: stage.unit * 0.11,
    color: 'rgba(255,236,180,',
    strength: Math.min(0.9, strength * 1.7),
  });
  context.restore();
}

/** Returns the value within 0 … `period`. Negative values are allowed, because loops use negative times. */
function wrapValue(value: number, period: number): number {
  return ((value % period) + period) % period;
}
