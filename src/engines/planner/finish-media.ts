/**
 * Completes the picture of an engine: puts old pixels back where nothing was to change, and fits copies to
 * the size of the job.
 */
import { sizeText } from '../../media/picture/size-text.ts';
import { reason } from '@kinora/shared/errors/reason';
import { joinTwoClips, resizedClip } from '../../media/clip/clip-frames.ts';
import { matchColors } from '../../media/compose/match-colors.ts';
import { putBack } from '../../media/compose/put-back.ts';
import { fitTo, normalizeFor } from '../../media/picture/fit-picture.ts';
import { isUnlike } from '../../media/picture/adopted-size.ts';
import { isBlank } from '../../media/picture/is-blank.ts';
import type { PixelSize } from '../../media/picture/picture-file.ts';
import { resizePicture, type RawPicture } from '../../media/picture/picture.ts';
import { UnusableMedia } from '../../media/unusable-media.ts';
import { isTransparent, type EngineJob } from '../contract/engine-job.ts';
import { requireClip, requireInput } from './require-input.ts';
import { maskMargin, prepareMaskedPicture } from './prepare-step.ts';
import type { PlannedStep } from './plan-job.ts';

/**
 * Pixels over which the old picture fades into the new one, inside the new area. On a canvas, the old pixels
 * there are a guess; in a region, they are to be replaced. So the fade is short: with 12 pixels, the seam of
 * noisy photographs was off by 3.4 of 255 (seams.test.ts).
 */
const feather = 4;

/** Returns the result with the old pixels where they stay, as RGBA of the job's size. Throws PictureError. */
export async function putOldPixelsBack(
  bytes: Uint8Array,
  job: EngineJob,
  plannedStep: Pick<PlannedStep, 'picture' | 'mask' | 'width' | 'height'>,
): Promise<Uint8Array | Uint8ClampedArray> {
  const { picture: oldPicture, mask } = await prepareMaskedPicture(
    { ...(plannedStep.picture && { picture: plannedStep.picture }) },
    job,
  );
  const { width, height } = oldPicture;
  // The engine got the old picture stretched if it has only other sizes, so its result is stretched back.
  const picture = await normalizeFor(bytes, job);
  rejectUnusable(picture, plannedStep);
  const result = await resizePicture(picture, { width, height });
  if (!mask) return result.data;
  const margin = plannedStep.mask
    ? Math.ceil(maskMargin * Math.max(width / plannedStep.width, height / plannedStep.height))
    : 0;
  const matchedPicture = await matchColors(result, oldPicture, { mask, margin });
  return (await putBack(matchedPicture, oldPicture, { mask, feather })).data;
}

/** Rejects a picture that is blank or far too small, which old pixels around it would hide. */
function rejectUnusable(picture: RawPicture, requestedSize: PixelSize): void {
  if (isBlank(picture)) throw new UnusableMedia(reason('image_blank'));
  if (isUnlike(picture, requestedSize))
    throw new UnusableMedia(
      reason('pixels_instead', { size: sizeText(picture), wanted: sizeText(requestedSize) }),
    );
}

/** The picture in the job's size, as RGBA. Throws PictureError. */
export async function fitPicture(bytes: Uint8Array, job: EngineJob) {
  const { width, height } = job;
  const alpha = { keepsAlpha: isTransparent(job) };
  return (await fitTo(await normalizeFor(bytes, job, alpha), { width, height }, alpha)).data;
}

/** The job's clip in the job's size. Throws ClipError. */
export function copyClip(job: EngineJob): Promise<Uint8Array> {
  return resizedClip(requireClip(job), job);
}

/** The job's clip, continued. Throws ClipError. */
export function continueClip(job: EngineJob, addedClip: Uint8Array): Promise<Uint8Array> {
  return joinTwoClips(requireClip(job), addedClip);
}

/** The job's picture in the job's size, as RGBA. */
export async function copyPicture(job: EngineJob): Promise<Uint8Array | Uint8ClampedArray> {
  const picture = await normalizeFor(requireInput(job, 'picture').bytes, job);
  return (await fitTo(picture, { width: job.width, height: job.height })).data;
}
