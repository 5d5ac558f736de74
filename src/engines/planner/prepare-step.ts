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

/** The picture that a result is put back into, at the size of the job, and where it is made anew. */
export interface MaskedPicture {
  readonly picture: RawPicture;
  /** Undefined means everywhere. */
  readonly mask: Mask | undefined;
}

/** What an instruction calls "the green area". */
const green = [0, 255, 0] as const;
/** Engines blend at the edges of a mask, so they are given more than what is kept of their result. */
const grow = 12;
const feather = 8;
/** Pixels beside the new area that an engine with a mask may paint, in the size of its step. */
export const maskMargin = grow + feather;

/** What all steps of a job have in common. */
export type SharedTerms = Pick<Step, 'upstream' | 'parameters'>;

export async function prepareStep(
  planned: PlannedStep,
  job: EngineJob,
  { upstream, parameters }: SharedTerms,
): Promise<Step> {
  const { primitive, prompt, seed, count, negative, width, height, strength = 1 } = planned;
  const step = { upstream, parameters, prompt, seed };
  if (primitive === 'ask') return { ...step, primitive, ...(await composeQuestion(job)) };
  const made = { ...step, negative, count, width, height };
  const tile = planned.tile ? { tile: true } : {};
  switch (primitive) {
    case 'generate':
      return { ...made, ...tile, primitive, ...(await prepareReferences(planned, job)) };
    case 'imageToImage':
      return {
        ...made,
        ...tile,
        primitive,
        strength,
        picture: await preparePicture(planned, job),
        ...(await prepareReferences(planned, job)),
      };
    case 'upscale':
      return { ...made, primitive, strength, picture: await prepareOriginal(job) };
    case 'inpaint':
      return { ...made, primitive, strength, ...(await maskedPicture(planned, job)) };
    case 'instruct':
      return { ...made, primitive, pictures: await preparePictures(planned, job) };
    case 'clip':
      return { ...made, primitive, ...(await clipParts(planned, job)) };
  }
}

/** The job's picture, or the job's canvas, as the old pixels that stay outside of the mask. */
export async function prepareMaskedPicture(
  planned: Pick<PlannedStep, 'picture' | 'green'>,
  job: EngineJob,
): Promise<MaskedPicture> {
  const picture = await normalizeFor(requireInput(job, 'picture').bytes, job);
  const size = { width: job.width, height: job.height };
  if (planned.picture === 'canvas' && job.frame) {
    const { canvas, mask } = await extendCanvas(picture, {
      ...size,
      frame: job.frame,
      ...(planned.green && { fill: green }),
    });
    return { picture: canvas, mask };
  }
  const fitted = await fitTo(picture, size);
  const file = job.inputs?.find(({ role }) => role === 'mask');
  const mask = file && (await readMask(file.bytes, size));
  return { picture: mask && planned.green ? await paintMask(fitted, mask, green) : fitted, mask };
}

async function maskedPicture(planned: PlannedStep, job: EngineJob) {
  const masked = await prepareMaskedPicture(planned, job);
  const { width, height } = planned;
  const picture = await encoded(await resizePicture(masked.picture, { width, height }));
  const whole = {
    data: new Uint8Array(job.width * job.height).fill(255),
    width: job.width,
    height: job.height,
  };
  const bytes = await encodeMask(masked.mask ?? whole);
  const mask = await prepareMask(bytes, { width, height }, masked.mask ? { grow, feather } : {});
  return {
    picture,
    mask: { contentType: 'image/png', width, height, bytes: await encodeMask(mask) },
  } as const;
}

async function preparePictures(planned: PlannedStep, job: EngineJob): Promise<StepPicture[]> {
  const own = planned.picture ? [await encoded(await ownPicture(planned, job))] : [];
  const { references = [] } = await prepareReferences(planned, job);
  return [...own, ...references];
}

/** A picture that old pixels are put back into is stretched, so that they are found again. */
async function ownPicture(planned: PlannedStep, job: EngineJob): Promise<RawPicture> {
  const { picture } = await prepareMaskedPicture(planned, job);
  const { width, height } = planned;
  return planned.green ? resizePicture(picture, { width, height }) : fitTo(picture, { width, height });
}

async function clipParts(planned: PlannedStep, job: EngineJob) {
  const last = job.inputs?.find(({ role }) => role === 'last');
  const picture = planned.picture && (await preparePicture(planned, job));
  // A continued clip begins with its first picture, and not where it is continued.
  const loop = planned.loop && (await preparePicture({ ...planned, picture: 'input' }, job));
  return {
    seconds: planned.seconds ?? job.seconds ?? 5,
    framesPerSecond: job.framesPerSecond ?? 24,
    audio: job.audio === true,
    ...(picture && { picture }),
    ...(loop && { last: loop }),
    ...(last && { last: await stepPicture(await normalizePicture(last.bytes), planned) }),
    ...(await prepareReferences(planned, job)),
  };
}

async function preparePicture(planned: PlannedStep, job: EngineJob): Promise<StepPicture> {
  if (planned.picture === 'last-frame') return stepPicture(await readLastFrame(job), planned);
  // An image prompt is the only picture of a job without one of its own.
  const { bytes } = job.inputs?.find(({ role }) => role === 'picture') ?? requireInput(job, 'prompt');
  return stepPicture(await normalizeFor(bytes, planned), planned);
}

/**
 * Throws EngineError for a clip of which no frame can be read. Such clips are kept,
 * because players may read them.
 */
async function readLastFrame(job: EngineJob): Promise<RawPicture> {
  return lastFrame(requireClip(job)).catch((cause: unknown) => {
    if (!(cause instanceof ClipError)) throw cause;
    const why = reason('last_frame', { cause: cause.reason });
    throw new EngineError('engine_rejected', why, { notStarted: true, cause });
  });
}

/**
 * The job's picture at its own size, without what the shape of the result has no place for: a model that
 * enlarges adds the detail itself.
 */
async function prepareOriginal(job: EngineJob): Promise<StepPicture> {
  const picture = await normalizeFor(requireInput(job, 'picture').bytes, job);
  return encoded(await fitTo(picture, adoptedSize(picture, job)));
}

async function prepareReferences(planned: PlannedStep, { inputs = [] }: EngineJob) {
  if (!planned.references) return {};
  const references: StepReference[] = [];
  for (const { input, use, weight } of planned.references) {
    const { bytes } = inputs[input] as EngineInput;
    const picture = await normalizePicture(bytes);
    references.push({ use, weight, ...(await encoded(picture)) });
  }
  return { references };
}

async function stepPicture(picture: RawPicture, { width, height }: PlannedStep): Promise<StepPicture> {
  return encoded(await fitTo(picture, { width, height }));
}

async function encoded(picture: RawPicture): Promise<StepPicture> {
  const { width, height } = picture;
  return { contentType: 'image/png', width, height, bytes: await toPng(picture) };
}
