/**
 * Uploads: pictures of clients. They are stored like the files of tasks, with the same retention,
 * each at an unguessable address.
 */
import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { fileEnding } from '../formats/file-types.ts';
import type { Storage } from './storage.ts';

/** What is known of a stored picture: its type, and its size in pixels. */
interface PictureFacts {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
}

/** A picture in storage that a task can start from. */
export interface StoredPicture extends PictureFacts {
  /** The secret in its public address. */
  readonly key: string;
  readonly storageKey: string;
}

export interface UploadDependencies {
  readonly db: Database;
  readonly storage: Storage;
  readonly retentionHours: number;
}

/** Inserts nothing if the account has no space left. */
const insert = statement(
  'insert_upload',
  `insert into uploads (
     key, account_id, storage_key, content_type, size_bytes, width, height, sha256, expires_at
   )
   select $1, $2::uuid, $3, $4, $5::bigint, $6, $7, $8, now() + $9 * interval '1 hour'
   where (
     select coalesce(sum(size_bytes), 0) from uploads where account_id = $2::uuid and files_deleted_at is null
   ) + $5::bigint <= $10::bigint
   returning key`,
);
/** Renews the retention of a picture that a new task uses. */
const extend = statement(
  'extend_upload',
  `update uploads set expires_at = greatest(expires_at, now() + $2 * interval '1 hour')
   where key = $1 and files_deleted_at is null`,
);
const extendAll = statement(
  'extend_uploads',
  `update uploads set expires_at = greatest(expires_at, now() + $2 * interval '1 hour')
   where storage_key = any($1::text[]) and files_deleted_at is null`,
);
/** Renews the uploads among the files that follow-ups start from, and returns those that are not kept. */
const findMissing = statement(
  'missing_inputs',
  `with renewed_uploads as (
     -- The uploads, which are kept for longer.
     update uploads set expires_at = greatest(expires_at, now() + $2 * interval '1 hour')
     where storage_key = any($1::text[]) and files_deleted_at is null
     returning storage_key
   )
   select input from unnest($1::text[]) input
   where input not in (select storage_key from renewed_uploads)
     and not exists (
       select from tasks
       where id = case when input not like 'uploads/%' then split_part(input, '/', 1)::uuid end
         and files_deleted_at is null
         and expires_at > now()
     )`,
);
const expire = statement('expire_upload', 'update uploads set expires_at = now() where key = $1');
const find = statement(
  'picture_by_key',
  `select key, storage_key, content_type, width, height, expires_at <= now() as expired
   from uploads where key = $1
   union all
   select outputs.key, storage_key, content_type, width, height, expires_at <= now()
   from outputs join tasks on tasks.id = task_id
   where outputs.key = $1 and outputs.kind <> 'clip'`,
);

export interface NewUpload extends PictureFacts {
  readonly bytes: Uint8Array;
  readonly accountId: string;
  /** A new secret for its public address. */
  readonly key: string;
}

/** The part of its address after `/media/`. */
export function pictureName({ key, contentType }: Pick<StoredPicture, 'key' | 'contentType'>): string {
  return `${key}.${fileEnding(contentType)}`;
}

/** The storage key of a picture. */
export function uploadStorageKey({ key, contentType }: Pick<StoredPicture, 'key' | 'contentType'>): string {
  return `uploads/${key.toLowerCase()}/picture.${fileEnding(contentType)}`;
}

/** Whether a client has sent the file. All others were made here. */
export function isUploadKey(storageKey: string): boolean {
  return storageKey.startsWith('uploads/');
}

/** Maximum size of the stored uploads of one account, in bytes. */
const maxAccountBytes = 4 * 1024 ** 3;

/**
 * Stores a checked picture. The row is written first, because a file without a row would never be deleted.
 * Throws AppError `uploads_full`.
 */
export async function storeUpload(
  { db, storage, retentionHours }: UploadDependencies,
  { accountId, key, bytes, contentType, width, height }: NewUpload,
): Promise<void> {
  const storageKey = uploadStorageKey({ key, contentType });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = [contentType, bytes.length, width, height, sha256];
  const values = [key, accountId, storageKey, ...facts, retentionHours, maxAccountBytes];
  if ((await db.query(insert, values)).length === 0) throw new AppError('uploads_full');
  await storage.put(storageKey, bytes);
}

/** Expires a picture that is not needed, so that the next sweep deletes it. */
export async function expireUpload({ db }: Pick<UploadDependencies, 'db'>, key: string): Promise<void> {
  await db.query(expire, [key]);
}

/** Renews the retention of an upload that is used again. Pictures of tasks are deleted with their task. */
export async function extendUpload({ db, retentionHours }: UploadDependencies, key: string): Promise<void> {
  await db.query(extend, [key, retentionHours]);
}

/** Extends several uploads, by storage key. */
export async function extendUploads(
  db: Queryable,
  storageKeys: readonly string[],
  retentionHours: number,
): Promise<void> {
  await db.query(extendAll, [storageKeys, retentionHours]);
}

/** Renews the files that a new task starts from. Throws AppError `input_expired` if one is not kept. */
export async function renewInputs(
  { db, retentionHours }: Pick<UploadDependencies, 'db' | 'retentionHours'>,
  storageKeys: readonly string[],
): Promise<void> {
  if (storageKeys.length === 0) return;
  const missing = await db.query(findMissing, [storageKeys, retentionHours]);
  if (missing.length > 0) throw new AppError('input_expired');
}

/**
 * Finds a stored picture by its public address. Every client that has the address may use the picture.
 * Returns undefined if the address is not one of this server. Throws AppError `file_expired`.
 */
export async function findPicture(db: Queryable, address: string): Promise<StoredPicture | undefined> {
  const key = /\/media\/([0-9A-Za-z]{32})\.(?:png|jpg|webp|gif)$/.exec(
    URL.parse(address)?.pathname ?? '',
  )?.[1];
  if (!key) return undefined;
  const row = await readFirst<StoredPicture & { expired: boolean | undefined }>(db, find, [key]);
  if (!row) return undefined;
  const { expired: isExpired, ...picture } = row;
  if (isExpired) throw new AppError('file_expired');
  return picture;
}
