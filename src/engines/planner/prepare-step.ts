/** Prepares a planned step for the engine: its pictures in the right size and form. */
import { reason } from '@kinora/shared/errors/reason';
import { extendCanvas } from '../../media/compose/extend-canvas.ts';
import { paintMask } from '../../media/compose/paint-mask.ts';
import { prepareMask } from '../../media/compose/prepare-mask.ts';
import { lastFrame } from '../../media/clip/clip-frames.ts';
import { ClipError } from '../../media/clip/decode/clip-error.ts';
import { adoptedSize } from '../../media/picture/adopted-size.ts';
import { fitTo, normalizeFor, normalizePicture } from '../../media/picture/fit-picture.ts';
import { encodeMask, readMask, type Mask } from '../../media/picture/mask-file.ts';
import { resizePicture, toPng, type RawPicture } from '../../media/picture/picture.ts';
import { EngineError } from '../contract/engine-error.ts';
import type { EngineInput } from '../contract/engine-input.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import type { PlannedStep } from './plan-job.ts';
import { requireClip, requireInput } from './require-input.ts';
import { composeQuestion } from './questions.ts';
import type { Step } from '../contract/steps/step.ts';
import type { StepPicture } from '../contract/steps/step-picture.ts';
import type { StepReference } from '../contract/steps/step-reference.ts';

/** The picture that a result is put back into, at the size of the job, and where it is repainted. */
export interface MaskedPicture {
  readonly picture: RawPicture;
  /** The area that is repainted. Undefined means the whole picture. */
  readonly mask: Mask | undefined;
}

/** The color of the area that instructions call "the green area". */
const green = [0, 255, 0] as const;
/** Engines blend at the edges of a mask, so they are given more than what is kept of their result. */
const grow = 12;
const feather = 8;
/** Pixels beside the new area that an engine with a mask may paint, in the size of its step. */
export const maskMargin = grow + feather;

/** The terms that all steps of a job share. */
export type SharedTerms = Pick<Step, 'upstream' | 'parameters'>;

export async function prepareStep(
  plannedStep: PlannedStep,
  job: EngineJob,
  { upstream, parameters }: SharedTerms,
): Promise<Step> {
  const { primitive, prompt, seed, count, negative, width, height, strength = 1 } = plannedStep;
  const step = { upstream, parameters, prompt, seed };
  if (primitive === 'ask') return { ...step, primitive, ...(await composeQuestion(job)) };
  const pictureFields = { ...step, negative, count, width, height };
  const tile = plannedStep.tile ? { tile: true } : {};
  switch (primitive) {
    case 'generate':
      return { ...pictureFields, ...tile, primitive, ...(await prepareReferences(plannedStep, job)) };
    case 'imageToImage':
      return {
        ...pictureFields,
        ...tile,
        primitive,
        strength,
        picture: await preparePicture(plannedStep, job),
        ...(await prepareReferences(plannedStep, job)),
      };
    case 'upscale':
      return { ...pictureFields, primitive, strength, picture: await prepareOriginal(job) };
    case 'inpaint':
      return { ...pictureFields, primitive, strength, ...(await maskedPicture(plannedStep, job)) };
    case 'instruct':
      return { ...pictureFields, primitive, pictures: await preparePictures(plannedStep, job) };
    case 'clip':
      return { ...pictureFields, primitive, ...(await clipFields(plannedStep, job)) };
  }
}

/** The job's picture, or the job's canvas, as the old pixels that stay outside of the mask. */
export async function prepareMaskedPicture(
  plannedStep: Pick<PlannedStep, 'picture' | 'green'>,
  job: EngineJob,
): Promise<MaskedPicture> {
  const picture = await normalizeFor(requireInput(job, 'picture').bytes, job);
  const size = { width: job.width, height: job.height };
  if (plannedStep.picture === 'canvas' && job.frame) {
    const { canvas, mask } = await extendCanvas(picture, {
      ...size,
      frame: job.frame,
      ...(plannedStep.green && { fill: green }),
    });
    return { picture: canvas, mask };
  }
  const fittedPicture = await fitTo(picture, size);
  const file = job.inputs?.find(({ role }) => role === 'mask');
  const mask = file && (await readMask(file.bytes, size));
  return {
    picture: mask && plannedStep.green ? await paintMask(fittedPicture, mask, green) : fittedPicture,
    mask,
  };
}

async function maskedPicture(plannedStep: PlannedStep, job: EngineJob) {
  const original = await prepareMaskedPicture(plannedStep, job);
  const { width, height } = plannedStep;
  const picture = await encodePicture(await resizePicture(original.picture, { width, height }));
  const fullMask = {
    data: new Uint8Array(job.width * job.height).fill(255),
    width: job.width,
    height: job.height,
  };
  const bytes = await encodeMask(original.mask ?? fullMask);
  const mask = await prepareMask(bytes, { width, height }, original.mask ? { grow, feather } : {});
  return {
    picture,
    mask: { contentType: 'image/png', width, height, bytes: await encodeMask(mask) },
  } as const;
}

async function preparePictures(plannedStep: PlannedStep, job: EngineJob): Promise<StepPicture[]> {
  const jobPictures = plannedStep.picture
    ? [await encodePicture(await resizedJobPicture(plannedStep, job))]
    : [];
  const { references = [] } = await prepareReferences(plannedStep, job);
  return [...jobPictures, ...references];
}

/**
 * Returns the job's picture in the size of the step. It is stretched if old pixels are put back into the
 * result, so that each pixel keeps its place.
 */
async function resizedJobPicture(plannedStep: PlannedStep, job: EngineJob): Promise<RawPicture> {
  const { picture } = await prepareMaskedPicture(plannedStep, job);
  const { width, height } = plannedStep;
  return plannedStep.green ? resizePicture(picture, { width, height }) : fitTo(picture, { width, height });
}

async function clipFields(plannedStep: PlannedStep, job: EngineJob) {
  const lastInput = job.inputs?.find(({ role }) => role === 'last');
  const picture = plannedStep.picture && (await preparePicture(plannedStep, job));
  // A continued clip begins with its first picture, and not where it is continued.
  const loop = plannedStep.loop && (await preparePicture({ ...plannedStep, picture: 'input' }, job));
  return {
    seconds: plannedStep.seconds ?? job.seconds ?? 5,
    framesPerSecond: job.framesPerSecond ?? 24,
    audio: job.audio === true,
    ...(picture && { picture }),
    ...(loop && { last: loop }),
    ...(lastInput && { last: await stepPicture(await normalizePicture(lastInput.bytes), plannedStep) }),
    ...(await prepareReferences(plannedStep, job)),
  };
}

async function preparePicture(plannedStep: PlannedStep, job: EngineJob): Promise<StepPicture> {
  if (plannedStep.picture === 'last-frame') return stepPicture(await readLastFrame(job), plannedStep);
  // An image prompt is the only picture of a job without one of its own.
  const { bytes } = job.inputs?.find(({ role }) => role === 'picture') ?? requireInput(job, 'prompt');
  return stepPicture(await normalizeFor(bytes, plannedStep), plannedStep);
}

/**
 * Throws EngineError for a clip of which no frame can be read. Such clips are kept,
 * because players may read them.
 */
async function readLastFrame(job: EngineJob): Promise<RawPicture> {
  return lastFrame(requireClip(job)).catch((cause: unknown) => {
    if (!(cause instanceof ClipError)) throw cause;
    const failureReason = reason('last_frame', { cause: cause.reason });
    throw new EngineError('engine_rejected', failureReason, { notStarted: true, cause });
  });
}

/**
 * Returns the job's picture at its own size, cut to the shape of the result: a model that enlarges adds the
 * detail itself.
 */
async function prepareOriginal(job: EngineJob): Promise<StepPicture> {
  const picture = await normalizeFor(requireInput(job, 'picture').bytes, job);
  return encodePicture(await fitTo(picture, adoptedSize(picture, job)));
}

async function prepareReferences(plannedStep: PlannedStep, { inputs = [] }: EngineJob) {
  if (!plannedStep.references) return {};
  const references: StepReference[] = [];
  for (const { input, use, weight } of plannedStep.references) {
    const { bytes } = inputs[input] as EngineInput;
    const picture = await normalizePicture(bytes);
    references.push({ use, weight, ...(await encodePicture(picture)) });
  }
  return { references };
}

async function stepPicture(picture: RawPicture, { width, height }: PlannedStep): Promise<StepPicture> {
  return encodePicture(await fitTo(picture, { width, height }));
}

async function encodePicture(picture: RawPicture): Promise<StepPicture> {
  const { width, height } = picture;
  return { contentType: 'image/png', width, height, bytes: await toPng(picture) };
}
