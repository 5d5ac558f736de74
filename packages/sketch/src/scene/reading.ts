/** The reading of a prompt: the output of `read-prompt.ts` and the input of `compose-scene.ts`. */

export type Setting =
  | 'sea'
  | 'coast'
  | 'lake'
  | 'river'
  | 'mountains'
  | 'hills'
  | 'plain'
  | 'forest'
  | 'jungle'
  | 'desert'
  | 'snowfield'
  | 'city'
  | 'village'
  | 'garden'
  | 'road'
  | 'sky'
  | 'space'
  | 'underwater'
  | 'room'
  | 'studio';
export type TimeOfDay = 'dawn' | 'morning' | 'noon' | 'afternoon' | 'sunset' | 'dusk' | 'night';
export type Weather = 'clear' | 'cloudy' | 'overcast' | 'rain' | 'storm' | 'snow' | 'fog' | 'wind';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type Style =
  | 'illustration'
  | 'photo'
  | 'watercolor'
  | 'oil'
  | 'ink'
  | 'pencil'
  | 'pastel'
  | 'pixel'
  | 'anime'
  | 'flat'
  | 'poster'
  | 'mosaic'
  | 'woodcut'
  | 'neon'
  | 'noir';
export type CameraMove =
  | 'static'
  | 'pan-left'
  | 'pan-right'
  | 'tilt-up'
  | 'tilt-down'
  | 'zoom-in'
  | 'zoom-out'
  | 'dolly-in'
  | 'dolly-out'
  | 'orbit';

/** Objects that the engine draws itself as part of the landscape. */
export type Landmark =
  | 'cliff'
  | 'lighthouse'
  | 'bridge'
  | 'windmill'
  | 'house'
  | 'castle'
  | 'tower'
  | 'skyline'
  | 'path'
  | 'fence'
  | 'waterfall'
  | 'rocks'
  | 'tree'
  | 'pine'
  | 'palm'
  | 'grass'
  | 'flowers'
  | 'pier'
  | 'lamp'
  | 'campfire'
  | 'island'
  | 'volcano'
  | 'ruins'
  | 'sailboat'
  | 'balloon'
  | 'moon'
  | 'sun'
  | 'stars'
  | 'rainbow'
  | 'aurora'
  | 'clouds'
  | 'birds'
  | 'reflection'
  | 'snowcap'
  | 'bush'
  | 'bamboo'
  | 'table';

/** A movement that the prompt describes: across the picture or upwards. */
export interface Movement {
  readonly way: 'along' | 'up';
  /** Speed in a calm clip, in picture widths per second. */
  readonly pace: number;
  /** The direction that the prompt names. 1: to the right. */
  readonly heading?: 1 | -1;
}

export interface LandmarkMention {
  readonly kind: Landmark;
  readonly count: number;
  /** CSS color, if the prompt names one ("a red lighthouse"). */
  readonly color?: string;
  /** 1 by default, 0.5 for "tiny", 2 for "giant". */
  readonly size: number;
  readonly goes?: Movement;
}

export interface SubjectMention {
  /** The word, singular: `fox`. */
  readonly name: string;
  /** Key into the subject table of `subjects.ts`. */
  readonly subject: string;
  readonly count: number;
  readonly color?: string;
  readonly size: number;
  /** Its action, if the prompt names one: `running`, `flying`, `sleeping` … */
  readonly action?: string;
  readonly goes?: Movement;
  /** The index of the reference picture that it comes from. */
  readonly picture?: number;
}

export type Relation = 'beside' | 'on' | 'in' | 'under' | 'above' | 'behind' | 'before' | 'between';

export interface Reading {
  readonly setting?: Setting;
  /** Other settings that the prompt names, in order: `mountains` for a lake with mountains behind it. */
  readonly alsoSettings?: readonly Setting[];
  readonly time?: TimeOfDay;
  readonly weather?: Weather;
  readonly season?: Season;
  readonly style?: Style;
  /** CSS colors of color words without a noun ("in teal and orange"). */
  readonly palette: readonly string[];
  readonly shot?: 'wide' | 'medium' | 'close' | 'aerial' | 'top';
  readonly cameraMove?: CameraMove;
  readonly landmarks: readonly LandmarkMention[];
  readonly subjects: readonly SubjectMention[];
  /** `from` and `to` are names of subjects or kinds of landmarks, as in "fox beside lighthouse". */
  readonly relations: readonly { readonly from: string; readonly relation: Relation; readonly to: string }[];
  /** Texts in double quotes, which are drawn as lettering. Several texts are separated by line breaks. */
  readonly lettering?: string;
  /** The object that carries the lettering. Absent means the picture itself. */
  readonly letteringOn?: 'sign' | 'banner' | 'neon' | 'shop' | 'book';
  /**
   * Things that must not be in the picture, from `--no` and "without …": kinds of landmarks, keys of
   * subjects, settings, weathers, CSS colors, and `people`, `animals`, `water`, `lettering`. Already removed
   * from the fields above. Later steps must not add them.
   */
  readonly without?: readonly string[];
}
