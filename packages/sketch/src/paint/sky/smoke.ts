/** Smoke that rises and drifts: from fires, from volcanoes, from the chimneys of houses in the cold. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { mix, type Rgb } from '../../raster/colors.ts';
import { paintHalo } from './sky.ts';
import { project, type Stage } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

interface Source {
  readonly seed: number;
  /** The point at which the smoke rises, in pixels. */
  readonly x: number;
  readonly y: number;
  /** The height to which it rises, in pixels. */
  readonly height: number;
  readonly strength: number;
  readonly color: Rgb;
}

export function paintSmoke(stage: Stage, context: SKRSContext2D, seconds: number): void {
  for (const source of listSources(stage)) {
    const random = seededRandom(deriveSeed(source.seed, 'smoke'));
    const drift = stage.scene.weather === 'wind' || stage.scene.weather === 'storm' ? 0.9 : 0.32;
    const side = random() < 0.5 ? -1 : 1;
    const color = `rgba(${source.color.map(Math.round).join(',')},`;
    for (let puff = 0; puff < 15; puff++) {
      const rise = (random() + puff / 15 + seconds * 0.07) % 1;
      const sway = Math.sin(rise * 7 + puff + seconds * 0.6) * 0.05;
      const x = source.x + (rise ** 1.5 * drift * side + sway * rise) * source.height;
      const radius = source.height * (0.05 + rise * 0.2);
      const strength = source.strength * (1 - rise) * Math.min(1, rise * 8);
      paintHalo(context, { x, y: source.y - rise * source.height, radius, color, strength });
    }
  }
}

function listSources(stage: Stage): Source[] {
  const { things, terrain, time, season } = stage.scene;
  const gray = mix([214, 212, 216], stage.tones.haze, 0.5);
  const isCold = season === 'winter' || season === 'autumn' || time === 'night' || time === 'dusk';
  const fires = things.flatMap((thing): Source[] => {
    const isFire = thing.kind === 'campfire';
    if (!isFire && !(thing.kind === 'house' && isCold)) return [];
    const foot = project(stage, { x: thing.x, z: thing.z, height: Math.max(0, terrain.ground) + thing.lift });
    const thingHeight = thing.height * foot.scale;
    const top = {
      x: foot.x + (isFire ? 0 : thingHeight * 0.2),
      y: foot.y - thingHeight * (isFire ? 0.9 : 1),
    };
    return [
      {
        seed: thing.seed,
        ...top,
        height: thingHeight * (isFire ? 3.4 : 0.9),
        strength: isFire ? 0.34 : 0.26,
        color: gray,
      },
    ];
  });
  const volcanoes = terrain.features.flatMap((feature): Source[] => {
    if (feature.kind !== 'volcano') return [];
    const top = project(stage, { x: feature.x, z: feature.z, height: feature.height * 0.92 });
    const color = mix([96, 88, 96], stage.tones.haze, 0.35);
    return [{ seed: feature.seed, x: top.x, y: top.y, height: stage.unit * 0.36, strength: 0.85, color }];
  });
  return [...fires, ...volcanoes];
}
