/**
 * The scene: everything the painter needs and nothing else, as a few kilobytes of JSON. It is stored with the
 * task, and follow-ups (upscale, variation, clip) start from it. All randomness comes from stored seeds, so
 * that a scene gives the same picture at every size.
 *
 * There are two coordinate systems:
 * - Picture: `y` from 0 (top) to 1 (bottom), `x` from 0 to `aspect`. One unit is the height of the picture.
 * - World: in meters. `x` to the right of the camera axis, `z` ahead of the camera, height above the water
 *   level.
 */
import type { Finish, LetteringOn, Orb, Pattern, Street } from './scene-extras.ts';
import type { Movement, Landmark, Season, Setting, Style, TimeOfDay, Weather } from './reading.ts';

export type { Finish, LetteringOn, Motif, Orb, Pattern, Street } from './scene-extras.ts';

/** Increment it if stored scenes would be painted differently. */
export const sceneFormat = 1;

export interface Scene {
  readonly format: number;
  readonly seed: number;
  /** The aspect ratio (width / height) that the scene was composed for. */
  readonly aspect: number;
  readonly setting: Setting;
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly season: Season;
  readonly style: Style;
  readonly look: Look;
  readonly camera: Camera;
  readonly light: Light;
  readonly sky: Sky;
  readonly terrain: Terrain;
  readonly scatters: readonly Scatter[];
  /** The street that the camera stands in. */
  readonly street?: Street;
  readonly things: readonly Thing[];
  /** The number of distant birds. */
  readonly birds: number;
  /** The number of small distant fish under water. Absent means 34. */
  readonly shoal?: number;
  /** The areas that outpaint jobs added around the picture, oldest first. */
  readonly rings?: readonly Ring[];
  readonly lettering?: string;
  /** The object that carries the lettering. Absent means a title over the picture. */
  readonly letteringOn?: LetteringOn;
  /** Roll of the camera in degrees. */
  readonly tilt?: number;
  /** The scene is a seamless pattern of its things, not a view. */
  readonly pattern?: Pattern;
}

/**
 * Outside `inner` (in picture units), clouds, ranges and plants are generated from this
 * seed. Inside, nothing changes.
 */
export interface Ring {
  readonly seed: number;
  readonly inner: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Effects of model version, style and parameters. */
export interface Look {
  /** How much small detail is drawn. */
  readonly detail: number;
  /** Glow, rays, depth of color. */
  readonly richness: number;
  /** Color boost. The style `raw` lowers it. */
  readonly saturation: number;
  /** Cel shading and stylised clouds. */
  readonly anime: boolean;
  /** -1 … 1. Above 0: adds light, atmosphere and ornament. Below 0: removes them. Absent means 0. */
  readonly lush?: number;
  /** The share of the work after which drawing stops. Absent means all of it. */
  readonly done?: number;
  /** The work spent on the picture, 0.25 … 4. Absent means 1. */
  readonly work?: number;
  /** The opacity of the style pass. Absent means 1. */
  readonly styleShare?: number;
  readonly finish?: Finish;
}

export interface Camera {
  /** Picture y of the horizon. */
  readonly horizon: number;
  /** Meters above the water level. */
  readonly altitude: number;
  /** Picture units per unit of x/z. */
  readonly focal: number;
}

export interface Light {
  /** Position of the sun or moon in picture units. May be outside the picture. */
  readonly x: number;
  readonly y: number;
  readonly body: 'sun' | 'moon' | 'none';
  /** Radius of the disc in picture units. */
  readonly radius: number;
  readonly palette: Palette;
  /** Distance in meters at which haze has replaced about two thirds of a thing's color. */
  readonly visibility: number;
}

/**
 * CSS hex colors. `light` and `shade` are multiplied with the colors of lit and shaded
 * surfaces, scaled by their gains.
 */
export interface Palette {
  readonly top: string;
  readonly middle: string;
  readonly low: string;
  readonly glow: string;
  readonly cloudLight: string;
  readonly cloudShade: string;
  readonly light: string;
  readonly lightGain: number;
  readonly shade: string;
  readonly shadeGain: number;
  readonly haze: string;
  readonly water: string;
  readonly grass: string;
  readonly foliage: string;
  readonly rock: string;
  readonly soil: string;
  /** Applied over the finished picture. */
  readonly grade?: string;
}

export interface Sky {
  readonly seed: number;
  /** Cloud cover: 0 clear … 1 overcast. */
  readonly cover: number;
  readonly clouds: 'cumulus' | 'streaks' | 'sheet' | 'towers';
  /** 0 … 1. */
  readonly stars: number;
  readonly aurora: number;
  readonly rainbow: boolean;
  /** Additional moons and planets, in picture units. */
  readonly orbs?: readonly Orb[];
  /** The x of a lightning bolt, in picture units. */
  readonly lightning?: number;
}

export type Cover =
  | 'grass'
  | 'meadow'
  | 'sand'
  | 'snow'
  | 'rock'
  | 'moon'
  | 'seabed'
  | 'forest'
  | 'paving'
  | 'floor'
  | 'wood';

export interface Terrain {
  readonly seed: number;
  readonly cover: Cover;
  /** Height in meters of the land around the camera. */
  readonly ground: number;
  /** Roughness, 0 … 1. */
  readonly rough: number;
  /**
   * The distance in meters at which the near land ends and water begins, at the left
   * and right edge of the picture.
   */
  readonly shore?: { readonly left: number; readonly right: number };
  /** The distance at which the water ends. Absent if it reaches the horizon. */
  readonly farShore?: number;
  /** A course through the land: x = offset + bend * sin(z / length + phase), width in meters. */
  readonly river?: Course;
  readonly path?: Course;
  /** Height of the water's waves in meters. */
  readonly waves: number;
  readonly features: readonly Feature[];
  readonly ranges: readonly Range[];
}

export interface Course {
  readonly offset: number;
  readonly bend: number;
  readonly length: number;
  readonly phase: number;
  readonly width: number;
}

/** One raised piece of land. */
export interface Feature {
  readonly kind: 'cliff' | 'hill' | 'island' | 'volcano' | 'dune';
  readonly x: number;
  readonly z: number;
  readonly radiusX: number;
  readonly radiusZ: number;
  readonly height: number;
  readonly seed: number;
}

/** A chain of hills or mountains across the whole picture. */
export interface Range {
  readonly kind: 'mountains' | 'hills' | 'forest' | 'dunes' | 'mesas';
  readonly z: number;
  readonly height: number;
  readonly seed: number;
  /** The fraction of the height above which there is snow. 1: none. */
  readonly snowline: number;
}

/** Many small things that the painter places by the seed. */
export interface Scatter {
  readonly kind:
    | 'tree'
    | 'pine'
    | 'palm'
    | 'bush'
    | 'blossom'
    | 'flowers'
    | 'grass'
    | 'rocks'
    | 'house'
    | 'tower-block'
    | 'coral'
    | 'weed'
    | 'fern'
    | 'bamboo';
  readonly count: number;
  readonly near: number;
  readonly far: number;
  /** Typical height in meters. */
  readonly height: number;
  readonly seed: number;
  readonly color?: string;
  /** The range of the picture's width that it is limited to, 0 … 1. Absent means the whole width. */
  readonly from?: number;
  readonly to?: number;
}

/** One landmark or subject with its own position. */
export interface Thing {
  readonly what: 'subject' | 'landmark';
  /** Key of the subject table, or kind of landmark. */
  readonly kind: Landmark | (string & {});
  readonly x: number;
  readonly z: number;
  /** Height of its foot in meters above the ground, or above the water for floating things. */
  readonly lift: number;
  /** Meters. */
  readonly height: number;
  /** 1: faces right. */
  readonly facing: 1 | -1;
  readonly stance: 'stands' | 'floats' | 'flies' | 'hangs' | 'swims' | 'drives';
  readonly seed: number;
  readonly color?: string;
  readonly action?: string;
  /** Its movement in a clip. Has no effect on a still picture. */
  readonly goes?: MovementFrom;
  /** The index of the reference picture that it comes from. */
  readonly picture?: number;
  /** Drawn instead of its kind. */
  readonly cutOut?: CutOut;
}

export interface MovementFrom extends Movement {
  /** When the movement begins, in seconds of the clip. Absent means 0. */
  readonly from?: number;
}

/** A figure cut out of another picture. */
export interface CutOut {
  /** A WebP with transparency, in Base64. */
  readonly webp: string;
  /** Width divided by height. */
  readonly aspect: number;
}
