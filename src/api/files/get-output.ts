/**
 * GET and HEAD /media/{file}: a file by its unguessable address. Needs no key, so that an <img> can show it.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { fileWords } from '@kinora/shared/text/file-words';
import { AppError } from '@kinora/shared/errors/errors';
import type { Storage } from '../../media/storage/storage.ts';
import type { Call } from '../http/route.ts';
import { redirectToBucket } from '../http/reply/redirect-to-bucket.ts';
import { sendFile } from '../http/reply/send-file.ts';

/** Caches must not keep a file longer than the server, and files of a task in progress only briefly. */
const maxAge = `coalesce(least(86400, greatest(0, floor(extract(epoch from expires_at - now())))), 600)::int`;

const byKey = statement(
  'output_by_key',
  `select storage_key, content_type, size_bytes, sha256, expires_at, expires_at <= now() as expired,
     ${maxAge} as max_age, public_id, kind, ordinal, prompt
   from outputs join tasks on tasks.id = task_id where key = $1
   union all
   select storage_key, content_type, size_bytes, sha256, expires_at, expires_at <= now(), ${maxAge}, null,
     'upload', 0, null
   from uploads where key = $1`,
);

interface OutputRow {
  storage_key: string;
  content_type: string;
  size_bytes: bigint;
  sha256: string;
  /** Null if the task is in progress. */
  expires_at: Date | null;
  expired: boolean | null;
  max_age: number;
  /** Null means an upload of a client. */
  public_id: string | null;
  kind: string;
  ordinal: number;
  prompt: string | null;
}

export function getOutput({ db, storage }: { db: Queryable; storage: Storage }) {
  return async ({ request, reply, params }: Call) => {
    const name = params['file'] ?? '';
    const key = name.split('.')[0];
    const [row] = await db.query<OutputRow>(byKey, [key]);
    if (!row || name !== `${key}.${row.storage_key.split('.').at(-1)}`) throw new AppError('file_unknown');
    if (row.expired) throw new AppError('file_expired');
    const output = {
      storageKey: row.storage_key,
      contentType: row.content_type,
      sizeBytes: Number(row.size_bytes),
      sha256: row.sha256,
    };
    const file = {
      request,
      reply,
      storage,
      output,
      name: fileName(row),
      cacheControl: `${row.content_type.startsWith('video/') ? 'private' : 'public'}, max-age=${row.max_age}, immutable`,
      expiresAt: row.expires_at ?? undefined,
    };
    const redirection = storage.direct && (await redirectToBucket(file, storage.direct));
    return redirection ?? sendFile(file);
  };
}

/**
 * The name under which browsers save it, as in the Console: `a-red-fox-2.png` is the
 * second image of that prompt.
 */
function fileName({ public_id: task, kind, ordinal, prompt, storage_key: storageKey }: OutputRow): string {
  const isMain = kind === 'sheet' || kind === 'picture' || kind === 'clip';
  const part = kind === 'cell' || (isMain && ordinal > 0) ? ordinal + 1 : isMain ? undefined : kind;
  const ending = storageKey.split('.').at(-1);
  // Parameters follow the words.
  const words = fileWords(prompt?.replace(/(^|\s)--.*$/su, '') ?? '');
  return `${[words || ['kinora', task].filter(Boolean).join('-'), part].filter(Boolean).join('-')}.${ending}`;
}
