/** Banks of fog that drift through a clip, low over the land and thicker towards the horizon. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { mix, toCss } from '../../raster/colors.ts';
import { type Stage, toPixels } from '../../paint/stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

const banks = 11;

/** `drift` is in seconds of the default wind, `strength` is 0 … 1. */
export function paintFogBanks(
  stage: Stage,
  context: SKRSContext2D,
  { drift, strength }: { drift: number; strength: number },
): void {
  if (strength <= 0.01) return;
  const { scene, unit, tones, left, top, width, height } = stage;
  const random = seededRandom(deriveSeed(scene.seed, 'fog banks'));
  const color = mix(tones.haze, tones.low, 0.4);
  const sceneWidth = width / unit;
  const veil = context.createLinearGradient(0, 0, 0, height);
  const horizon = Math.min(0.95, Math.max(0.05, scene.camera.horizon - top));
  veil.addColorStop(0, toCss(color, 0.1 * strength));
  veil.addColorStop(horizon, toCss(color, 0.62 * strength));
  veil.addColorStop(1, toCss(color, 0.2 * strength));
  context.fillStyle = veil;
  context.fillRect(0, 0, width, height);
  for (let bank = 0; bank < banks; bank++) {
    const low = bank / banks;
    const length = 0.35 + random() * 0.5;
    const speed = (0.02 + 0.035 * low) * (0.7 + random() * 0.6);
    const span = sceneWidth + length * 2;
    const across = (((random() * span + drift * speed) % span) + span) % span;
    const y = scene.camera.horizon + (low - 0.12) * (1 - scene.camera.horizon) + (random() - 0.5) * 0.05;
    const at = toPixels(stage, left - length + across, y);
    context.save();
    context.translate(at.x, at.y);
    context.scale(length * unit, (0.045 + 0.05 * low) * unit);
    const puff = context.createRadialGradient(0, 0, 0, 0, 0, 1);
    puff.addColorStop(0, toCss(color, 0.5 * strength));
    puff.addColorStop(0.5, toCss(color, 0.26 * strength));
    puff.addColorStop(1, toCss(color, 0));
    context.fillStyle = puff;
    context.fillRect(-1, -1, 2, 2);
    context.restore();
  }
}
