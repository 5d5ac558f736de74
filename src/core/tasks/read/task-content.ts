/**
 * One file of a video task for a download, and what decides whether the caller gets it. Much
 * cheaper than the whole task.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import type { TaskOwner } from '../task-scope.ts';
import type { Phase } from '../task.ts';

export interface TaskContent {
  readonly owner: TaskOwner;
  readonly phase: Phase;
  readonly error: { readonly code: ErrorCode; readonly details: ErrorDetails } | undefined;
  readonly expiresAt: Date | undefined;
  /** Whether it has expired, by the database's clock. */
  readonly expired: boolean;
  /** Undefined if the task has no file of that kind. */
  readonly file: Pick<StoredFile, 'storageKey' | 'contentType' | 'sizeBytes' | 'sha256'> | undefined;
}

interface ContentRow extends TaskOwner {
  readonly phase: Phase;
  readonly errorCode: ErrorCode | undefined;
  readonly errorDetails: ErrorDetails | undefined;
  readonly expiresAt: Date | undefined;
  readonly expired: boolean;
  readonly storageKey: string | undefined;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** $1 public id, $2 kind of file. */
const content = statement(
  'task_content',
  `select account_id, user_id, token_id, phase, error_code, error_details, expires_at,
     coalesce(expires_at <= now(), false) as expired, storage_key, content_type,
     size_bytes::float8 as size_bytes, sha256
   from task_states tasks
     left join lateral (
       select * from outputs where task_id = tasks.id and kind = $2 order by ordinal limit 1
     ) file on true
   where public_id = $1 and interface = 'video' and deleted_at is null`,
);

/** Reads a task of any owner: the caller checks `isInScope`. */
export async function readContent(
  db: Queryable,
  publicId: string,
  kind: StoredFile['kind'],
): Promise<TaskContent | undefined> {
  const row = await readFirst<ContentRow>(db, content, [publicId, kind]);
  return row && toContent(row);
}

function toContent(row: ContentRow): TaskContent {
  const { accountId, userId, tokenId, phase, errorCode, errorDetails, expiresAt, expired } = row;
  const { storageKey, contentType, sizeBytes, sha256 } = row;
  return {
    owner: { accountId, userId, tokenId },
    phase,
    error: errorCode && { code: errorCode, details: errorDetails ?? {} },
    expiresAt,
    expired,
    file: storageKey === undefined ? undefined : { storageKey, contentType, sizeBytes, sha256 },
  };
}
