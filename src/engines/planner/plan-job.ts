/** Plans a job: the steps of primitives that make it, and what the core does with their results. Pure. */
import type { PlannableJob } from '../contract/kind/plannable-job.ts';
import { without } from '../../platform/lib/without.ts';
import { countCandidates, isSelection } from '../contract/engine-job.ts';
import { hasInput, referenceUse, referencesIn, referenceUses } from './references.ts';
import { instructionFor, composeNegative, withoutExcluded } from './prompts.ts';
import { sizeFor } from './step-size.ts';
import type { Abilities, Ability } from '../contract/steps/ability.ts';
import type { Primitive } from '../contract/steps/primitive.ts';
import type { ReferenceUse } from '../contract/steps/step-reference.ts';

/** A step before its pictures are prepared. JSON, because it is stored with the task. */
export type PlannedStep = {
  readonly primitive: Primitive;
  readonly prompt: string;
  readonly negative: string;
  readonly seed: number;
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly strength?: number;
  readonly tile?: boolean;
  /**
   * The picture that it starts from: the job's, the job's on the larger canvas of its
   * `frame`, or the last frame of its clip.
   */
  readonly picture?: 'input' | 'canvas' | 'last-frame';
  /** Clips: how long, if it is not the job's length. */
  readonly seconds?: number;
  /** Clips: it ends with the job's picture, which the clip starts from. */
  readonly loop?: boolean;
  /** The mask of the same picture. */
  readonly mask?: boolean;
  /** The canvas is filled with green, which an instruction can name. */
  readonly green?: boolean;
  /** Further inputs, by their index in the job. */
  readonly references?: readonly {
    readonly input: number;
    readonly use: ReferenceUse;
    readonly weight: number;
  }[];
};

/**
 * What becomes of the results.
 * - `keep`: nothing.
 * - `copy`: there are no steps; the result is the job's picture, or its clip, in the job's size.
 * - `fit`: the picture is brought to the job's size.
 * - `join`: the clip is added to the job's.
 * - `put-back`: the old pixels replace what was made outside the mask.
 * - `describe`, `shorten`: the answer is turned into the texts of the job.
 */
export type Finish = 'keep' | 'copy' | 'fit' | 'join' | 'put-back' | 'describe' | 'shorten';

export type Plan = { readonly steps: readonly PlannedStep[]; readonly finish: Finish };

/** The job can be done with these abilities (`toOffer`). */
export function planJob(job: PlannableJob, can: Abilities): Plan {
  switch (job.kind) {
    case 'grid':
      return { steps: gridSteps(job, can), finish: 'keep' };
    case 'variation':
      return { steps: planResemblance(job, can, job.strength === 'subtle' ? 0.5 : 0.85), finish: 'keep' };
    case 'retexture':
      return { steps: planResemblance(job, can, 0.75), finish: 'keep' };
    case 'edit':
      return hasInput(job, 'mask')
        ? { steps: planRepaint(job, can, 'input'), finish: 'put-back' }
        : { steps: planEdit(job, can), finish: 'keep' };
    case 'outpaint':
      return { steps: planRepaint(job, can, 'canvas'), finish: 'put-back' };
    case 'upscale':
      return isSelection(job)
        ? { steps: [], finish: 'copy' }
        : { steps: planEnhancement(job, can), finish: 'fit' };
    case 'clip':
      return planClip(job, can);
    case 'describe':
    case 'shorten':
      return { steps: [{ ...base(job), primitive: 'ask', count: 1, width: 0, height: 0 }], finish: job.kind };
  }
}

/** A clip that is longer by less is not continued. */
const shortestSeconds = 1;

/** How strongly a picture is changed, by how much it is repainted. */
const enhanceStrength = { subtle: 0.38, creative: 0.55 } as const;

function gridSteps(job: PlannableJob, can: Abilities): PlannedStep[] {
  const references = indexReferences(job);
  if (references.length === 0) return repeatStep(job, can, { primitive: 'generate' });
  switch (referenceUse(job, can)) {
    case 'references':
      return repeatStep(job, can, { primitive: 'generate', references });
    case 'instruct':
      return repeatStep(job, can, { primitive: 'instruct', prompt: instructionFor(job), references });
    default:
      return repeatStep(job, can, {
        primitive: 'imageToImage',
        picture: 'input',
        strength: strengthOfPrompt(job),
      });
  }
}

/** The weight of an image prompt, 0 to 3, as the strength of the change. */
function strengthOfPrompt({ imageWeight = 1 }: PlannableJob): number {
  return Math.round((0.9 - 0.18 * imageWeight) * 100) / 100;
}

function planResemblance(job: PlannableJob, can: Abilities, strength: number): PlannedStep[] {
  const references = indexReferences(job);
  const isWordless = references.length === 0 || referenceUse(job, can) === 'references';
  const extra = references.length > 0 ? { references } : {};
  return can.imageToImage && isWordless
    ? repeatStep(job, can, { primitive: 'imageToImage', picture: 'input', strength, ...extra })
    : repeatStep(job, can, {
        primitive: 'instruct',
        picture: 'input',
        prompt: instructionFor(job),
        ...extra,
      });
}

function planEdit(job: PlannableJob, can: Abilities): PlannedStep[] {
  if (isInstructible(job, can)) {
    const prompt = instructionFor(job);
    return repeatStep(job, can, { primitive: 'instruct', picture: 'input', prompt, ...withReferences(job) });
  }
  const editFields = { picture: 'input', strength: 0.75 } as const;
  return can.imageToImage
    ? repeatStep(job, can, { primitive: 'imageToImage', ...editFields, ...withReferences(job) })
    : repeatStep(job, can, { primitive: 'inpaint', mask: true, ...editFields });
}

/** With a mask alone, the use of references is not described: an instruction does. */
function planRepaint(job: PlannableJob, can: Abilities, picture: 'input' | 'canvas'): PlannedStep[] {
  const { references } = withReferences(job);
  if (can.inpaint && !references)
    return repeatStep(job, can, { primitive: 'inpaint', picture, mask: true, strength: 1 });
  const instructFields = {
    primitive: 'instruct',
    picture,
    green: true,
    prompt: instructionFor(job),
  } as const;
  return repeatStep(job, can, { ...instructFields, ...(references && { references }) });
}

/** Whether the job is made by changing a part of its picture. */
export function isRepainting(job: PlannableJob): boolean {
  return job.kind === 'outpaint' || (job.kind === 'edit' && hasInput(job, 'mask'));
}

/** Whether the engine follows instructions about the job's picture and all of its references. */
export function isInstructible(job: PlannableJob, { instruct }: Abilities): boolean {
  return instruct !== undefined && 1 + referencesIn(job).length <= (instruct.pictures ?? 1);
}

function planEnhancement(job: PlannableJob, can: Abilities): PlannedStep[] {
  const step = { picture: 'input', strength: enhanceStrength[job.enhance ?? 'subtle'] } as const;
  // The sizes of the card are those that the model generates, not those to which
  // its pictures can be enlarged.
  const ofAnySize = without(job, ['sizes']);
  if (can.upscale) return repeatStep(ofAnySize, can, { primitive: 'upscale', ...step });
  const redraw = { primitive: 'imageToImage', ...step } as const;
  const { enlargedSizes: sizes, ...ability } = can.imageToImage ?? { most: 1 };
  return sizes
    ? repeatStep(ofAnySize, { ...can, imageToImage: { ...ability, sizes } }, redraw)
    : repeatStep(job, can, redraw);
}

function planClip(job: PlannableJob, can: Abilities): Plan {
  const addedSeconds = countAddedSeconds(job);
  if (addedSeconds === 0) return { steps: [], finish: 'copy' };
  const loop = job.loop ? { loop: true } : {};
  if (addedSeconds !== undefined) {
    const step = { primitive: 'clip', picture: 'last-frame', seconds: addedSeconds, ...loop } as const;
    return { steps: repeatStep(job, can, step), finish: 'join' };
  }
  const picture = hasInput(job, 'picture') ? { picture: 'input' as const, ...loop } : {};
  return {
    steps: repeatStep(job, can, { primitive: 'clip', ...picture, ...withReferences(job) }),
    finish: 'keep',
  };
}

/**
 * Returns by how many seconds the job continues its clip. 0: it has the length already. Returns
 * undefined if it continues none.
 */
export function countAddedSeconds({ extend, seconds = 0, clip }: PlannableJob): number | undefined {
  if (!extend || !clip) return undefined;
  const addedSeconds = seconds - clip.seconds;
  return addedSeconds < shortestSeconds ? 0 : addedSeconds;
}

function withReferences(job: PlannableJob): Pick<PlannedStep, 'references'> {
  const references = indexReferences(job);
  return references.length > 0 ? { references } : {};
}

/**
 * Plans as many steps as all candidates need. Their seeds follow each other, so that each candidate has its
 * own.
 */
function repeatStep(
  job: PlannableJob,
  can: Abilities,
  step: Partial<PlannedStep> & Pick<PlannedStep, 'primitive'>,
): PlannedStep[] {
  const ability = can[step.primitive] as Ability;
  const candidateCount = countCandidates(job);
  const common = { ...base(job), ...sizeFor(job, job.sizes ?? ability.sizes), ...step };
  const hasNegative = ability.hasNegative === true;
  const stepFields =
    step.primitive === 'instruct' && !hasNegative
      ? { ...common, prompt: withoutExcluded(common.prompt, job), negative: '' }
      : { ...common, negative: hasNegative ? common.negative : '' };
  const tileField = job.tile && ability.canTile ? { tile: true } : {};
  const steps: PlannedStep[] = [];
  for (let plannedCount = 0; plannedCount < candidateCount; plannedCount += ability.most) {
    const count = Math.min(ability.most, candidateCount - plannedCount);
    steps.push({ ...stepFields, ...tileField, count, seed: (job.seed + plannedCount) % 2 ** 32 });
  }
  return steps;
}

function base(job: PlannableJob) {
  return { prompt: job.prompt, negative: composeNegative(job), seed: job.seed };
}

/** The references of a job, with weights from 0 to 1. */
function indexReferences(job: PlannableJob): NonNullable<PlannedStep['references']> {
  const referenceInputs = referencesIn(job);
  return (job.inputs ?? []).flatMap((input, index) => {
    const use = referenceUses[input.role];
    return use && referenceInputs.includes(input)
      ? [{ input: index, use, weight: referenceWeight(job, use, input.weight) }]
      : [];
  });
}

/** The weights of the interface have a scale each: `--iw` 0-3, `--sw` 0-1000, `--cw` 0-100, `--ow` 1-1000. */
function referenceWeight(job: PlannableJob, use: ReferenceUse, ownWeight = 1): number {
  const shared: Record<ReferenceUse, number> = {
    content: (job.imageWeight ?? 1) / 2,
    style: (job.styleWeight ?? 100) / 200,
    character: (job.characterWeight ?? 100) / 100,
    object: (job.objectWeight ?? 100) / 200,
  };
  return Math.round(Math.min(1, Math.max(0, shared[use] * ownWeight)) * 100) / 100;
}
