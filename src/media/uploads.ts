/** Pictures that clients bring: kept like finished files, for as long, under an unguessable address of their own. */
import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { EngineInput } from '../engines/engine.ts';
import { AppError } from '../errors.ts';
import type { Storage } from './storage.ts';

/** A picture in storage that a task can start from. */
export interface KeptPicture extends Pick<EngineInput, 'contentType' | 'width' | 'height'> {
  /** Of its public address. */
  readonly key: string;
  readonly storageKey: string;
}

export interface UploadParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly retentionHours: number;
}

const extensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;

/** Nothing is inserted when the account has no room left. */
const insert = statement(
  'insert_upload',
  `insert into uploads (key, account_id, storage_key, content_type, size_bytes, width, height, sha256, expires_at)
   select $1, $2::uuid, $3, $4, $5::bigint, $6, $7, $8, now() + $9 * interval '1 hour'
   where (select coalesce(sum(size_bytes), 0) from uploads where account_id = $2::uuid and files_deleted_at is null) + $5::bigint <= $10::bigint
   returning key`,
);
/** What a new task starts from is kept as long as a new picture is. */
const touch = statement(
  'touch_upload',
  `update uploads set expires_at = greatest(expires_at, now() + $2 * interval '1 hour') where key = $1 and files_deleted_at is null`,
);
const touchPlaces = statement(
  'touch_uploads',
  `update uploads set expires_at = greatest(expires_at, now() + $2 * interval '1 hour')
   where storage_key = any($1::text[]) and files_deleted_at is null`,
);
const expire = statement('expire_upload', 'update uploads set expires_at = now() where key = $1');
const find = statement(
  'picture_by_key',
  `select key, storage_key, content_type, width, height, expires_at <= now() as expired from uploads where key = $1
   union all
   select outputs.key, storage_key, content_type, width, height, expires_at <= now() from outputs join tasks on tasks.id = task_id
   where outputs.key = $1 and outputs.kind <> 'clip'`,
);

export interface NewUpload extends Omit<EngineInput, 'role' | 'weight'> {
  readonly accountId: string;
  /** A new secret. */
  readonly key: string;
}

/** What stands after `/media/` in its address. */
export function pictureName({ key, contentType }: Pick<KeptPicture, 'key' | 'contentType'>): string {
  return `${key}.${extensions[contentType]}`;
}

/** Where a picture with this key will be. */
export function placeOf({ key, contentType }: Pick<KeptPicture, 'key' | 'contentType'>): string {
  return `uploads/${key.toLowerCase()}/picture.${extensions[contentType]}`;
}

/** How much one account may keep at a time. */
const maxAccountBytes = 4 * 1024 ** 3;

/**
 * Stores a picture that was checked. The row comes first: a file without one would never be swept. Throws AppError
 * `uploads_full`.
 */
export async function keepUpload(
  { db, storage, retentionHours }: UploadParts,
  { accountId, key, bytes, contentType, width, height }: NewUpload,
): Promise<void> {
  const storageKey = placeOf({ key, contentType });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = [contentType, bytes.length, width, height, sha256];
  const values = [key, accountId, storageKey, ...facts, retentionHours, maxAccountBytes];
  if ((await db.query(insert, values)).length === 0) throw new AppError('uploads_full');
  await storage.put(storageKey, bytes);
}

/** Stored for nothing: the next sweep takes it. */
export async function expireUpload({ db }: Pick<UploadParts, 'db'>, key: string): Promise<void> {
  await db.query(expire, [key]);
}

/** An upload that is used once more is kept longer; pictures of tasks go with their task. */
export async function keepLonger({ db, retentionHours }: UploadParts, key: string): Promise<void> {
  await db.query(touch, [key, retentionHours]);
}

/** The same, by where they are stored. */
export async function keepPlacesLonger(
  db: Queryable,
  storageKeys: readonly string[],
  retentionHours: number,
): Promise<void> {
  await db.query(touchPlaces, [storageKeys, retentionHours]);
}

/**
 * A picture of ours, whose address somebody gives back to us: who knows the address may use it. Undefined: it is none of
 * ours. Throws AppError `file_expired`.
 */
export async function findPicture(db: Queryable, address: string): Promise<KeptPicture | undefined> {
  const key = /\/media\/([0-9A-Za-z]{32})\.(?:png|jpg|webp|gif)$/.exec(
    URL.parse(address)?.pathname ?? '',
  )?.[1];
  if (!key) return undefined;
  const [row] = await db.query<PictureRow>(find, [key]);
  if (row?.expired) throw new AppError('file_expired');
  return (
    row && {
      key: row.key,
      storageKey: row.storage_key,
      contentType: row.content_type,
      width: row.width,
      height: row.height,
    }
  );
}

interface PictureRow {
  expired: boolean | null;
  key: string;
  storage_key: string;
  content_type: KeptPicture['contentType'];
  width: number;
  height: number;
}
