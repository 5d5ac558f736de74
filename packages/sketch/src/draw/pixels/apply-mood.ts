/** Changes the time of day, weather or season of a foreign picture. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { paintFogBanks } from '../../clip/passes/fog-banks.ts';
import { type PictureDepth, readDepth } from '../../clip/passes/picture-depth.ts';
import { turnHue, parseColor, toCss } from '../../raster/colors.ts';
import { paintEffects } from '../../paint/effects.ts';
import { canvasFrom, newCanvas } from '../../raster/pixels.ts';
import { paintRainbow, paintStars } from '../../paint/sky/sky.ts';
import { createStage } from '../../paint/stage/stage.ts';
import type { Reading, TimeOfDay, Weather } from '../../scene/reading.ts';
import type { Scene } from '../../scene/scene.ts';
import { layFigureColor } from './color-figure.ts';
import { laySnow } from './lay-snow.ts';
import { changesColor } from '../edit/edit-instruction.ts';
import { deriveSeed } from '../../random/random.ts';
import type { RawPicture } from '../../raster/raw-picture.ts';
import type { Job } from '../../job/job.ts';

export interface Mood {
  readonly reading: Reading;
  /** The scene that the picture seems to show. */
  readonly scene: Scene;
  readonly job: Job;
  readonly candidate: number;
}

type Mode = 'multiply' | 'soft-light' | 'screen';
/** Colors over the sky's top, over the horizon and over the ground. */
type Wash = readonly [mode: Mode, top: string, middle: string, ground: string];

// A table reads best in rows.
// oxfmt-ignore
const washes: Partial<Record<TimeOfDay | Weather, readonly Wash[]>> = {
  dawn: [['multiply', '#c6c0e0', '#ffd9cc', '#d6c8d2'], ['soft-light', '#b8a4d8', '#ffb890', '#d8b0a8']],
  morning: [['soft-light', '#d8ecff', '#fff0c8', '#fff0c8']],
  noon: [['soft-light', '#cfe6ff', '#fffdf0', '#fffdf0'], ['screen', '#0c141c', '#101010', '#0c0c08']],
  afternoon: [['soft-light', '#ffe9bc', '#ffe2a6', '#ffdf9c']],
  sunset: [['multiply', '#a796c4', '#ffc49c', '#e0b4a4'], ['soft-light', '#a87090', '#ff9a50', '#c88a68'], ['screen', '#100818', '#401c0a', '#100604']],
  dusk: [['multiply', '#4c4f8c', '#b48ab0', '#6a6494'], ['soft-light', '#5c4a96', '#c07a8c', '#6a5488']],
  night: [['multiply', '#27325f', '#5567a0', '#56679c'], ['screen', '#04061a', '#0a1230', '#080c20']],
  rain: [['multiply', '#8d97a6', '#b2bac4', '#9aa4ae']],
  storm: [['multiply', '#4f5768', '#7c8698', '#69727e']],
  snow: [['screen', '#2a3038', '#343a42', '#14181e']],
  overcast: [['multiply', '#b4bcc6', '#ccd2d8', '#bcc2c8']],
};

export function applyMood(canvas: Canvas, picture: RawPicture, mood: Mood): void {
  const { reading, candidate } = mood;
  const { time, weather, season } = reading;
  const color = reading.subjects.length === 0 ? undefined : findFigureColor(mood);
  if (!color && !time && !weather && !season && !hasRainbow(reading)) return;
  const depth = readDepth({
    data: new Uint8Array(picture.data),
    width: picture.width,
    height: picture.height,
  });
  if (color) layFigureColor(canvas, depth, color);
  if (season === 'winter' || weather === 'snow') laySnow(canvas, depth, mood.scene);
  const turn = [0, -14, 16, 6][candidate % 4];
  for (const part of [time, weather, ...(season === 'autumn' ? (['afternoon'] as const) : [])])
    for (const wash of (part && washes[part]) ?? [])
      layWash(canvas, wash, { turn, scene: mood.scene, share: part === mood.scene.time ? 0.45 : 1 });
  paintAir(canvas, depth, mood);
}

function hasRainbow({ landmarks }: Reading): boolean {
  return landmarks.some(({ kind }) => kind === 'rainbow');
}

/** Returns the color that a prompt such as "make the fox blue" names for the figure of the picture. */
function findFigureColor({ reading, job }: Mood): string | undefined {
  return changesColor(job.prompt) ? reading.subjects[0]?.color : undefined;
}

/** Lays a wash over the picture, half as strong if the picture already has that time of day. */
function layWash(
  canvas: Canvas,
  wash: Wash,
  { turn, scene, share }: { turn: number; scene: Scene; share: number },
): void {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const [mode, ...colors] = wash;
  const horizon = Math.min(0.9, Math.max(0.1, scene.camera.horizon));
  const fill = context.createLinearGradient(0, 0, 0, height);
  const [top, middle, ground] = colors.map(color => toCss(turnHue(parseColor(color), turn)));
  fill.addColorStop(0, top);
  fill.addColorStop(horizon, middle);
  fill.addColorStop(Math.min(1, horizon + 0.12), ground);
  context.globalCompositeOperation = mode;
  context.globalAlpha = share;
  context.fillStyle = fill;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

/** Adds stars and a rainbow to the sky, and rain, snow and fog in front of everything. */
function paintAir(canvas: Canvas, depth: PictureDepth, { reading, scene, job, candidate }: Mood): void {
  const { time, weather } = reading;
  const seed = deriveSeed(job.seed, `mood ${candidate}`);
  const skyScene: Scene = {
    ...scene,
    seed,
    setting: 'plain',
    things: [],
    birds: 0,
    weather: weather ?? 'clear',
    sky: { ...scene.sky, seed, stars: 1.1 },
  };
  const stage = createStage(skyScene, canvas);
  if (time === 'night') layOnSky(canvas, depth, sky => paintStars(stage, sky));
  if (hasRainbow(reading)) layOnSky(canvas, depth, sky => paintRainbow(stage, sky));
  const context = canvas.getContext('2d');
  if (weather === 'fog') paintFogBanks(stage, context, { drift: candidate * 17, strength: 0.9 });
  paintEffects(stage, context, 0);
}

function layOnSky(
  canvas: Canvas,
  { sky, columns, rows }: PictureDepth,
  paint: (context: SKRSContext2D) => void,
): void {
  const { canvas: layer, context } = newCanvas(canvas.width, canvas.height);
  paint(context);
  const mask = canvasFrom(columns, rows, pixels => {
    for (let at = 0; at < sky.length; at++) pixels[at * 4 + 3] = sky[at] * 255;
  });
  context.globalCompositeOperation = 'destination-in';
  context.imageSmoothingQuality = 'high';
  context.drawImage(mask, 0, 0, canvas.width, canvas.height);
  const target = canvas.getContext('2d');
  target.globalCompositeOperation = 'screen';
  target.drawImage(layer, 0, 0);
  target.globalCompositeOperation = 'source-over';
}
