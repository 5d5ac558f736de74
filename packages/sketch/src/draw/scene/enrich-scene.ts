/**
 * Adds small things to a scene, for upscales that may invent detail. The main things of
 * the picture do not move.
 */
import type { Cover, Scatter, Scene } from '../../scene/scene.ts';
import { deriveSeed } from '../../random/random.ts';

const greenCovers: ReadonlySet<Cover> = new Set(['grass', 'meadow', 'forest']);
const indoorSettings: ReadonlySet<Scene['setting']> = new Set(['room', 'studio', 'space', 'underwater']);

/** Low kinds. More tall things would hide the main subject or appear behind its head. */
const lowKinds: ReadonlySet<Scatter['kind']> = new Set([
  'flowers',
  'grass',
  'rocks',
  'fern',
  'coral',
  'weed',
]);

export function enrichScene(scene: Scene): Scene {
  const { look, light, sky } = scene;
  const isOutdoors = !indoorSettings.has(scene.setting);
  return {
    ...scene,
    look: { ...look, detail: Math.min(1, look.detail + 0.3), richness: Math.min(1.4, look.richness + 0.25) },
    light: {
      ...light,
      palette: {
        ...light.palette,
        lightGain: light.palette.lightGain * 1.06,
        shadeGain: light.palette.shadeGain * 0.95,
      },
    },
    sky: { ...sky, stars: sky.stars * 1.7 },
    birds: isOutdoors && scene.time !== 'night' ? Math.min(30, scene.birds + 5) : scene.birds,
    scatters: [
      ...scene.scatters,
      ...scene.scatters.filter(({ kind }) => lowKinds.has(kind)).map(fillBetween),
      ...undergrowth(scene),
    ],
  };
}

/** Returns a scatter of smaller items, 70 % as many, that lie between the existing ones. */
function fillBetween(scatter: Scatter): Scatter {
  return {
    ...scatter,
    count: Math.round(scatter.count * 0.7),
    height: scatter.height * 0.72,
    seed: deriveSeed(scatter.seed, 'more'),
  };
}

/** Lists stones and plants near the camera. */
function undergrowth(scene: Scene): Scatter[] {
  const { terrain, camera } = scene;
  if (indoorSettings.has(scene.setting) || scene.setting === 'sea' || scene.setting === 'sky') return [];
  const eye = Math.max(0.3, camera.altitude - terrain.ground);
  const foreground = { near: eye * 1.8, far: eye * 16 };
  const seed = (part: string) => deriveSeed(scene.seed, `rich ${part}`);
  const stones: Scatter = {
    kind: 'rocks',
    count: 30,
    ...foreground,
    height: eye * 0.09,
    seed: seed('rocks'),
  };
  if (!greenCovers.has(terrain.cover)) return [stones];
  const snowy = scene.season === 'winter' || scene.weather === 'snow';
  return [
    stones,
    { kind: 'fern', count: snowy ? 20 : 60, ...foreground, height: eye * 0.16, seed: seed('fern') },
    ...(snowy
      ? []
      : [{ kind: 'flowers' as const, count: 160, ...foreground, height: eye * 0.17, seed: seed('flowers') }]),
  ];
}
