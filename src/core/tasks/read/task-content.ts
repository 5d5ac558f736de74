/** One file of a video task for a download, and what decides whether the caller gets it. Much cheaper than the whole task. */
import type { Queryable } from '../../../platform/db/open.ts';
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
  /** By the database's clock. */
  readonly expired: boolean;
  /** Undefined if the task has no file of that kind. */
  readonly file: Pick<StoredFile, 'storageKey' | 'contentType' | 'sizeBytes' | 'sha256'> | undefined;
}

interface ContentRow {
  account_id: string;
  user_id: string | null;
  token_id: string;
  phase: Phase;
  error_code: ErrorCode | null;
  error_details: ErrorDetails | null;
  expires_at: Date | null;
  expired: boolean | null;
  storage_key: string | null;
  content_type: string;
  size_bytes: bigint;
  sha256: string;
}

/** $1 public id, $2 kind of file. */
const content = statement(
  'task_content',
  `select account_id, user_id, token_id, phase, error_code, error_details, expires_at, expires_at <= now() as expired,
     storage_key, content_type, size_bytes, sha256
   from task_states tasks left join lateral (select * from outputs where task_id = tasks.id and kind = $2 order by ordinal limit 1) file on true
   where public_id = $1 and interface = 'video' and deleted_at is null`,
);

/** Reads a task of any owner: the caller checks `isInScope`. */
export async function readContent(
  db: Queryable,
  publicId: string,
  kind: StoredFile['kind'],
): Promise<TaskContent | undefined> {
  const [row] = await db.query<ContentRow>(content, [publicId, kind]);
  return row && toContent(row);
}

function toContent(row: ContentRow): TaskContent {
  return {
    owner: { accountId: row.account_id, userId: row.user_id ?? undefined, tokenId: row.token_id },
    phase: row.phase,
    error: row.error_code ? { code: row.error_code, details: row.error_details ?? {} } : undefined,
    expiresAt: row.expires_at ?? undefined,
    expired: row.expired ?? false,
    file:
      row.storage_key === null
        ? undefined
        : {
            storageKey: row.storage_key,
            contentType: row.content_type,
            sizeBytes: Number(row.size_bytes),
            sha256: row.sha256,
          },
  };
}
