/**
 * The scene: everything the painter needs and nothing else, as a few KB of JSON. It is stored with the task, and
 * every follow-up (upscale, variation, clip) starts from it. All randomness is kept as seeds, so that the same
 * scene is the same picture at every size.
 *
 * Two spaces:
 * - the picture: `y` runs 0 (top) … 1 (bottom), `x` runs 0 … `aspect`; one unit is the picture's height;
 * - the world: metres, `x` to the right of the camera's axis, `z` ahead of the camera, height over the water level.
 */
import type { Finish, LetteringOn, Orb, Pattern, Street } from './scene-extras.ts';
import type {
  CameraMove,
  Movement,
  Landmark,
  Season,
  Setting,
  Style,
  TimeOfDay,
  Weather,
} from './reading.ts';

export type { Finish, LetteringOn, Motif, Orb, Pattern, Street } from './scene-extras.ts';

/** Raised when an old stored scene would be painted differently. */
export const sceneFormat = 1;

export interface Scene {
  readonly format: number;
  readonly seed: number;
  /** Width over height that the scene was composed for. */
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
  /** The houses of a street, where the camera stands in one. */
  readonly street?: Street;
  readonly things: readonly Thing[];
  /** Birds far off. */
  readonly birds: number;
  /** Small fish far off, underwater; absent: 34. */
  readonly shoal?: number;
  /** What was added around the picture each time that more of the scene was shown, the first time first. */
  readonly rings?: readonly Ring[];
  readonly cameraMove?: CameraMove;
  readonly lettering?: string;
  /** What the lettering is on; absent: a title over the picture. */
  readonly letteringOn?: LetteringOn;
  /** Degrees by which the camera leans. */
  readonly tilt?: number;
  /** Not a view but a pattern that continues at its edges, made of the scene's things. */
  readonly pattern?: Pattern;
}

/** Beyond `inner`, in picture units, clouds, ranges and plants follow this seed; inside all is as it was. */
export interface Ring {
  readonly seed: number;
  readonly inner: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** What model version, style and parameters change. */
export interface Look {
  /** How much small stuff is drawn. */
  readonly detail: number;
  /** Glow, rays, depth of colour. */
  readonly richness: number;
  /** Colour boost; raw lowers it. */
  readonly saturation: number;
  /** Cel shading and stylised clouds. */
  readonly anime: boolean;
  /** Absent: 0. Above 0 light, air and ornament are laid over the picture, below 0 taken away; -1 … 1. */
  readonly lush?: number;
  /** Share of the work done when it was stopped; absent: all of it. */
  readonly done?: number;
  /** Work spent on the picture, 0.25 … 4; absent: 1. */
  readonly work?: number;
  /** How much of the style's pass is seen; absent: 1. */
  readonly styleShare?: number;
  readonly finish?: Finish;
}

export interface Camera {
  /** Picture y of the horizon. */
  readonly horizon: number;
  /** Metres above the water level. */
  readonly altitude: number;
  /** Picture units per unit of x/z. */
  readonly focal: number;
}

export interface Light {
  /** Picture position of sun or moon; may lie outside the picture. */
  readonly x: number;
  readonly y: number;
  readonly body: 'sun' | 'moon' | 'none';
  /** Radius of the disc in picture units. */
  readonly radius: number;
  readonly palette: Palette;
  /** Distance in metres at which haze has taken about two thirds of a thing's own colour. */
  readonly visibility: number;
}

/** CSS hex colours. `light` and `shade` multiply what they fall on, scaled by their gains. */
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
  /** Washed over the finished picture. */
  readonly grade?: string;
}

export interface Sky {
  readonly seed: number;
  /** 0 clear … 1 closed. */
  readonly cover: number;
  readonly clouds: 'cumulus' | 'streaks' | 'sheet' | 'towers';
  /** 0 … 1. */
  readonly stars: number;
  readonly aurora: number;
  readonly rainbow: boolean;
  /** Moons and planets of another world; in picture units. */
  readonly orbs?: readonly Orb[];
  /** A stroke of lightning at this x, in picture units. */
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
  /** Height in metres of the land about the camera. */
  readonly ground: number;
  /** Bumpiness 0 … 1. */
  readonly rough: number;
  /** Where the near land ends and water begins: depth in metres at the left and right edge of the picture. */
  readonly shore?: { readonly left: number; readonly right: number };
  /** Depth at which the water ends on the far side; absent: it reaches the horizon. */
  readonly farShore?: number;
  /** A course through the land: x = offset + bend * sin(z / length + phase), width in metres. */
  readonly river?: Course;
  readonly path?: Course;
  /** Height of the water's waves in metres. */
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
  /** Share of the height above which snow lies; 1: none. */
  readonly snowline: number;
}

/** Many small things, placed by the painter from the seed. */
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
  /** Usual height in metres. */
  readonly height: number;
  readonly seed: number;
  readonly color?: string;
  /** Keeps to these parts of the picture's width, 0 … 1; absent: everywhere. */
  readonly from?: number;
  readonly to?: number;
}

/** One landmark or subject with its own place. */
export interface Thing {
  readonly what: 'subject' | 'landmark';
  /** Key of the subject table, or kind of landmark. */
  readonly kind: Landmark | (string & {});
  readonly x: number;
  readonly z: number;
  /** Metres of its foot above the ground below it (flying things), or above the water for floating ones. */
  readonly lift: number;
  /** Metres. */
  readonly height: number;
  /** 1: looks to the right. */
  readonly facing: 1 | -1;
  readonly stance: 'stands' | 'floats' | 'flies' | 'hangs' | 'swims' | 'drives';
  readonly seed: number;
  readonly color?: string;
  readonly action?: string;
  /** How it gets on in a clip; a still is the same without. */
  readonly goes?: MovementFrom;
  /** It comes from the reference picture with this number. */
  readonly picture?: number;
  /** Shown instead of the drawing of its kind. */
  readonly cutOut?: CutOut;
}

export interface MovementFrom extends Movement {
  /** Seconds of the clip when it sets out; absent: 0. */
  readonly from?: number;
}

/** A figure cut out of another picture. */
export interface CutOut {
  /** A WebP with transparency, base64. */
  readonly webp: string;
  /** Width over height. */
  readonly aspect: number;
}
