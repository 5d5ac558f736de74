/**
 * Turns addresses in a request into inputs of a job. All are checked; nothing is
 * stored before the order is placed.
 */
import { AppError } from '@kinora/shared/errors/errors';
import { without } from '../../../platform/lib/without.ts';
import type { TaskInput } from '../../../core/tasks/task.ts';
import { hasWhite } from '../../../media/picture/picture.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { limitPixels } from '../../http/request/limit-pixels.ts';
import type { IngestedImage, Sender } from '../../http/request/image-ingest.ts';

/** The pictures of one request by address, so that each is ingested only once. */
export type PicturesByAddress = Map<string, Promise<IngestedImage>>;

export interface NamedInput {
  /** An address, a data URL or base64. */
  readonly address: string;
  readonly role: TaskInput['role'];
  readonly weight?: number;
  readonly param: string;
}

export interface InputsRequest {
  readonly addresses: readonly NamedInput[];
  readonly picturesByAddress?: PicturesByAddress;
  readonly token: Sender;
}

export interface IngestedInputs {
  readonly inputs: readonly TaskInput[];
  /** Pictures to store when the order is placed. */
  readonly pictures: readonly IngestedImage[];
}

/**
 * Throws AppError `picture_invalid`, `pictures_too_large`, `link_invalid`, `file_expired` or `mask_blank`.
 */
export async function takeInputs(
  parts: SubmitDependencies,
  { addresses, picturesByAddress = new Map(), token }: InputsRequest,
): Promise<IngestedInputs> {
  const take = ({ address, param }: NamedInput): Promise<IngestedImage> => {
    const taking = picturesByAddress.get(address) ?? parts.pictures.ingest(address, { param, token });
    picturesByAddress.set(address, taking);
    return taking;
  };
  const pictures = await Promise.all(addresses.map(take));
  limitPixels(pictures);
  for (const [index, { role, param }] of addresses.entries()) {
    const bytes = role === 'mask' ? await pictures[index]?.bytes() : undefined;
    if (bytes && !(await hasWhite(bytes, token.id))) throw new AppError('mask_blank', { param });
  }
  const inputs = addresses.map((namedInput, index): TaskInput => {
    const { storageKey, contentType, width, height } = pictures[index] as IngestedImage;
    return { ...without(namedInput, ['address', 'param']), storageKey, contentType, width, height };
  });
  return { inputs, pictures };
}
