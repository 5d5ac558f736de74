/** A picture as a client names it (base64, data URL, address) -> a checked picture that a task can start from. */
import { AppError } from '../errors.ts';
import type { Submitted } from '../tasks/submit-task.ts';
import { newSecret } from '../lib/id.ts';
import { SafeFetchError } from '../lib/safe-fetch-error.ts';
import type { SafeFetch } from '../lib/safe-fetch.ts';
import { readWhole } from '../media/storage.ts';
import { checkPicture, readBase64Picture, uploadLimits, type Upload } from '../media/read-upload.ts';
import {
  expireUpload,
  findPicture,
  keepLonger,
  keepUpload,
  pictureName,
  placeOf,
  type KeptPicture,
  type UploadParts,
} from '../media/uploads.ts';

/** Checked, and not stored yet: a request that is refused leaves nothing behind. */
export interface TakenPicture extends KeptPicture {
  /** Of its public address. */
  readonly name: string;
  /** The file itself. */
  bytes(): Promise<Uint8Array>;
  /** Stores it, once however often it is asked; throws AppError `uploads_full`. */
  keep(): Promise<void>;
  /** It was stored for nothing: the next sweep takes it. What was there before stays. */
  drop(): Promise<void>;
}

export interface PictureTaker {
  /** Throws AppError `picture_invalid`, `link_invalid` or `file_expired`. */
  take(
    source: string | Uint8Array,
    of: { readonly param: string; readonly accountId: string },
  ): Promise<TakenPicture>;
}

type GoodUpload = Extract<Upload, { ok: true }>;

/** Some servers name no better type than the last; the bytes tell. */
const types = ['image/*', 'application/octet-stream', 'binary/octet-stream'];
const fetchTimeoutMs = 10_000;

export function openPictureTaker(parts: UploadParts & { readonly fetch: SafeFetch }): PictureTaker {
  return {
    take: async (source, { param, accountId }) => {
      if (typeof source !== 'string')
        return unsaved(parts, accountId, checked(await checkPicture(source, uploadLimits), param));
      const text = source.trim();
      if (!/^https?:\/\//i.test(text))
        return unsaved(parts, accountId, checked(await readBase64Picture(text, uploadLimits), param));
      const own = await findPicture(parts.db, text);
      if (own)
        return {
          ...own,
          name: pictureName(own),
          bytes: () => storedBytes(parts, own),
          keep: () => keepLonger(parts, own.key),
          drop: async () => {},
        };
      return unsaved(parts, accountId, await fetched(parts.fetch, text, param));
    },
  };
}

async function storedBytes({ storage }: UploadParts, { storageKey }: KeptPicture): Promise<Uint8Array> {
  const file = await storage.open(storageKey);
  if (!file) throw new AppError('file_expired');
  return readWhole(file);
}

function checked(read: Upload, param: string): GoodUpload {
  if (!read.ok) throw new AppError('picture_invalid', { param, reason: read.reason });
  return read;
}

async function fetched(fetch: SafeFetch, url: string, param: string): Promise<GoodUpload> {
  const refuse = (reason: string) => new AppError('link_invalid', { url, reason, param });
  let bytes: Uint8Array;
  try {
    ({ bytes } = await fetch.get(url, { types, maxBytes: uploadLimits.maxBytes, timeoutMs: fetchTimeoutMs }));
  } catch (error) {
    if (error instanceof SafeFetchError) throw refuse(error.message);
    throw error;
  }
  const read = await checkPicture(bytes, uploadLimits);
  if (!read.ok) throw refuse(read.reason);
  return read;
}

function unsaved(parts: UploadParts, accountId: string, picture: GoodUpload): TakenPicture {
  const key = newSecret();
  const { contentType, width, height } = picture;
  let kept: Promise<void> | undefined;
  return {
    key,
    name: pictureName({ key, contentType }),
    storageKey: placeOf({ key, contentType }),
    contentType,
    width,
    height,
    bytes: async () => picture.bytes,
    keep: () => (kept ??= keepUpload(parts, { accountId, key, ...picture })),
    drop: () => expireUpload(parts, key),
  };
}

/** Stores the pictures, then submits what starts from them; they go again when that is refused, or was there already. */
export async function keepFor<Answer extends readonly Pick<Submitted, 'existed'>[]>(
  pictures: readonly TakenPicture[],
  submit: () => Promise<Answer>,
): Promise<Answer> {
  const drop = () => Promise.allSettled(pictures.map(picture => picture.drop()));
  try {
    for (const picture of pictures) await picture.keep();
    const answer = await submit();
    if (answer.every(({ existed }) => existed)) await drop();
    return answer;
  } catch (error) {
    // Without an answer of the database there may be a task that needs them.
    if (error instanceof AppError && error.code !== 'database_unavailable') await drop();
    throw error;
  }
}
