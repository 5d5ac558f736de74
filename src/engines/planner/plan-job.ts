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
   * The picture that the step starts from: that of the job, the same on the larger canvas of the job's
   * `frame`, or the last frame of the job's clip.
   */
  readonly picture?: 'input' | 'canvas' | 'last-frame';
  /** The length of a clip in seconds. Absent means the length of the job. */
  readonly seconds?: number;
  /** Whether a clip ends with the job's picture, which it starts from. */
  readonly loop?: boolean;
  /** Whether the step gets the mask of the same picture. */
  readonly mask?: boolean;
  /** Whether the area to change is filled with green, which an instruction can name. */
  readonly green?: boolean;
  /** Further inputs, by their index in the job. */
  readonly references?: readonly {
    readonly input: number;
    readonly use: ReferenceUse;
    readonly weight: number;
  }[];
};

/**
 * How the results of the steps are completed.
 * - `keep`: they stay as they are.
 * - `copy`: there are no steps; the result is the job's picture, or its clip, in the job's size.
 * - `fit`: the picture is brought to the job's size.
 * - `join`: the clip is added to the job's.
 * - `put-back`: the old pixels replace what was made outside the mask.
 * - `describe`, `shorten`: the answer is turned into the texts of the job.
 */
export type Finish = 'keep' | 'copy' | 'fit' | 'join' | 'put-back' | 'describe' | 'shorten';

export type Plan = { readonly steps: readonly PlannedStep[]; readonly finish: Finish };

/** Plans a job that can be done with these abilities (`toOffer`). */
export function planJob(job: PlannableJob, abilities: Abilities): Plan {
  switch (job.kind) {
    case 'grid':
      return { steps: gridSteps(job, abilities), finish: 'keep' };
    case 'variation':
      return {
        steps: planResemblance(job, abilities, job.strength === 'subtle' ? 0.5 : 0.85),
        finish: 'keep',
      };
    case 'retexture':
      return { steps: planResemblance(job, abilities, 0.75), finish: 'keep' };
    case 'edit':
      return hasInput(job, 'mask')
        ? { steps: planRepaint(job, abilities, 'input'), finish: 'put-back' }
        : { steps: planEdit(job, abilities), finish: 'keep' };
    case 'outpaint':
      return { steps: planRepaint(job, abilities, 'canvas'), finish: 'put-back' };
    case 'upscale':
      return isSelection(job)
        ? { steps: [], finish: 'copy' }
        : { steps: planEnhancement(job, abilities), finish: 'fit' };
    case 'clip':
      return planClip(job, abilities);
    case 'describe':
    case 'shorten':
      return {
        steps: [{ ...baseFields(job), primitive: 'ask', count: 1, width: 0, height: 0 }],
        finish: job.kind,
      };
  }
}

/** The smallest number of seconds by which a clip is continued. With less, it is copied. */
const shortestSeconds = 1;

/** The strength of the change for each kind of enhancement. */
const enhanceStrength = { subtle: 0.38, creative: 0.55 } as const;

function gridSteps(job: PlannableJob, abilities: Abilities): PlannedStep[] {
  const references = indexReferences(job);
  if (references.length === 0) return repeatStep(job, abilities, { primitive: 'generate' });
  switch (referenceUse(job, abilities)) {
    case 'references':
      return repeatStep(job, abilities, { primitive: 'generate', references });
    case 'instruct':
      return repeatStep(job, abilities, { primitive: 'instruct', prompt: instructionFor(job), references });
    default:
      return repeatStep(job, abilities, {
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

function planResemblance(job: PlannableJob, abilities: Abilities, strength: number): PlannedStep[] {
  const references = indexReferences(job);
  const isWordless = references.length === 0 || referenceUse(job, abilities) === 'references';
  const referenceFields = references.length > 0 ? { references } : {};
  return abilities.imageToImage && isWordless
    ? repeatStep(job, abilities, {
        primitive: 'imageToImage',
        picture: 'input',
        strength,
        ...referenceFields,
      })
    : repeatStep(job, abilities, {
        primitive: 'instruct',
        picture: 'input',
        prompt: instructionFor(job),
        ...referenceFields,
      });
}

function planEdit(job: PlannableJob, abilities: Abilities): PlannedStep[] {
  if (isInstructible(job, abilities)) {
    const prompt = instructionFor(job);
    return repeatStep(job, abilities, {
      primitive: 'instruct',
      picture: 'input',
      prompt,
      ...withReferences(job),
    });
  }
  const editFields = { picture: 'input', strength: 0.75 } as const;
  return abilities.imageToImage
    ? repeatStep(job, abilities, { primitive: 'imageToImage', ...editFields, ...withReferences(job) })
    : repeatStep(job, abilities, { primitive: 'inpaint', mask: true, ...editFields });
}

/** An instruction describes the use of references, and a mask alone does not. */
function planRepaint(job: PlannableJob, abilities: Abilities, picture: 'input' | 'canvas'): PlannedStep[] {
  const { references } = withReferences(job);
  if (abilities.inpaint && !references)
    return repeatStep(job, abilities, { primitive: 'inpaint', picture, mask: true, strength: 1 });
  const instructFields = {
    primitive: 'instruct',
    picture,
    green: true,
    prompt: instructionFor(job),
  } as const;
  return repeatStep(job, abilities, { ...instructFields, ...(references && { references }) });
}

/** Whether the job is made by changing a part of its picture. */
export function isRepainting(job: PlannableJob): boolean {
  return job.kind === 'outpaint' || (job.kind === 'edit' && hasInput(job, 'mask'));
}

/** Whether the engine follows instructions about the job's picture and all of its references. */
export function isInstructible(job: PlannableJob, { instruct }: Abilities): boolean {
  return instruct !== undefined && 1 + referencesIn(job).length <= (instruct.pictures ?? 1);
}

function planEnhancement(job: PlannableJob, abilities: Abilities): PlannedStep[] {
  const pictureFields = { picture: 'input', strength: enhanceStrength[job.enhance ?? 'subtle'] } as const;
  // The sizes of the card are those that the model generates, not those to which
  // its pictures can be enlarged.
  const jobOfAnySize = without(job, ['sizes']);
  if (abilities.upscale)
    return repeatStep(jobOfAnySize, abilities, { primitive: 'upscale', ...pictureFields });
  const redraw = { primitive: 'imageToImage', ...pictureFields } as const;
  const { enlargedSizes: sizes, ...ability } = abilities.imageToImage ?? { most: 1 };
  return sizes
    ? repeatStep(jobOfAnySize, { ...abilities, imageToImage: { ...ability, sizes } }, redraw)
    : repeatStep(job, abilities, redraw);
}

function planClip(job: PlannableJob, abilities: Abilities): Plan {
  const addedSeconds = countAddedSeconds(job);
  if (addedSeconds === 0) return { steps: [], finish: 'copy' };
  const loop = job.loop ? { loop: true } : {};
  if (addedSeconds !== undefined) {
    const step = { primitive: 'clip', picture: 'last-frame', seconds: addedSeconds, ...loop } as const;
    return { steps: repeatStep(job, abilities, step), finish: 'join' };
  }
  const picture = hasInput(job, 'picture') ? { picture: 'input' as const, ...loop } : {};
  return {
    steps: repeatStep(job, abilities, { primitive: 'clip', ...picture, ...withReferences(job) }),
    finish: 'keep',
  };
}

/**
 * Returns by how many seconds the job continues its clip. Returns 0 if the clip has the length already, and
 * undefined if the job continues no clip.
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
  abilities: Abilities,
  step: Partial<PlannedStep> & Pick<PlannedStep, 'primitive'>,
): PlannedStep[] {
  const ability = abilities[step.primitive] as Ability;
  const candidateCount = countCandidates(job);
  const commonFields = { ...baseFields(job), ...sizeFor(job, job.sizes ?? ability.sizes), ...step };
  const hasNegative = ability.hasNegative === true;
  const stepFields =
    step.primitive === 'instruct' && !hasNegative
      ? { ...commonFields, prompt: withoutExcluded(commonFields.prompt, job), negative: '' }
      : { ...commonFields, negative: hasNegative ? commonFields.negative : '' };
  const tileField = job.tile && ability.canTile ? { tile: true } : {};
  const steps: PlannedStep[] = [];
  for (let plannedCount = 0; plannedCount < candidateCount; plannedCount += ability.most) {
    const count = Math.min(ability.most, candidateCount - plannedCount);
    steps.push({ ...stepFields, ...tileField, count, seed: (job.seed + plannedCount) % 2 ** 32 });
  }
  return steps;
}

function baseFields(job: PlannableJob) {
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

/** Each weight of the interface has its own scale: `--iw` 0-3, `--sw` 0-1000, `--cw` 0-100, `--ow` 1-1000. */
function referenceWeight(job: PlannableJob, use: ReferenceUse, inputWeight = 1): number {
  const scaledWeights: Record<ReferenceUse, number> = {
    content: (job.imageWeight ?? 1) / 2,
    style: (job.styleWeight ?? 100) / 200,
    character: (job.characterWeight ?? 100) / 100,
    object: (job.objectWeight ?? 100) / 200,
  };
  return Math.round(Math.min(1, Math.max(0, scaledWeights[use] * inputWeight)) * 100) / 100;
}
