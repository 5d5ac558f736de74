/**
 * The largest size of an answer of an engine, by its kind. A larger answer is rejected, and is not read to
 * its end.
 */

import type { Step } from '../../contract/steps/step.ts';

const megabyte = 1024 * 1024;

/** The limit of the record of a job, an error, or the acceptance of a start. It may repeat the request. */
export const maxRecordBytes = megabyte;
/** The limit of lists of models, prices or jobs, and of a preview. */
export const maxListBytes = 16 * megabyte;

/** The media that were requested. Providers may make more pixels than that. */
export interface AnsweredMedia {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** The length of a clip in seconds. Absent for pictures. */
  readonly seconds?: number;
}

/** The bytes of a pixel in a PNG of 16 bits a channel, with alpha. */
const pixelBytes = 8;
/** Engines that have sizes of their own make several megapixels where less was asked for. */
const minPictureBytes = 32 * megabyte;
/** The bytes of one second of a clip, which is more than ProRes in high definition needs. */
const clipSecondBytes = 32 * megabyte;
const minClipBytes = 64 * megabyte;
/** The longest text that Node can hold. */
const mostBytes = 512 * megabyte;

/** Returns the limit of media in JSON, as Base64, beside a record. */
export function maxMediaBytes({ width, height, count, seconds }: AnsweredMedia): number {
  const fileBytes =
    seconds === undefined
      ? Math.max(minPictureBytes, width * height * pixelBytes)
      : Math.max(minClipBytes, seconds * clipSecondBytes);
  return Math.min(mostBytes, maxRecordBytes + Math.ceil((Math.max(1, count) * fileBytes * 4) / 3));
}

export function maxStepBytes(step: Step): number {
  return step.primitive === 'ask' ? maxRecordBytes : maxMediaBytes(step);
}
