/** Variations: the same subjects, place and mood, visibly painted anew. */
import { deriveSeed, seededRandom } from '../../../lib/random.ts';
import { hueTurned, parseColor, toHex } from '../paint/colors.ts';
import type { Palette, Scene } from '../scene.ts';

export interface VaryOptions {
  readonly seed: number;
  readonly candidate: number;
  /** 0 hardly … 1 strongly. */
  readonly strength: number;
}

export function varyScene(scene: Scene, options: VaryOptions): Scene {
  const random = seededRandom(deriveSeed(options.seed, `variation ${options.candidate}`));
  const by = (size: number) => (random() * 2 - 1) * size * options.strength;
  const anew = (seed: number, part: string) =>
    deriveSeed(seed, `${part} ${options.seed} ${options.candidate}`);
  const shift = by(0.16);
  const horizon = Math.min(0.82, Math.max(0.2, scene.camera.horizon + by(0.05)));
  return {
    ...scene,
    seed: anew(scene.seed, 'scene'),
    camera: { ...scene.camera, horizon, focal: scene.camera.focal * (1 + by(0.14)) },
    light: {
      ...scene.light,
      x: scene.light.x + by(0.3) * scene.aspect,
      y: scene.light.y + horizon - scene.camera.horizon + by(0.05),
      palette: turnPalette(scene.light.palette, by(16), 1 + by(0.2)),
    },
    sky: {
      ...scene.sky,
      seed: anew(scene.sky.seed, 'sky'),
      cover: Math.min(1, Math.max(0.05, scene.sky.cover + by(0.3))),
    },
    terrain: {
      ...scene.terrain,
      ranges: scene.terrain.ranges.map((range, index) => ({
        ...range,
        seed: anew(range.seed, `range ${index}`),
        height: range.height * (1 + by(0.3)),
      })),
    },
    scatters: scene.scatters.map((scatter, index) => ({
      ...scatter,
      seed: anew(scatter.seed, `scatter ${index}`),
    })),
    things: scene.things.map(thing => ({ ...thing, x: thing.x + shift * thing.z * 0.4, seed: thing.seed })),
  };
}

function turnPalette(palette: Palette, degrees: number, gain: number): Palette {
  const turned = Object.entries(palette).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'grade' ? toHex(hueTurned(parseColor(value), degrees)) : value,
  ]);
  const result = Object.fromEntries(turned) as Palette;
  return { ...result, lightGain: palette.lightGain * (0.75 + 0.25 * gain) };
}
