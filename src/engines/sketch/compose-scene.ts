/** Words to picture: turns a reading into a scene that can be painted, one of four candidates. */
import { deriveSeed } from '../../lib/random.ts';
import { decideIntent, type Intent } from './compose/intent.ts';
import { chooseLayout, fitLayout, type Layout } from './compose/layout.ts';
import { lookOf } from './compose/look.ts';
import { placeCamera } from './compose/place-camera.ts';
import { placeLight, planSky } from './compose/place-light.ts';
import { deepestOf, placeThings } from './compose/place-things.ts';
import { listWishes } from './compose/wishes.ts';
import { planLand } from './compose/terrain-plan.ts';
import type { Reading } from './reading.ts';
import { type Scene, sceneFormat } from './scene.ts';

export { varyScene } from './compose/vary-scene.ts';

export interface ComposeOptions {
  readonly seed: number;
  /** 0 … 3: clearly different pictures of the same idea. */
  readonly candidate: number;
  readonly width: number;
  readonly height: number;
  /** `7`, `6.1`, `niji 6` … */
  readonly version?: string;
  readonly raw?: boolean;
}

export function composeScene(reading: Reading, options: ComposeOptions): Scene {
  const aspect = options.width / options.height;
  const look = lookOf(options);
  const decided = decideIntent(reading, options);
  const intent: Intent = look.anime && reading.style === undefined ? { ...decided, style: 'anime' } : decided;
  const wishes = listWishes(reading);
  const wantsSky = reading.landmarks.some(({ kind }) =>
    ['aurora', 'stars', 'rainbow', 'moon'].includes(kind),
  );
  const layout = fitLayout(chooseLayout(reading, intent, { ...options, aspect }), intent, {
    wishes,
    wantsSky,
  });
  const camera = placeCamera(reading, { intent, layout, hero: wishes[0] });
  const seed = deriveSeed(options.seed, `scene ${options.candidate}`);
  const deepest = deepestOf(wishes, { layout, eye: camera.eye });
  const plan = planLand({ reading, intent, layout, seed, ...camera, deepest });
  const scene: Scene = {
    format: sceneFormat,
    seed,
    aspect,
    ...intent,
    look,
    camera: { horizon: layout.horizon, altitude: camera.ground + camera.eye, focal: layout.focal },
    light: placeLight(reading, { intent, layout, aspect, saturation: look.saturation, reach: camera.heroZ }),
    sky: planSky(reading, { intent, layout, seed }),
    ...plan,
    things: [],
    birds: birdsOf(reading, intent, layout),
    ...(reading.cameraMove && { cameraMove: reading.cameraMove }),
    ...(reading.lettering !== undefined && { lettering: reading.lettering }),
  };
  return { ...scene, things: placeThings(wishes, { reading, layout, scene }) };
}

/** A few birds far off bring most skies to life. */
function birdsOf(reading: Reading, intent: Intent, layout: Layout): number {
  const asked = reading.landmarks.find(({ kind }) => kind === 'birds');
  if (asked) return Math.max(5, Math.min(30, asked.count));
  const unfit =
    ['space', 'underwater', 'room', 'studio', 'city'].includes(intent.setting) || intent.time === 'night';
  return unfit || intent.weather === 'storm' || layout.random() < 0.35
    ? 0
    : 3 + Math.floor(layout.random() * 6);
}
