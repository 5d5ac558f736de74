/**
 * The atmosphere of a lush picture: shafts of light, mist, a glow at the horizon, motes, petals, fireflies.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { mix, type Rgb, toCss } from '../../raster/colors.ts';
import { paintHalo } from './sky.ts';
import { type Stage, toPixels } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

export function paintAtmosphere(stage: Stage, context: SKRSContext2D): void {
  const lush = stage.scene.look.lush ?? 0;
  if (lush <= 0.02) return;
  const { setting, light } = stage.scene;
  context.save();
  context.globalCompositeOperation = 'screen';
  const isOutdoors = setting !== 'room' && setting !== 'studio' && setting !== 'underwater';
  if (isOutdoors && setting !== 'space') paintVeils(stage, context, lush);
  if (light.body !== 'none' && setting !== 'room') paintRays(stage, context, lush);
  context.globalCompositeOperation = 'source-over';
  paintMotes(stage, context, lush);
  context.restore();
}

/** Bands of lit mist about the horizon. */
function paintVeils(stage: Stage, context: SKRSContext2D, lush: number): void {
  const { scene, unit, tones, width } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'veils'));
  const color = mix(tones.glow, tones.low, 0.4);
  for (let veil = 0; veil < 3 + Math.round(lush * 4); veil++) {
    const point = toPixels(
      stage,
      random() * scene.aspect,
      scene.camera.horizon + (random() - 0.45) * 0.2 + veil * 0.012,
    );
    const bandWidth = (0.4 + random() * 0.7) * unit;
    const bandHeight = (0.018 + random() * 0.03) * unit;
    context.save();
    context.translate(point.x, point.y);
    context.scale(bandWidth, bandHeight);
    const mist = context.createRadialGradient(0, 0, 0, 0, 0, 1);
    mist.addColorStop(0, toCss(color, 0.18 * lush));
    mist.addColorStop(1, toCss(color, 0));
    context.fillStyle = mist;
    context.fillRect(-1, -1, 2, 2);
    context.restore();
  }
  const band = context.createLinearGradient(
    0,
    toPixels(stage, 0, scene.camera.horizon - 0.24).y,
    0,
    toPixels(stage, 0, scene.camera.horizon + 0.16).y,
  );
  band.addColorStop(0, toCss(color, 0));
  band.addColorStop(0.6, toCss(color, 0.13 * lush));
  band.addColorStop(1, toCss(color, 0));
  context.fillStyle = band;
  context.fillRect(0, 0, width, stage.height);
}

/** Shafts that spread from the light over the land. */
function paintRays(stage: Stage, context: SKRSContext2D, lush: number): void {
  const { scene, unit, tones } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'rays'));
  const point = toPixels(stage, scene.light.x, scene.light.y);
  const strength = (scene.light.body === 'moon' ? 0.11 : 0.2) * lush;
  const count = 9 + Math.round(lush * 7);
  context.filter = `blur(${(unit * 0.012).toFixed(1)}px)`;
  for (let ray = 0; ray < count; ray++) {
    const angle = (ray / count) * Math.PI * 2 + random() * 0.5;
    const spread = 0.025 + random() * 0.07;
    const length = (0.45 + random() * 0.75) * unit;
    const fade = context.createRadialGradient(point.x, point.y, unit * 0.03, point.x, point.y, length);
    fade.addColorStop(0, toCss(tones.glow, strength * (0.5 + random() * 0.8)));
    fade.addColorStop(1, toCss(tones.glow, 0));
    context.fillStyle = fade;
    context.beginPath();
    context.moveTo(point.x, point.y);
    context.lineTo(point.x + Math.cos(angle - spread) * length, point.y + Math.sin(angle - spread) * length);
    context.lineTo(point.x + Math.cos(angle + spread) * length, point.y + Math.sin(angle + spread) * length);
    context.fill();
  }
  context.filter = 'none';
}

/**
 * Small bright things adrift: petals by day in spring, leaves in autumn, fireflies and sparks in the dark.
 */
function paintMotes(stage: Stage, context: SKRSContext2D, lush: number): void {
  const { scene, unit } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'motes'));
  const isDark = scene.time === 'night' || scene.time === 'dusk' || scene.setting === 'space';
  const tint = moteColor(stage, isDark);
  const count = Math.round((isDark ? 46 : 60) * lush * Math.max(0.8, scene.aspect));
  for (let mote = 0; mote < count; mote++) {
    const heightShare = random() ** 0.7;
    const nearness = random() ** 3;
    const point = toPixels(stage, random() * scene.aspect, 0.08 + heightShare * 0.9);
    const size = (0.0018 + nearness * 0.006) * unit;
    if (isDark || tint.glows) {
      const color = tint.color.map(channel => Math.round(channel)).join(',');
      paintHalo(context, { ...point, radius: size * 5, color: `rgba(${color},`, strength: 0.5 });
      context.fillStyle = 'rgba(255,252,232,0.95)';
      context.beginPath();
      context.arc(point.x, point.y, Math.max(0.5, size * 0.7), 0, Math.PI * 2);
      context.fill();
    } else {
      context.save();
      context.translate(point.x, point.y);
      context.rotate(random() * Math.PI);
      context.fillStyle = toCss(tint.color, 0.5 + random() * 0.4);
      context.beginPath();
      context.ellipse(0, 0, size * 1.5, size * 0.75, 0, 0, Math.PI * 2);
      context.fill();
      context.restore();
    }
  }
}

function moteColor({ scene, tones }: Stage, isDark: boolean): { color: Rgb; glows: boolean } {
  if (scene.setting === 'underwater' || scene.setting === 'space') return { color: tones.glow, glows: true };
  if (isDark) return { color: [255, 226, 140], glows: true };
  if (scene.season === 'winter' || scene.weather === 'snow') return { color: [255, 255, 255], glows: false };
  if (scene.season === 'autumn') return { color: [226, 128, 52], glows: false };
  return scene.season === 'spring'
    ? { color: [255, 196, 214], glows: false }
    : { color: tones.glow, glows: true };
}
