/**
 * The stage: one scene at one size. It converts meters and picture units into pixels.
 */
import { parseColor, type Rgb } from '../../raster/colors.ts';
import type { Palette, Scene } from '../../scene/scene.ts';
import type { Frame } from '../../scene/picture.ts';

export type Tones = {
  readonly [name in Exclude<keyof Palette, 'lightGain' | 'shadeGain' | 'grade'>]: Rgb;
} & {
  /** Multipliers of colors in full light, 0 … about 1.4 for each channel. */
  readonly lit: Rgb;
  /** Multipliers of colors in full shade. */
  readonly unlit: Rgb;
};

export interface Stage {
  readonly scene: Scene;
  readonly width: number;
  readonly height: number;
  /** Pixels per picture unit. */
  readonly unit: number;
  /** The position of the top left pixel, in picture units. */
  readonly left: number;
  readonly top: number;
  readonly tones: Tones;
}

export function createStage(scene: Scene, size: { width: number; height: number; frame?: Frame }): Stage {
  const frame = size.frame ?? wholeFrame(scene);
  return {
    scene,
    width: size.width,
    height: size.height,
    unit: Math.max(size.width / frame.width, size.height / frame.height),
    left: frame.x,
    top: frame.y,
    tones: readTones(scene.light.palette),
  };
}

/** The frame that shows the picture as it was composed. */
export function wholeFrame(scene: Scene): Frame {
  return { x: 0, y: 0, width: scene.aspect, height: 1 };
}

/** Returns the part of the picture that the stage shows, in picture units. */
export function stageFrame({ left, top, width, height, unit }: Stage): Frame {
  return { x: left, y: top, width: width / unit, height: height / unit };
}

/**
 * Lists where copies of a field of the picture stand beside, above and below it, as far as the stage shows
 * them.
 */
export function fieldsAround(stage: Stage, field: Frame): { x: number; y: number; name: string }[] {
  const view = stageFrame(stage);
  const firstIndex = (from: number, start: number, size: number) => Math.floor((from - start) / size);
  const fields: { x: number; y: number; name: string }[] = [];
  for (
    let row = firstIndex(view.y, field.y, field.height);
    field.y + row * field.height < view.y + view.height;
    row++
  )
    for (
      let column = firstIndex(view.x, field.x, field.width);
      field.x + column * field.width < view.x + view.width;
      column++
    )
      if ((row !== 0 || column !== 0) && fields.length < maxFields)
        fields.push({
          x: field.x + column * field.width,
          y: field.y + row * field.height,
          name: `${column} ${row}`,
        });
  return fields;
}

/** The largest number of fields. In views that show more of them, small things are invisible. */
const maxFields = 80;

/**
 * Returns the pixels per picture height for parts of the sheet rather than the scene: marks, grain, free
 * paper. Marks stay as wide as they were when a picture is zoomed out, and fit the existing ones when it is
 * panned.
 */
export function markUnit(stage: Stage): number {
  const view = stageFrame(stage);
  return stage.unit * Math.max(1, Math.min(view.width / stage.scene.aspect, view.height));
}

/** Returns the same view with fewer pixels, for soft layers. */
export function coarserStage(stage: Stage, factor: number): Stage {
  const width = Math.max(2, Math.ceil(stage.width / factor));
  const height = Math.max(2, Math.ceil(stage.height / factor));
  return { ...stage, width, height, unit: stage.unit / factor };
}

export interface Spot {
  /** The position in pixels. */
  readonly x: number;
  readonly y: number;
  /** Pixels per meter at the depth of the spot. */
  readonly scale: number;
}

/** Returns the pixel position of a point of the world. `height` is in meters above the water level. */
export function project(stage: Stage, point: { x: number; z: number; height: number }): Spot {
  const { camera, aspect } = stage.scene;
  const scale = camera.focal / point.z;
  return {
    x: (aspect / 2 + point.x * scale - stage.left) * stage.unit,
    y: (camera.horizon + (camera.altitude - point.height) * scale - stage.top) * stage.unit,
    scale: scale * stage.unit,
  };
}

/** Returns the pixel position of a point that is given in picture units. */
export function toPixels(stage: Stage, x: number, y: number): { x: number; y: number } {
  return { x: (x - stage.left) * stage.unit, y: (y - stage.top) * stage.unit };
}

/** Returns the share of a thing's color that haze takes at this depth, 0 … 1. */
export function hazeAt(stage: Stage, z: number): number {
  return 1 - Math.exp(-z / stage.scene.light.visibility);
}

/** Returns the side from which the light comes: 1 is the right, -1 the left, 0 the middle. */
export function lightSide(scene: Scene): number {
  return Math.max(-1, Math.min(1, ((scene.light.x - scene.aspect / 2) / scene.aspect) * 2.4));
}

function readTones(palette: Palette): Tones {
  const light = parseColor(palette.light);
  const shade = parseColor(palette.shade);
  const multiply = (color: Rgb, gain: number): Rgb => [
    (color[0] / 255) * gain,
    (color[1] / 255) * gain,
    (color[2] / 255) * gain,
  ];
  return {
    top: parseColor(palette.top),
    middle: parseColor(palette.middle),
    low: parseColor(palette.low),
    glow: parseColor(palette.glow),
    cloudLight: parseColor(palette.cloudLight),
    cloudShade: parseColor(palette.cloudShade),
    light,
    shade,
    haze: parseColor(palette.haze),
    water: parseColor(palette.water),
    grass: parseColor(palette.grass),
    foliage: parseColor(palette.foliage),
    rock: parseColor(palette.rock),
    soil: parseColor(palette.soil),
    lit: multiply(light, palette.lightGain),
    unlit: multiply(shade, palette.shadeGain),
  };
}
