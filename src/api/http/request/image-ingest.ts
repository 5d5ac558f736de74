/**
 * Turns a picture that a client sent (Base64, data URL or URL) into a checked picture that a task can use.
 */
import { reasonTexts, type Reason } from '@kinora/shared/errors/reason';
import { AppError } from '@kinora/shared/errors/errors';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { SubmittedTask } from '../../../core/tasks/submit/submit-item.ts';
import { newSecret } from '../../../platform/lib/id.ts';
import { SafeFetchError } from '../../../platform/lib/network/safe-fetch-error.ts';
import type { SafeFetch } from '../../../platform/lib/network/safe-fetch.ts';
import { readWhole } from '../../../media/storage/open-file.ts';
import {
  checkPicture,
  maxBase64Length,
  readBase64Picture,
  uploadLimits,
  type Upload,
} from '../../../media/picture/read-upload.ts';
import { withImages } from './body-images.ts';
import {
  expireUpload,
  findPicture,
  renewInputs,
  extendUpload,
  storeUpload,
  pictureName,
  uploadStorageKey,
  type StoredPicture,
  type UploadDependencies,
} from '../../../media/storage/uploads.ts';

/** A checked picture that is not stored yet, so that a rejected request leaves no file. */
export interface IngestedImage extends StoredPicture {
  /** The name in its public address. */
  readonly name: string;
  /** Returns the file. */
  bytes(): Promise<Uint8Array>;
  /** Stores the picture. Further calls have no effect. Throws AppError `uploads_full`. */
  store(): Promise<void>;
  /** Marks the picture for deletion by the next sweep. A picture that existed before this request stays. */
  discard(): Promise<void>;
}

/** Who sends a picture: the account keeps it, and the token has a share of the decoders. */
export type Sender = Pick<Token, 'id' | 'accountId'>;

export interface ImageIngest {
  /** Fetches and checks a picture. Throws AppError `picture_invalid`, `link_invalid` or `file_expired`. */
  ingest(
    source: string | Uint8Array,
    options: { readonly param: string; readonly token: Sender },
  ): Promise<IngestedImage>;
  /** Renews stored files that a follow-up starts from. Throws AppError `input_expired`. */
  renew(storageKeys: readonly string[]): Promise<void>;
}

type GoodUpload = Extract<Upload, { ok: true }>;

/** Accepted media types. Some servers send the generic ones, so the format is detected from the bytes. */
const types = ['image/*', 'application/octet-stream', 'binary/octet-stream'];
const fetchTimeoutMs = 10_000;

export function openImageIngest(parts: UploadDependencies & { readonly fetch: SafeFetch }): ImageIngest {
  return {
    ingest: async (source, { param, token }) => {
      const { id, accountId } = token;
      if (typeof source !== 'string')
        return toIngestedImage(
          parts,
          accountId,
          requireGood(await checkPicture(source, uploadLimits, id), param),
        );
      const text = source.trim();
      if (!/^https?:\/\//i.test(text)) {
        const base64 = await withImages(text, maxBase64Length(uploadLimits));
        return toIngestedImage(
          parts,
          accountId,
          requireGood(await readBase64Picture(base64, uploadLimits, id), param),
        );
      }
      const storedPicture = await findPicture(parts.db, text);
      if (storedPicture)
        return {
          ...storedPicture,
          name: pictureName(storedPicture),
          bytes: () => storedBytes(parts, storedPicture),
          store: () => extendUpload(parts, storedPicture.key),
          discard: async () => {},
        };
      return toIngestedImage(parts, accountId, await fetchPicture(parts.fetch, text, { param, token }));
    },
    renew: storageKeys => renewInputs(parts, storageKeys),
  };
}

async function storedBytes(
  { storage }: UploadDependencies,
  { storageKey }: StoredPicture,
): Promise<Uint8Array> {
  const file = await storage.open(storageKey);
  if (!file) throw new AppError('file_expired');
  return readWhole(file);
}

function requireGood(upload: Upload, param: string): GoodUpload {
  if (!upload.ok) throw new AppError('picture_invalid', { param, ...reasonTexts(upload.reason) });
  return upload;
}

async function fetchPicture(
  fetch: SafeFetch,
  url: string,
  { param, token }: { readonly param: string; readonly token: Sender },
): Promise<GoodUpload> {
  const rejection = (reason: Reason) => new AppError('link_invalid', { url, param, ...reasonTexts(reason) });
  let bytes: Uint8Array;
  try {
    const limits = { types, maxBytes: uploadLimits.maxBytes, timeoutMs: fetchTimeoutMs };
    ({ bytes } = await fetch.get(url, { ...limits, accountId: token.accountId }));
  } catch (error) {
    if (error instanceof SafeFetchError) throw rejection(error.reason);
    throw error;
  }
  const upload = await checkPicture(bytes, uploadLimits, token.id);
  if (!upload.ok) throw rejection(upload.reason);
  return upload;
}

function toIngestedImage(parts: UploadDependencies, accountId: string, picture: GoodUpload): IngestedImage {
  const key = newSecret();
  const { contentType, width, height } = picture;
  let storing: Promise<void> | undefined;
  return {
    key,
    name: pictureName({ key, contentType }),
    storageKey: uploadStorageKey({ key, contentType }),
    contentType,
    width,
    height,
    bytes: async () => picture.bytes,
    store: () => (storing ??= storeUpload(parts, { accountId, key, ...picture })),
    discard: () => expireUpload(parts, key),
  };
}

/**
 * Stores the pictures, then submits tasks that use them. Discards the pictures if the submit
 * is rejected or was a repeat.
 */
export async function withUploads<Answer extends readonly Pick<SubmittedTask, 'existed'>[]>(
  pictures: readonly IngestedImage[],
  submit: () => Promise<Answer>,
): Promise<Answer> {
  const discardAll = () => Promise.allSettled(pictures.map(picture => picture.discard()));
  try {
    for (const picture of pictures) await picture.store();
    const answer = await submit();
    if (answer.every(({ existed: isRepeat }) => isRepeat)) await discardAll();
    return answer;
  } catch (error) {
    // If the database did not respond, the task may exist and need the pictures.
    if (error instanceof AppError && error.code !== 'database_unavailable') await discardAll();
    throw error;
  }
}
