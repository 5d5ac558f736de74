/**
 * The workflows that come with Kinora, by family of models: the abilities of each, and the file for each
 * primitive.
 */
import { reasonText } from '@kinora/shared/errors/reason';
import { readFileSync } from 'node:fs';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Abilities, Ability } from '../../../contract/steps/ability.ts';
import type { Primitive } from '../../../contract/steps/primitive.ts';
import type { Step } from '../../../contract/steps/step.ts';
import type { SizeRules } from '../../../../media/picture/size-rules.ts';
import { readWorkflow, type Workflow } from '../workflow/read-workflow.ts';

/**
 * Workflows for one family of models. `upstream` of a route names it, and perhaps a model file:
 * `sdxl:juggernaut.safetensors`.
 */
export interface Family {
  readonly abilities: Abilities;
  chooseWorkflow(step: Step): Workflow;
  /** The model file that its workflows load. Absent if they load the one that they name. */
  readonly model?: string;
  /** Matches the `modelspec.architecture` of model files of this family. Absent if their format has none. */
  readonly architecture?: RegExp;
  /** Matches the names of its model files. A match makes the family likely, but not certain. */
  readonly likely?: RegExp;
  /**
   * The timing of clips: their frame rate, and the multiple, plus one, that the number of frames is. Absent
   * if any will do.
   */
  readonly timing?: { readonly framesPerSecond: number; readonly multiple: number };
}

export type Families = ReadonlyMap<string, Family>;

const megapixel = 1024 * 1024;
const aroundOneMegapixel: SizeRules = { multiple: 16, minPixels: megapixel / 4, maxPixels: 1.6 * megapixel };
const upTo4Megapixels: SizeRules = { multiple: 16, maxPixels: 4 * megapixel };
const upTo16Megapixels: SizeRules = { multiple: 16, maxPixels: 16 * megapixel };

/** One prompt makes one picture, so that each candidate has previews of its own. */
function drawingAbilities(extraAbility: Partial<Ability>): Abilities {
  return {
    generate: { most: 1, sizes: aroundOneMegapixel, ...extraAbility },
    imageToImage: { most: 1, sizes: upTo4Megapixels, ...extraAbility },
    inpaint: { most: 1, sizes: upTo4Megapixels, ...extraAbility },
    upscale: { most: 1, sizes: upTo16Megapixels, ...extraAbility },
  };
}

const videoSizes: SizeRules = { multiple: 32, minPixels: 256 * 256, maxPixels: 1280 * 736 };
const withNegative = { hasNegative: true };

interface ShippedFamily extends Omit<Family, 'chooseWorkflow'> {
  /** The folder inside `workflows/`. Absent means the name of the family. */
  readonly folder?: string;
  /**
   * Returns the path of a workflow inside `workflows/`, without its extension, if a step does not use the
   * default one.
   */
  other?(step: Step): string | undefined;
}

const shippedEntries: readonly [string, ShippedFamily][] = [
  [
    'sdxl',
    {
      abilities: drawingAbilities(withNegative),
      architecture: /^stable-diffusion-(v1|xl-v1-base)/,
      likely: /xl|pony|illustrious|noob|(?:sd|v)[-_.]?1[-_.]?5/i,
    },
  ],
  [
    'sd35',
    {
      abilities: drawingAbilities(withNegative),
      architecture: /^stable-diffusion-v?3/,
      likely: /sd[-_.]?3|3\.5/i,
    },
  ],
  ['flux1', { abilities: drawingAbilities({}), likely: /flux(?![-_.]?2)(?!.*(?:fill|klein))/i }],
  // This family has a model that reads the style of a picture.
  [
    'flux1-redux',
    { abilities: drawingAbilities({ references: ['style'], maxReferences: { style: 3 } }), folder: 'flux1' },
  ],
  // This family has a model for inpainting, for regions, zooms and pans.
  [
    'flux1-fill',
    {
      abilities: drawingAbilities({}),
      likely: /flux.*fill/i,
      folder: 'flux1',
      other: ({ primitive }) => (primitive === 'inpaint' ? 'flux1-fill/inpaint' : undefined),
    },
  ],
  [
    'flux2-klein',
    {
      abilities: { ...drawingAbilities({}), instruct: { most: 1, sizes: upTo4Megapixels, pictures: 4 } },
      likely: /flux[-_.]?2|klein/i,
    },
  ],
  ['z-image-turbo', { abilities: drawingAbilities({}), likely: /z[-_.]?image/i }],
  ['qwen-image', { abilities: drawingAbilities(withNegative), likely: /qwen[-_.]?image(?!.*edit)/i }],
  [
    'qwen-image-edit',
    {
      abilities: {
        ...drawingAbilities(withNegative),
        instruct: { most: 1, sizes: aroundOneMegapixel, pictures: 3, ...withNegative },
      },
      likely: /qwen.*edit/i,
      // The model generates pictures, too, so that only one model has to be in memory.
      model: 'qwen_image_edit_2511_bf16.safetensors',
      folder: 'qwen-image',
      other: ({ primitive }) => (primitive === 'instruct' ? 'qwen-image-edit/instruct' : undefined),
    },
  ],
  [
    'wan22-5b',
    {
      abilities: {
        clip: { most: 1, sizes: videoSizes, fromWords: true, fromPicture: true, ...withNegative },
      },
      timing: { framesPerSecond: 24, multiple: 4 },
      likely: /wan.*5b/i,
    },
  ],
  [
    'wan22-14b',
    {
      abilities: {
        clip: {
          most: 1,
          sizes: { ...videoSizes, multiple: 16 },
          fromWords: true,
          fromPicture: true,
          canEndWith: true,
          ...withNegative,
        },
      },
      timing: { framesPerSecond: 16, multiple: 4 },
      likely: /wan.*14b/i,
      // Its models for clips from words and from pictures are different.
      other: step =>
        step.primitive === 'clip' && (step.picture || step.last) ? 'wan22-14b/clip-from-picture' : undefined,
    },
  ],
  [
    'ltx2',
    {
      abilities: {
        clip: {
          most: 1,
          sizes: videoSizes,
          fromWords: true,
          fromPicture: true,
          canEndWith: true,
          hasAudio: true,
        },
      },
      timing: { framesPerSecond: 25, multiple: 8 },
      likely: /ltx/i,
    },
  ],
  ['ask', { abilities: { ask: { most: 1 } } }],
];

export const shippedFamilies: Families = new Map(
  shippedEntries.map(([name, { folder = name, other, ...family }]) => [
    name,
    { ...family, chooseWorkflow: step => loadWorkflow(other?.(step) ?? workflowFile(folder, step)) },
  ]),
);

const fileNames: Readonly<Record<Primitive, string>> = {
  generate: 'generate',
  imageToImage: 'image-to-image',
  inpaint: 'inpaint',
  instruct: 'instruct',
  upscale: 'upscale',
  clip: 'clip',
  ask: 'ask',
};

/** Returns a path inside `workflows/`, without its extension. */
function workflowFile(folder: string, step: Step): string {
  if (step.primitive === 'upscale' && step.strength === 0) return 'any/enlarge';
  return `${folder}/${fileNames[step.primitive]}`;
}

const cachedWorkflows = new Map<string, Workflow>();

export function loadWorkflow(file: string): Workflow {
  const cachedWorkflow = cachedWorkflows.get(file);
  if (cachedWorkflow) return cachedWorkflow;
  const text = readFileSync(new URL(`../workflows/${file}.json`, import.meta.url), 'utf8');
  const read = readWorkflow(JSON.parse(text));
  if ('problem' in read) throw new InvariantError(`${file}: ${reasonText(read.problem)}`);
  const workflow = { ...read.workflow, isForManyComfyBuilds: true };
  cachedWorkflows.set(file, workflow);
  return workflow;
}
