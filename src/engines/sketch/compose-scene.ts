/** Words to picture: turns a reading into a scene that can be painted, one of four candidates. */
import { deriveSeed } from '../../lib/random.ts';
import type { Dials } from '../engine.ts';
import { type DialSettings, readDials } from './compose/dial-settings.ts';
import { dressLook } from './compose/dress-look.ts';
import { decideIntent, type Intent } from './compose/intent.ts';
import { isKeptOut, keepOut } from './compose/keep-out.ts';
import { chooseLayout, fitLayout, type Layout, styleLayout } from './compose/layout.ts';
import { lookOf } from './compose/look.ts';
import { ornament } from './compose/ornament.ts';
import { placeCamera } from './compose/place-camera.ts';
import { placeLight, planSky } from './compose/place-light.ts';
import { deepestOf, placeThings } from './compose/place-things.ts';
import { planPattern } from './compose/plan-pattern.ts';
import { withProps } from './compose/props.ts';
import { makeStrange, strangeWishes } from './compose/strange.ts';
import { strayIntent, strayLayout } from './compose/stray.ts';
import { wearCodes } from './compose/style-codes.ts';
import { planLand } from './compose/terrain-plan.ts';
import { listWishes, type Wish } from './compose/wishes.ts';
import type { Reading } from './reading.ts';
import { type Look, type Scene, sceneFormat } from './scene.ts';

export { varyScene } from './compose/vary-scene.ts';

export interface ComposeOptions extends Dials {
  readonly seed: number;
  /** 0 … 3: clearly different pictures of the same idea. */
  readonly candidate: number;
  readonly width: number;
  readonly height: number;
  /** `7`, `6.1`, `niji 6` … */
  readonly version?: string;
}

export function composeScene(reading: Reading, asked: ComposeOptions): Scene {
  // Each version sees the same words its own way.
  const options = { ...asked, seed: deriveSeed(asked.seed, `version ${asked.version ?? '7'}`) };
  const dials = readDials(options);
  const look = dressLook(lookOf(options), dials);
  const by = { ...dials, seed: options.seed, candidate: options.candidate };
  const decided = strayIntent(decideIntent(reading, options), reading, by);
  const intent: Intent = look.anime && reading.style === undefined ? { ...decided, style: 'anime' } : decided;
  const named = listWishes(reading);
  const plain = viewOf(reading, { options, dials, look, intent, wishes: strangeWishes(named, reading, by) });
  const scene = keepOut(makeStrange(ornament(plain, reading, dials), reading, by), reading);
  const dressed = wearCodes(scene, options, { style: reading.style !== undefined });
  if (!options.tile) return dressed;
  const pattern = planPattern(reading, { intent, wishes: named, ...by });
  return { ...dressed, pattern };
}

interface ViewInput {
  readonly options: ComposeOptions;
  readonly dials: DialSettings;
  readonly look: Look;
  readonly intent: Intent;
  readonly wishes: readonly Wish[];
}

function viewOf(reading: Reading, { options, dials, look, intent, wishes }: ViewInput): Scene {
  const aspect = options.width / options.height;
  const layout = layoutOf(reading, { options, dials, look, intent, wishes });
  const camera = placeCamera(reading, { intent, layout, hero: wishes[0] });
  const seed = deriveSeed(options.seed, `scene ${options.candidate}`);
  const deepest = deepestOf(wishes, { layout, eye: camera.eye });
  const scene: Scene = {
    format: sceneFormat,
    seed,
    aspect,
    ...intent,
    look,
    camera: { horizon: layout.horizon, altitude: camera.ground + camera.eye, focal: layout.focal },
    light: placeLight(reading, { intent, layout, aspect, saturation: look.saturation, reach: camera.heroZ }),
    sky: planSky(reading, { intent, layout, seed, aspect }),
    ...planLand({ reading, intent, layout, seed, ...camera, deepest }),
    things: [],
    birds: birdsOf(reading, intent, layout),
    ...(reading.cameraMove && { cameraMove: reading.cameraMove }),
    ...(reading.lettering !== undefined && { lettering: reading.lettering }),
    ...(reading.letteringOn !== undefined && { letteringOn: reading.letteringOn }),
  };
  // Water that must not be is not there when things look for ground.
  const ground = isKeptOut(reading, 'water') ? keepOut(scene, reading) : scene;
  return withProps({ ...scene, things: placeThings(wishes, { reading, layout, scene: ground }) }, reading);
}

function layoutOf(reading: Reading, { options, dials, intent, wishes }: ViewInput): Layout {
  const aspect = options.width / options.height;
  const wantsSky = reading.landmarks.some(({ kind }) =>
    ['aurora', 'stars', 'rainbow', 'moon'].includes(kind),
  );
  const chosen = chooseLayout(reading, intent, { ...options, aspect });
  const strayed = strayLayout(chosen, { ...dials, seed: options.seed, candidate: options.candidate });
  return fitLayout(styleLayout(strayed, dials.style), intent, { wishes, wantsSky });
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
