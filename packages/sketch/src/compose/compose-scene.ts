/** Turns a reading into a scene that can be painted, one of four candidates. */
import { findBetween, flankedSize } from './elements/carriers.ts';
import { type ParameterSettings, readParameterSettings } from './look/parameter-settings.ts';
import { applyLookParameters } from './look/apply-look-parameters.ts';
import type { ComposeOptions } from './look/compose-options.ts';
import { decideIntent, type Intent } from './view/intent.ts';
import { isKeptOut, applyExclusions } from './elements/apply-exclusions.ts';
import { chooseLayout, fitLayout, type Layout, styleLayout } from './view/layout.ts';
import { chooseLook } from './look/look.ts';
import { addOrnaments } from './ornament.ts';
import { placeCamera } from './view/place-camera.ts';
import { placeLight, planSky } from './view/place-light.ts';
import { measureDepth, placeThings } from './things/place-things.ts';
import { planPattern } from './plan-pattern.ts';
import { addProps } from './things/props.ts';
import { raiseGround } from './things/raise-ground.ts';
import { enlargedFromAbove, shotLayout } from './view/shots.ts';
import { applyWeirdness, distortElements } from './weirdness.ts';
import { applyChaosToIntent, applyChaosToLayout } from './view/chaos.ts';
import { applyStyleCodes } from './look/style-codes.ts';
import { planLand } from './land/terrain-plan.ts';
import { listElements } from './elements/list-elements.ts';
import type { SceneElement } from './elements/scene-element.ts';
import type { Reading } from '../scene/reading.ts';
import { type Look, type Scene, sceneFormat } from '../scene/scene.ts';
import { deriveSeed } from '../random/random.ts';

export function composeScene(reading: Reading, requestedOptions: ComposeOptions): Scene {
  // Each version composes the same words differently.
  const options = {
    ...requestedOptions,
    seed: deriveSeed(requestedOptions.seed, `version ${requestedOptions.version ?? '7'}`),
  };
  const settings = readParameterSettings(options);
  const look = applyLookParameters(chooseLook(options), settings);
  const parameters = { ...settings, seed: options.seed, candidate: options.candidate };
  const baseIntent = applyChaosToIntent(decideIntent(reading, options), reading, parameters);
  const intent: Intent =
    look.anime && reading.style === undefined ? { ...baseIntent, style: 'anime' } : baseIntent;
  const namedElements = listElements(reading);
  const plainScene = composeView(reading, {
    options,
    settings,
    look,
    intent,
    elements: distortElements(namedElements, reading, parameters),
  });
  const scene = applyExclusions(
    applyWeirdness(addOrnaments(plainScene, reading, settings), reading, parameters),
    reading,
  );
  const styledScene = applyStyleCodes(scene, options, { style: reading.style !== undefined });
  if (!options.tile) return styledScene;
  const pattern = planPattern(reading, { intent, elements: namedElements, ...parameters });
  return { ...styledScene, pattern };
}

interface ViewInput {
  readonly options: ComposeOptions;
  readonly settings: ParameterSettings;
  readonly look: Look;
  readonly intent: Intent;
  readonly elements: readonly SceneElement[];
}

function composeView(
  reading: Reading,
  { options, settings, look, intent, elements: namedElements }: ViewInput,
): Scene {
  const aspect = options.width / options.height;
  const layout = planLayout(reading, { options, settings, look, intent, elements: namedElements });
  const elements = namedElements.map(element => enlargedFromAbove(element, layout));
  const camera = placeCamera(reading, { intent, layout, hero: elements[0] });
  const seed = deriveSeed(options.seed, `scene ${options.candidate}`);
  const deepest = measureDepth(elements, { layout, eye: camera.eye });
  // Subjects beside the main one need dry land, too.
  const heroZ = camera.heroZ * (findBetween(reading) ? 1.6 : 1);
  const scene: Scene = {
    format: sceneFormat,
    seed,
    aspect,
    ...intent,
    look,
    camera: { horizon: layout.horizon, altitude: camera.ground + camera.eye, focal: layout.focal },
    light: placeLight(reading, { intent, layout, aspect, saturation: look.saturation, reach: camera.heroZ }),
    sky: planSky(reading, { intent, layout, seed, aspect }),
    ...planLand({ reading, intent, layout, seed, ...camera, deepest, hero: elements[0], heroZ }),
    things: [],
    birds: countBirds(reading, intent, layout),
    ...(reading.lettering !== undefined && { lettering: reading.lettering }),
    ...(reading.letteringOn !== undefined && { letteringOn: reading.letteringOn }),
  };
  // Excluded water is removed before things are placed on ground.
  const ground = isKeptOut(reading, 'water') ? applyExclusions(scene, reading) : scene;
  const things = placeThings(elements, { reading, layout, scene: ground });
  return raiseGround(addProps({ ...scene, things }, reading));
}

function planLayout(reading: Reading, { options, settings, intent, elements }: ViewInput): Layout {
  const aspect = options.width / options.height;
  const wantsSky = reading.landmarks.some(({ kind }) =>
    ['aurora', 'stars', 'rainbow', 'moon'].includes(kind),
  );
  const baseLayout = chooseLayout(reading, intent, { ...options, aspect });
  const variedLayout = applyChaosToLayout(baseLayout, {
    ...settings,
    seed: options.seed,
    candidate: options.candidate,
  });
  const fittedLayout = fitLayout(styleLayout(variedLayout, settings.style), intent, { elements, wantsSky });
  const between = findBetween(reading);
  const maxSize =
    between?.middle === elements[0]?.name && between ? flankedSize(between, elements, aspect) : 1;
  const roomyLayout = { ...fittedLayout, heroSize: Math.min(fittedLayout.heroSize, maxSize) };
  return shotLayout(roomyLayout, reading, { hero: elements[0], intent, aspect });
}

/** A few distant birds, which most skies have. */
function countBirds(reading: Reading, intent: Intent, layout: Layout): number {
  const mention = reading.landmarks.find(({ kind }) => kind === 'birds');
  if (mention) return Math.max(5, Math.min(30, mention.count));
  const isNear = reading.shot === 'close' || layout.above !== undefined;
  const isUnfit =
    isNear ||
    ['space', 'underwater', 'room', 'studio', 'city'].includes(intent.setting) ||
    intent.time === 'night';
  return isUnfit || intent.weather === 'storm' || layout.random() < 0.35
    ? 0
    : 3 + Math.floor(layout.random() * 6);
}
