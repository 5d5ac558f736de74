/**
 * Programs that speak `/sdapi/v1`, and how they differ. Facts from their sources: AUTOMATIC1111 1.10, Forge
 * 2025, SD.Next 2026, stable-diffusion.cpp of August 2026, KoboldCpp 1.76.
 */
import { withoutCommands, withoutSettings } from '../../planner/without-commands.ts';

export const dialectNames = ['auto', 'webui', 'sdnext', 'sd-cpp', 'koboldcpp'] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Dialect {
  readonly title: string;
  /** A path, and a text that only this program answers there. */
  readonly sign: { readonly path: string; readonly text: string } | undefined;
  /** How many pictures one request can ask for. */
  readonly most: number;
  /** Width and height are multiples of it. The programs round others themselves. */
  readonly multiple: number;
  /** Whether `img2img` obeys `mask`. */
  readonly canInpaint: boolean;
  /** Whether it has `extra-single-image`. */
  readonly canUpscale: boolean;
  readonly canTile: boolean;
  /** Whether it reads reference pictures of models that follow instructions from `extra_images`. */
  readonly hasExtraImages: boolean;
  /** Whether `override_settings` chooses the checkpoint. Otherwise it has one. */
  readonly hasCheckpoints: boolean;
  /** Whether it obeys `n_iter`: pictures one after the other. Otherwise `batch_size` is their number. */
  readonly hasRounds: boolean;
  /**
   * Whether it obeys `force_task_id` and answers `/internal/progress`, so that our task is told from others.
   */
  readonly hasTaskIds: boolean;
  /** Removes what is not for clients to choose. `<lora:…>` is a part of the prompts of web UIs. */
  readonly cleanPrompt: (prompt: string) => string;
  /**
   * Sampling steps if nothing says otherwise. Absent if the program was started with a
   * number that suits its model.
   */
  readonly steps: number | undefined;
}

const webui: Dialect = {
  title: 'AUTOMATIC1111, Forge, reForge',
  sign: undefined,
  most: 4,
  multiple: 8,
  canInpaint: true,
  canUpscale: true,
  canTile: true,
  hasExtraImages: false,
  hasCheckpoints: true,
  hasRounds: true,
  hasTaskIds: true,
  cleanPrompt: withoutSettings,
  // Their own default is 50, which suits no sampler of today.
  steps: 20,
};

const sdCpp: Dialect = {
  title: 'stable-diffusion.cpp',
  sign: { path: '/v1/models', text: 'sd-cpp-local' },
  most: 4,
  // It rounds up, to 64 for SD 1.5 and SDXL.
  multiple: 64,
  canInpaint: true,
  canUpscale: false,
  canTile: false,
  hasExtraImages: true,
  hasCheckpoints: false,
  hasRounds: false,
  hasTaskIds: false,
  cleanPrompt: withoutCommands,
  steps: undefined,
};

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  webui,
  sdnext: {
    ...webui,
    title: 'SD.Next',
    sign: { path: '/sdapi/v1/version', text: 'sd' },
    // In July 2026, each request to it answered 500.
    canUpscale: false,
    canTile: false,
    hasTaskIds: false,
  },
  'sd-cpp': sdCpp,
  koboldcpp: {
    ...sdCpp,
    title: 'KoboldCpp',
    sign: { path: '/api/extra/version', text: 'KoboldCpp' },
    most: 1,
    canInpaint: false,
    hasExtraImages: false,
  },
  // What all of them can do. Fields that a program does not know do no harm; a route that it
  // does not have is asked for once.
  auto: {
    ...webui,
    title: 'unknown',
    most: 1,
    multiple: 64,
    canInpaint: false,
    canUpscale: false,
    canTile: false,
  },
};
