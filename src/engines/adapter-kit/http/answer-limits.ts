/**
 * How large an answer of an engine can be, by what it is. Whatever is larger is no
 * answer, and is not read to its end.
 */

import type { Step } from '../../contract/steps/step.ts';

const megabyte = 1024 * 1024;

/** The record of a job, an error, or the acceptance of a start. What was sent may be in it once more. */
export const maxRecordBytes = megabyte;
/** Lists of models, prices or jobs, and a preview. */
export const maxListBytes = 16 * megabyte;

/** What was asked for. Providers are free to make more pixels than that. */
export interface AnsweredMedia {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** The length of a clip. */
  readonly seconds?: number;
}

/** A picture as PNG of 16 bits a channel, with alpha. */
const pixelBytes = 8;
/** Engines that have sizes of their own make several megapixels where less was asked for. */
const minPictureBytes = 32 * megabyte;
/** The bytes of one second of a clip, which is more than ProRes in high definition needs. */
const clipSecondBytes = 32 * megabyte;
const minClipBytes = 64 * megabyte;
/** The longest text that Node can hold. */
const mostBytes = 512 * megabyte;

/** Media in JSON, as Base64, beside a record. */
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
