/** What the words of a prompt say: the hand-over from words (`read-prompt.ts`) to composition (`compose-scene.ts`). */

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

/** What the engine draws itself, as part of the landscape. */
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

/** It is said to get somewhere: through the picture or up. */
export interface Movement {
  readonly way: 'along' | 'up';
  /** Shares of the picture's width a second, in a calm clip. */
  readonly pace: number;
  /** The way that the prompt names; 1: to the right. */
  readonly heading?: 1 | -1;
}

export interface LandmarkMention {
  readonly kind: Landmark;
  readonly count: number;
  /** CSS colour, when the prompt gives one ("a red lighthouse"). */
  readonly color?: string;
  /** 1 is usual; "tiny" 0.5, "giant" 2. */
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
  /** What it is doing, when told: `running`, `flying`, `sleeping` … */
  readonly action?: string;
  readonly goes?: Movement;
  /** It comes from the reference picture with this number. */
  readonly picture?: number;
}

export type Relation = 'beside' | 'on' | 'in' | 'under' | 'above' | 'behind' | 'before' | 'between';

export interface Reading {
  readonly setting?: Setting;
  /** Other settings that were named, in their order: a lake with `mountains` behind it. */
  readonly alsoSettings?: readonly Setting[];
  readonly time?: TimeOfDay;
  readonly weather?: Weather;
  readonly season?: Season;
  readonly style?: Style;
  /** Colour words that belong to no noun ("in teal and orange"), CSS colours. */
  readonly palette: readonly string[];
  readonly shot?: 'wide' | 'medium' | 'close' | 'aerial' | 'top';
  readonly cameraMove?: CameraMove;
  readonly landmarks: readonly LandmarkMention[];
  readonly subjects: readonly SubjectMention[];
  /** `from` and `to` are names of subjects or kinds of landmarks: fox beside lighthouse, lighthouse on cliff. */
  readonly relations: readonly { readonly from: string; readonly relation: Relation; readonly to: string }[];
  /** Texts in double quotes, to be drawn as lettering; several are parted by line breaks. */
  readonly lettering?: string;
  /** What the words put it on; absent: the picture itself. */
  readonly letteringOn?: 'sign' | 'banner' | 'neon' | 'shop' | 'book';
  /**
   * What must not be in the picture, from `--no` and from "without …": kinds of landmarks, keys of subjects, settings, weathers,
   * CSS colours, and `people`, `animals`, `water`, `lettering`. Already taken out of the fields above; nothing of it may be added.
   */
  readonly without?: readonly string[];
}
