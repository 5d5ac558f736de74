/** What is kept of the files of a trial: the first picture, small, for the operator to look at. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import { cutCell } from '../../../media/picture/cut-sheet.ts';
import { makeThumbnail, PictureError } from '../../../media/picture/picture.ts';

/** The form in which it is stored with the trial. */
export type TrialSample = {
  /** A WebP as a data URL. Undefined means the trial made no picture, such as a clip without a poster. */
  readonly picture?: string;
  /** The width of the first picture or clip, as the engine made it. */
  readonly width?: number;
  readonly height?: number;
  /**
   * What the trial cost the operator, in millionths of the currency. Undefined means nothing that is known.
   */
  readonly costMicros?: number;
};

const maxEdge = 256;

/**
 * Returns undefined for a file that is no picture. Throws EngineError if it should be one and cannot be read.
 */
export async function samplePicture(
  { kind, contentType, width, height, cell }: EngineMedia,
  bytes: Uint8Array,
): Promise<string | undefined> {
  if (kind !== 'picture') return undefined;
  try {
    const file = contentType === 'image/x-rgba' ? { width, height, data: bytes } : bytes;
    const picture = cell === undefined ? file : await cutCell(bytes, cell);
    const { bytes: small } = await makeThumbnail(picture, maxEdge);
    return `data:image/webp;base64,${Buffer.from(small).toString('base64')}`;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new EngineError('engine_error', reason('picture_unread'), { cause: error });
  }
}
