/**
 * Paints a scene in motion. All layers are painted once. A frame only moves and composites them, and depends
 * only on its time, so that several processes can share a clip.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { paintAtmosphere } from '../../paint/sky/atmosphere.ts';
import { paintEffects } from '../../paint/effects.ts';
import { paintFarAnimals } from '../../paint/far-animals.ts';
import { paintLettering } from '../../paint/lettering/lettering.ts';
import { listStars } from '../../paint/sky/sky.ts';
import { createStage, type Stage } from '../../paint/stage/stage.ts';
import { fillWater, type WaterView } from '../../paint/land/water.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { styleBorder } from '../../styles/border.ts';
import type { SubjectPack } from '../../subjects/subject-pack.ts';
import { cameraPath, measureMargins, type CameraPath } from '../motion/camera-path.ts';
import { pulseAt, type Pulse, approachLimit } from '../motion/clip-clock.ts';
import { buildItems, type ClipItem, type ClipItems, cloudReach, cloudSpeed } from './clip-items.ts';
import type { ClipPainter } from './clip-painter.ts';
import { isRound } from '../motion/clip-plan.ts';
import { filmedFrame, type FilmView, filmView, setCameraTransform } from './film-view.ts';
import { flies, paintFlock } from '../passes/flock.ts';
import { paintFogBanks } from '../passes/fog-banks.ts';
import { openGridPass } from '../passes/grid-pass.ts';
import { paintGlimmer } from '../passes/glimmer.ts';
import { takeSteps, takeStepsApart } from '../../raster/pixels.ts';
import { openMoves, type ThingMoves } from '../motion/thing-moves.ts';
import type { Frame } from '../../scene/picture.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';

export interface SceneFilm {
  readonly width: number;
  readonly height: number;
  readonly plan: ClipPlan;
  readonly frame?: Frame;
  readonly subjects?: SubjectPack;
  /** The scene whose camera this is, when several are filmed with one. */
  readonly like?: Scene;
}

export function openScenePainter(scene: Scene, options: SceneFilm): ClipPainter {
  const { width, height, plan, like = scene } = options;
  const frame = filmedFrame(scene, options);
  const path = pathFor(like, { plan, aspect: width / height });
  const film = filmView(scene, { width, height, frame, margins: measureMargins(path, width / height) });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const { subjects } = options;
  const steps = () => buildItems(film.stage, subjects ? { subjects } : {});
  const begins = like.weather === scene.weather;
  const open = (items: ClipItems) => {
    const paintLand = openLandPainter(film, {
      items,
      plan,
      context,
      path,
      leadZ: findLeadDepth(like),
      begins,
    });
    if (scene.style === 'pixel') paintLand(0);
    return { paintLand, grid: scene.style === 'pixel' ? openGridPass(canvas, film.view.unit) : undefined };
  };
  let painting: ReturnType<typeof open> | undefined;
  const border = styleBorder(scene.style, { width, height, unit: film.view.unit });
  return {
    prepare: async () => {
      painting ??= open(await takeStepsApart(steps()));
    },
    paint: seconds => {
      painting ??= open(takeSteps(steps()));
      const { paintLand, grid } = painting;
      paintLand(seconds);
      context.setTransform(1, 0, 0, 1, 0, 0);
      grid?.apply();
      if (border) context.drawImage(border, 0, 0);
      if (!options.frame) paintLettering(context, scene, { width, height });
      return canvas;
    },
  };
}

export function pathFor(scene: Scene, options: { plan: ClipPlan; aspect: number }): CameraPath {
  const side = scene.light.x < scene.aspect / 2 ? 1 : -1;
  const [mainThing] = scene.things;
  return cameraPath(options.plan, {
    aspect: options.aspect,
    side,
    heading: mainThing?.facing ?? side,
    room: 1,
    ...(mainThing && { focus: projectMiddle(scene, mainThing) }),
  });
}

/** Returns the middle of a thing, in picture heights from the middle of the picture. */
function projectMiddle({ camera, terrain }: Scene, { x, z, lift, height, stance }: Thing) {
  const scale = camera.focal / z;
  const foot = lift + (stance === 'floats' ? 0 : Math.max(0, terrain.ground));
  return { x: x * scale, y: camera.horizon + (camera.altitude - foot - height / 2) * scale - 0.5 };
}

/** Depth of the main subject in meters. */
function findLeadDepth(scene: Scene): number {
  return Math.max(3, scene.things[0]?.z ?? scene.camera.altitude * 8);
}

/** Paints everything that is in front of the camera. */
function openLandPainter(
  film: FilmView,
  options: {
    plan: ClipPlan;
    context: SKRSContext2D;
    path: CameraPath;
    leadZ: number;
    /** The clip begins in this scene's weather. */
    begins: boolean;
    items: ClipItems;
  },
): (seconds: number) => void {
  const { plan, context } = options;
  const { stage, view } = film;
  const { scene } = stage;
  const { background, clouds, items, water } = options.items;
  const waves = water && openWaves(stage, water);
  const toNearness = (z: number) => (z === Infinity ? 0 : options.leadZ / (options.leadZ + z * 0.8));
  const clearStage = createStage({ ...scene, weather: 'clear' }, viewSize(view));
  const moves = openMoves(scene);
  const air = createStage({ ...scene, things: [], birds: 0 }, viewSize(view));
  return seconds => {
    const pulse = pulseAt(plan, seconds);
    const at = (z: number) => ({ placement: options.path(seconds, toNearness(z)) });
    setCameraTransform(context, film, at(Infinity));
    context.drawImage(background, 0, 0);
    if (scene.sky.stars > 0) twinkle(context, stage, pulse);
    if (clouds) context.drawImage(clouds, (cloudShift(pulse) - cloudReach) * stage.unit, 0);
    if (waves) {
      setCameraTransform(context, film, at(waterDepth(scene)));
      const { columns, rows, top } = waves;
      context.drawImage(waves.paint(pulse.tide), 0, 0, columns, rows, 0, top, stage.width, rows);
    }
    for (const item of items) {
      setCameraTransform(context, film, at(item.z));
      layItem(context, item, { pulse, film, moves });
    }
    setCameraTransform(context, film, { ...at(options.leadZ), bare: true });
    paintGlimmer(view, context, { pulse, moves });
    paintFarAnimals(view, context, { distance: travelDistance(plan, seconds), turn: pulse.turn });
    paintEffects(clearStage, context, seconds);
    if (flies(scene, plan)) paintFlock(view, context, seconds);
    context.setTransform(1, 0, 0, 1, 0, 0);
    paintAtmosphere(view, context);
    if (!isOpenAir(scene)) return;
    if (scene.weather === 'fog')
      paintFogBanks(view, context, { ...pulse, strength: chooseFog(pulse, options.begins) });
    paintEffects(air, context, seconds);
  };
}

function viewSize({ width, height, left, top, unit }: Stage) {
  return { width, height, frame: { x: left, y: top, width: width / unit, height: height / unit } };
}

/** Whether rain and snow can fall. They do not move with the camera. */
function isOpenAir({ setting }: Scene): boolean {
  return !['underwater', 'room', 'studio', 'space'].includes(setting);
}

/** A flock in a loop moves back and forth. Otherwise it would be seen twice where the loop closes. */
function travelDistance(plan: ClipPlan, seconds: number): number {
  return isRound(plan) ? Math.sin((seconds / plan.seconds) * Math.PI * 2) * 0.5 : seconds;
}

/** A picture of fog already has its fog banks. Fog that sets in adds all of them. */
function chooseFog({ swing }: Pulse, begins: boolean): number {
  return begins ? 0.45 * Math.min(1, swing) : 1;
}

/** Returns the drift of the clouds in picture units, which is negative before the start of a loop. */
function cloudShift({ drift }: Pulse): number {
  const distance = drift * cloudSpeed;
  return distance < 0 ? Math.max(-cloudReach, distance) : approachLimit(distance, cloudReach);
}

interface Moment {
  readonly pulse: Pulse;
  readonly film: FilmView;
  readonly moves: ThingMoves;
}

function layItem(context: SKRSContext2D, item: ClipItem, moment: Moment): void {
  const { pulse } = moment;
  if (item.sways) {
    const wind =
      Math.sin(pulse.turn(1.25) + item.z) * 0.006 + Math.sin(pulse.turn(2.7) + item.z * 0.3) * 0.003;
    const gale = ['wind', 'storm'].includes(moment.film.stage.scene.weather) ? 2.4 : 1.2;
    const lean = wind * pulse.swing * gale;
    context.transform(1, 0, lean, 1, -lean * (item.y + item.canvas.height), 0);
  } else if (item.thing && item.foot && item.scale) moveThing(context, item, moment);
  context.drawImage(item.canvas, item.x, item.y);
}

function moveThing(context: SKRSContext2D, item: ClipItem, { pulse, film, moves }: Moment): void {
  const { thing, foot, scale, kind } = item;
  if (!thing || !foot || !scale) return;
  const size = thing.height * scale;
  const at = { width: film.width, size, x: foot.x - film.left, y: foot.y - film.top };
  const { motion, rise } = moves(thing, pulse, at);
  const low = kind === 'shadow' || kind === 'reflection';
  context.translate(foot.x + motion.x * size, foot.y - rise * size + (low ? 0 : motion.y * size));
  if (kind === 'spin') context.rotate(pulse.turn(Math.PI / 4));
  else if (!low) {
    context.rotate(motion.turn);
    context.transform(1, 0, -motion.shear, motion.stretch, 0, 0);
  } else if (kind === 'reflection')
    context.transform(1, 0, Math.sin(pulse.turn(1.7) + item.z) * 0.02 * pulse.swing, 1, 0, 0);
  context.translate(-foot.x, -foot.y);
}

function openWaves(stage: Stage, view: WaterView) {
  const coarse = 3;
  const columns = Math.floor(stage.width / coarse);
  const rows = view.bottom - view.top;
  const canvas = createCanvas(columns, rows);
  const context = canvas.getContext('2d');
  const image = context.createImageData(columns, rows);
  const paint = (seconds: number): Canvas => {
    fillWater(stage, view, { pixels: image.data, seconds, coarse });
    context.putImageData(image, 0, 0);
    return canvas;
  };
  return { columns, rows, top: view.top, paint };
}

/** A depth whose parallax fits the water as a whole. */
function waterDepth(scene: Scene): number {
  return Math.max(60, (scene.things[0]?.z ?? 20) * 4);
}

/** The brighter stars grow and fade. */
function twinkle(context: SKRSContext2D, stage: Stage, pulse: Pulse): void {
  const rise = Math.min(1, pulse.swing * 1.5);
  listStars(stage).forEach((star, index) => {
    if (star.radius < 0.00125) return;
    const beat = 0.5 + 0.5 * Math.sin(pulse.turn(1.5 + (index % 7) * 0.4) + index);
    context.fillStyle = `rgba(240,244,255,${(star.strength * beat * rise).toFixed(3)})`;
    context.beginPath();
    context.arc(
      (star.x - stage.left) * stage.unit,
      (star.y - stage.top) * stage.unit,
      star.radius * stage.unit * 1.25,
      0,
      Math.PI * 2,
    );
    context.fill();
  });
}
