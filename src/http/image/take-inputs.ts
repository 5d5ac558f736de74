/** Addresses in a request -> inputs of a job. All are checked; none is stored before the order is placed. */
import { AppError } from '../../errors.ts';
import { without } from '../../lib/without.ts';
import type { TaskInput } from '../../tasks/task.ts';
import { hasWhite } from '../../media/picture.ts';
import type { SubmitParts } from '../submit.ts';
import type { TakenPicture } from '../take-pictures.ts';

/** The pictures of one request, by their address: each is taken once. */
export type TakenPictures = Map<string, Promise<TakenPicture>>;

export interface Named {
  /** An address, a data URL or base64. */
  readonly address: string;
  readonly role: TaskInput['role'];
  readonly weight?: number;
  readonly param: string;
}

export interface InputsRequest {
  readonly addresses: readonly Named[];
  readonly taken?: TakenPictures;
  readonly accountId: string;
}

export interface TakenInputs {
  readonly inputs: readonly TaskInput[];
  /** To be kept when the order is placed. */
  readonly pictures: readonly TakenPicture[];
}

/** Throws AppError `picture_invalid`, `link_invalid`, `file_expired` or `mask_blank`. */
export async function takeInputs(
  parts: SubmitParts,
  { addresses, taken = new Map(), accountId }: InputsRequest,
): Promise<TakenInputs> {
  const take = ({ address, param }: Named): Promise<TakenPicture> => {
    const taking = taken.get(address) ?? parts.pictures.take(address, { param, accountId });
    taken.set(address, taking);
    return taking;
  };
  const pictures = await Promise.all(addresses.map(take));
  for (const [index, { role, param }] of addresses.entries()) {
    const bytes = role === 'mask' ? await pictures[index]?.bytes() : undefined;
    if (bytes && !(await hasWhite(bytes))) throw new AppError('mask_blank', { param });
  }
  const inputs = addresses.map((named, index): TaskInput => {
    const { storageKey, contentType, width, height } = pictures[index] as TakenPicture;
    return { ...without(named, ['address', 'param']), storageKey, contentType, width, height };
  });
  return { inputs, pictures };
}
