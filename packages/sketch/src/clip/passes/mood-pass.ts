/**
 * Changes the time of day and the weather of a foreign picture: its light changes, rain or snow sets in.
 */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { smooth } from '../../raster/colors.ts';
import { createStage, type Stage } from '../../paint/stage/stage.ts';
import type { TimeOfDay, Weather } from '../../scene/reading.ts';
import type { Scene } from '../../scene/scene.ts';
import { paintFogBanks } from './fog-banks.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';

/** `darken` removes sunlight from a picture: nothing stays brighter than the color. */
type Wash = readonly [mode: 'multiply' | 'soft-light' | 'screen' | 'darken', color: string];

const washes: Partial<Record<TimeOfDay | Weather, readonly Wash[]>> = {
  dawn: [
    ['multiply', '#f0cfc4'],
    ['soft-light', '#ffb890'],
  ],
  morning: [['soft-light', '#fff0c8']],
  noon: [['soft-light', '#fffdf0']],
  afternoon: [['soft-light', '#ffe2a6']],
  sunset: [
    ['multiply', '#f2b08a'],
    ['soft-light', '#ff9a50'],
  ],
  dusk: [
    ['darken', '#e2cfd6'],
    ['multiply', '#8f86b8'],
    ['soft-light', '#7c5a96'],
  ],
  night: [
    ['darken', '#a9b6d2'],
    ['multiply', '#4d5d8c'],
  ],
  rain: [['multiply', '#a9b2bf']],
  storm: [['multiply', '#7c8496']],
  snow: [['screen', '#20262e']],
  overcast: [['multiply', '#c2c8d0']],
};

/** The rain or snow in front of the camera, at full strength. */
export type PaintWeather = (stage: Stage) => void;

export function openMoodPass(
  scene: Scene,
  plan: ClipPlan,
): (canvas: Canvas, seconds: number, paintWeather: PaintWeather) => void {
  const legs = plan.legs.flatMap(({ becomes, from, until }) => (becomes ? [{ becomes, from, until }] : []));
  return (canvas, seconds, paintWeather) => {
    const context = canvas.getContext('2d');
    for (const { becomes, from, until } of legs) {
      const share = smooth(from, from + (until - from) * 0.85, seconds);
      if (share <= 0) continue;
      for (const mood of [becomes.time, becomes.weather])
        for (const [mode, color] of (mood && washes[mood]) ?? [])
          wash(context, canvas, { mode, color, share });
      const { weather } = becomes;
      if (weather === 'fog')
        paintFogBanks(createStage(scene, canvas), context, { drift: seconds, strength: share });
      if (!weather || !['rain', 'snow', 'storm'].includes(weather)) continue;
      context.globalAlpha = share;
      paintWeather(createStage({ ...scene, setting: 'plain', weather, things: [], birds: 0 }, canvas));
      context.globalAlpha = 1;
    }
  };
}

function wash(
  context: SKRSContext2D,
  { width, height }: Canvas,
  options: { mode: Wash[0]; color: string; share: number },
): void {
  context.globalCompositeOperation = options.mode;
  context.globalAlpha = options.share;
  context.fillStyle = options.color;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}
