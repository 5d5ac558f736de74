/** What a prompt with inline parameters says: the hand-over from grammar to the submit handlers. JSON-safe. */
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { Tier } from '../models/model-card.ts';

export interface ParsedPrompt {
  /** Addresses of image prompts (http, https, or base64 `data:image/…`), from the front, in order. */
  readonly images: readonly string[];
  /**
   * The words, without addresses, parameters and weights; of a multi-prompt its parts of positive weight, joined by `, `.
   * May be empty with two images or more, with `--video` and one, and with `for` of ParseOptions.
   */
  readonly text: string;
  /** Of a multi-prompt (`a:: b::2`): its parts, also those of negative weight. Undefined when it has no weights. */
  readonly parts: readonly PromptPart[] | undefined;
  /** Whole numbers, as written; every square is 1:1. */
  readonly aspect: Aspect;
  /** `--ar` is said. If it is not, `aspect` is 1:1, and what follows up a picture keeps its shape. */
  readonly hasAspect: boolean;
  /** `7`, `6.1`, `niji 6`. */
  readonly version: string;
  /** `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style: string | undefined;
  readonly exclude: readonly string[];
  readonly seed: number | undefined;
  readonly tier: Tier | undefined;
  /** 0-100. */
  readonly chaos: number;
  /** 0-1000, 100 is usual, in every version: version 3's own 625-60000 is brought to this scale. */
  readonly stylize: number;
  /** 0-3000. */
  readonly weird: number;
  /** 0-100. */
  readonly experimental: number;
  /** 0.25, 0.5, 1, 2, 4. */
  readonly quality: number;
  /** 10-100. */
  readonly stop: number;
  readonly tile: boolean;
  readonly draft: boolean;
  readonly hd: boolean;
  /** `--iw`, 0-3; undefined: 1. Versions 1 to 3 have 0.25 for images when it is not said. */
  readonly imageWeight: number | undefined;
  readonly styleReferences: readonly StyleReference[];
  /** 0-1000. */
  readonly styleWeight: number;
  /** `--sv`, 1-6; undefined: the newest. */
  readonly styleVersion: number | undefined;
  readonly characterReferences: readonly WeightedAddress[];
  /** 0-100. */
  readonly characterWeight: number;
  readonly objectReference: string | undefined;
  /** 1-1000. */
  readonly objectWeight: number;
  /** `--p` codes: looks with a name. */
  readonly profiles: readonly string[];
  /** `--edit`: the pictures to be changed. */
  readonly edits: readonly WeightedAddress[];
  /** 1-40: how many tasks. */
  readonly repeat: number;
  /** Custom zoom only: 1-2. */
  readonly zoom: number | undefined;
  /** With `--video`, and always for a clip of a picture: a clip instead of a grid. */
  readonly video: VideoFlags | undefined;
}

export interface Aspect {
  readonly width: number;
  readonly height: number;
}

export interface PromptPart {
  readonly text: string;
  /** Never all together 0 or less. */
  readonly weight: number;
}

export interface WeightedAddress {
  readonly address: string;
  /** Above 0 to 1000, among its like; 1 is usual. */
  readonly weight: number;
}

export type StyleReference =
  | ({ readonly kind: 'address' } & WeightedAddress)
  /** 0-4294967295. */
  | { readonly kind: 'code'; readonly code: number; readonly weight: number }
  /** To be made a code by who submits. */
  | { readonly kind: 'random'; readonly weight: number };

export interface VideoFlags {
  readonly motion: 'low' | 'high';
  readonly loop: boolean;
  /** Address of the last frame. */
  readonly end: string | undefined;
  readonly batch: 1 | 2 | 4;
}

export interface ParseOptions {
  /**
   * Where the prompt is written, when it is not a new picture's. `zoom`: the Custom Zoom dialog, where `--zoom` is allowed.
   * `clip`: a clip of a picture, where `--video` goes without saying. `change`: any other change of a picture. In all of
   * them the words may be missing (then the parent's count), and there is nothing to `--repeat` or `--edit`.
   */
  readonly for?: 'zoom' | 'clip' | 'change';
}

export interface PromptProblem {
  readonly code: Extract<
    ErrorCode,
    'prompt_empty' | 'parameter_unknown' | 'parameter_invalid' | 'parameter_conflict' | 'request_invalid'
  >;
  /** The remedy is in `allowed`, in `reason`, or, of a conflict, in `remedy`, which the code's own text does not show. */
  readonly details: ErrorDetails;
  /** Where in the prompt it stands, in UTF-16 units. */
  readonly position: number;
}

export type PromptResult =
  | { readonly ok: true; readonly prompt: ParsedPrompt }
  | { readonly ok: false; readonly problem: PromptProblem };
