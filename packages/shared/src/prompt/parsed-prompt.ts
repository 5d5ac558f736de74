/**
 * The result of parsing a prompt, which the submit handlers use. Contains only
 * values that JSON can represent.
 */
import type { ErrorCode } from '../errors/errors.ts';
import type { PromptWords } from './prompt-words.ts';
import type { PromptSyntax } from '../models/prompt-syntax.ts';
import type { Tier } from '../models/model-card.ts';

export interface ParsedPrompt {
  /** Addresses of image prompts (http, https, or base64 `data:image/…`), which begin the prompt, in order. */
  readonly images: readonly string[];
  /**
   * The words, without addresses, parameters and weights; of a multi-prompt its parts of
   * positive weight, joined by `, `. May be empty with two images or more, with `--video` and
   * one, and with `for` of ParseOptions.
   */
  readonly text: string;
  /**
   * The parts of a multi-prompt (`a:: b::2`), also those with a negative weight.
   * Undefined if the prompt has no weights.
   */
  readonly parts: readonly PromptPart[] | undefined;
  /** Whole numbers, as written; every square is 1:1. */
  readonly aspect: Aspect;
  /** Whether the prompt has `--ar`. If not, `aspect` is 1:1, and a follow-up of a picture keeps its shape. */
  readonly hasAspect: boolean;
  /** `7`, `6.1`, `niji 6`. */
  readonly version: string;
  /**
   * The parameter that the default version lacks, so that another one is used. Undefined if the
   * version is named, or the default.
   */
  readonly versionFrom: string | undefined;
  /** `--model`: the id or an alias of a model, not checked here. */
  readonly model: string | undefined;
  /** `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style: string | undefined;
  readonly exclude: readonly string[];
  readonly seed: number | undefined;
  readonly tier: Tier | undefined;
  /** 0-100. */
  readonly chaos: number;
  /** 0-1000, default 100, in every version. The values 625-60000 of version 3 are converted to this scale. */
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
  /** `--iw`, 0-3. Undefined means 1. In versions 1 to 3 the default is 0.25. */
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
  /** The codes of `--p`, which name looks. */
  readonly profiles: readonly string[];
  /** `--p` without a code: the look of the account at the provider. */
  readonly isPersonalized: boolean;
  /** `--edit`: the pictures to be changed. */
  readonly edits: readonly WeightedAddress[];
  /** How many tasks to create, 1-40. */
  readonly repeat: number;
  /** Custom zoom only: 1-2. */
  readonly zoom: number | undefined;
  /** With `--video`, and always for a clip of a picture: a clip instead of a grid. */
  readonly video: VideoFlags | undefined;
  /** Parameters that only the engine knows, as they were written. Empty unless the syntax is `open`. */
  readonly passed: readonly string[];
  /** The syntax that it was read with. Undefined means the whole syntax. */
  readonly syntax: PromptSyntax | undefined;
}

export interface Aspect {
  readonly width: number;
  readonly height: number;
}

export interface PromptPart {
  readonly text: string;
  /** The sum of all weights is above 0. */
  readonly weight: number;
}

export interface WeightedAddress {
  readonly address: string;
  /** Weight relative to the other references: above 0, at most 1000, default 1. */
  readonly weight: number;
}

export type StyleReference =
  | ({ readonly kind: 'address' } & WeightedAddress)
  /** 0-4294967295. */
  | { readonly kind: 'code'; readonly code: number; readonly weight: number }
  /** The submit handler replaces it with a code. */
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
   * What the prompt is for, if not a new image. `zoom`: the Custom Zoom dialog, where `--zoom` is
   * allowed. `clip`: a clip of a picture, where `--video` is implied. `change`: any other change
   * of a picture. In all of them the words may be missing (then the parent's count), and there is
   * nothing to `--repeat` or `--edit`.
   */
  readonly for?: 'zoom' | 'clip' | 'change' | undefined;
  readonly syntax?: PromptSyntax | undefined;
  /** The versions that can replace the default one if it lacks a parameter. Empty or absent: all. */
  readonly versions?: readonly string[] | undefined;
}

export interface PromptProblem {
  readonly code: Extract<
    ErrorCode,
    'prompt_empty' | 'parameter_unknown' | 'parameter_invalid' | 'parameter_conflict' | 'request_invalid'
  >;
  /** The solution is in `allowed`, in `reason` or, for a conflict, in `remedy`. */
  readonly details: Readonly<Record<string, string | number | PromptWords>>;
  /** Position in the prompt, in UTF-16 units. */
  readonly position: number;
}

export type PromptResult =
  | { readonly ok: true; readonly prompt: ParsedPrompt }
  | { readonly ok: false; readonly problem: PromptProblem };
