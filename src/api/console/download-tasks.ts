/** GET /api/task.download: the files of many tasks as one zip, written while it is sent. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { dayIn } from '@kinora/shared/calendar';
import { readTimeZone } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import { toJsonLines } from '@kinora/shared/text/csv';
import { without } from '../../platform/lib/without.ts';
import { readChunks, type OpenFile } from '../../media/storage/open-file.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { Actor } from '../procedures/procedure.ts';
import { list } from '../procedures/fields/fields.ts';
import { withDays } from '../procedures/fields/when.ts';
import { actorScope } from '../procedures/scope.ts';
import { readFilter, taskFilter } from '../procedures/tasks/task-fields.ts';
import { listTaskIds, viewSummaries, type TaskSummary } from '../../core/tasks/read/task-summary.ts';
import type { TaskFilter } from '../../core/tasks/read/task-filter.ts';
import type { ToTaskRecord } from '../procedures/records/task-record.ts';
import type { Output } from '../../core/tasks/read/task-view.ts';
import { openStreams, type OpenStreams } from '../http/streams/open-streams.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { findActor } from '../http/auth/session-cookie.ts';
import type { LinesFor } from './procedure-routes.ts';

export interface DownloadDependencies extends LinesFor {
  readonly db: Queryable;
  readonly storage: Storage;
}

const query = z.strictObject({
  ...taskFilter,
  tasks: list.optional().describe('Only these task IDs, comma-separated.'),
});

type DownloadCall = Call<unknown, z.infer<typeof query>>;

const maxTasks = 5000;
const pageSize = 50;
/** Simultaneous downloads of one account. */
const maxDownloads = 2;

export function taskDownload(parts: DownloadDependencies): Route {
  const open = openStreams({ max: maxDownloads, code: 'downloads_too_many' });
  return route({
    interfaceName: 'console',
    auth: 'none',
    method: 'GET',
    path: '/api/task.download',
    summary: 'Download the files of tasks as a ZIP archive',
    query,
    streams: true,
    responses: {
      200: {
        description:
          'Files named `<id>-<n>.<ext>`, and metadata.jsonl with a line per task; its `file` and `files` are null if the files have expired.',
        types: ['application/zip'],
      },
    },
    errorCodes: [
      'account_unknown',
      'token_unknown',
      'collection_unknown',
      'download_too_large',
      'downloads_too_many',
    ],
    handle: call => download(parts, call, open),
  });
}

async function download(parts: DownloadDependencies, call: DownloadCall, open: OpenStreams) {
  const { request, reply, baseUrl, language } = call;
  const actor = await findActor(parts.db, request);
  if (!actor) throw new AppError('session_missing');
  const ids = await listTaskIds(parts.db, await requestedFilter(parts, call, actor), maxTasks + 1);
  if (ids.length > maxTasks) throw new AppError('download_too_large', { limit: maxTasks });
  const name = archiveName(ids.length, dayIn(await readTimeZone(parts.db), calendarNow()));
  open.count(reply, actor.accountId);
  reply.hijack();
  if (reply.raw.destroyed) return reply;
  reply.raw.writeHead(200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
  const zip = new ZipFile();
  const body = zip.outputStream as Readable;
  // Without a listener, a file that differs from its row would end the process.
  zip.on('error', error => body.destroy(error));
  const abortController = new AbortController();
  const transfer = pipeline(body, reply.raw).finally(() => abortController.abort());
  const toLine = parts.linesFor({ baseUrl, language });
  try {
    await Promise.all([transfer, write(parts, { zip, ids, toLine, signal: abortController.signal })]);
  } catch (error) {
    // The headers have been sent, so the client only sees that the body breaks
    // off. A disconnect is not an error.
    if (!isGone(error)) request.log.error({ err: error }, 'download aborted');
    reply.raw.destroy();
  }
  return reply;
}

/** The file name, such as `kinora-2026-11-22-12-tasks.zip`, with the day on which it was made. */
function archiveName(count: number, day: string): string {
  return `kinora-${day}-${count}-${count === 1 ? 'task' : 'tasks'}.zip`;
}

function isGone(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'AbortError';
}

/** The tasks to download. Throws AppError if the user may not see them. */
async function requestedFilter(
  { db }: DownloadDependencies,
  { query }: DownloadCall,
  actor: Actor,
): Promise<TaskFilter> {
  const { tasks, ...input } = query;
  const filter = await readFilter({ db, actor }, await withDays(db, input));
  if (tasks === undefined) return filter;
  // Named tasks are found in every account that the user may see.
  const { accountId = filter.accountId } = actorScope({ db, actor });
  return { ...filter, accountId, publicIds: tasks };
}

interface ZipDownload {
  readonly zip: ZipFile;
  /** Ids of rows in `tasks`. */
  readonly ids: readonly string[];
  readonly toLine: ToTaskRecord;
  readonly signal: AbortSignal;
}

/** Writes one file after the other, so that only one buffer is in memory. */
async function write(
  { db, storage }: DownloadDependencies,
  { zip, ids, toLine, signal }: ZipDownload,
): Promise<void> {
  const metadataLines: string[] = [];
  for (let at = 0; at < ids.length; at += pageSize) {
    // Stop reading if the client is gone.
    signal.throwIfAborted();
    const page = await viewSummaries(db, ids.slice(at, at + pageSize));
    for (const task of page.toReversed()) {
      const files: (string | null)[] = [];
      for (const [index, output] of resultFiles(task).entries()) {
        const name = `${task.publicId}-${index + 1}.${output.storageKey.split('.').at(-1)}`;
        const file = task.expired ? undefined : await storage.open(output.storageKey);
        if (file) await addFile(zip, { name, file, signal, at: task.finishedAt });
        files.push(file ? name : null);
      }
      const line = without(toLine(task), ['buttons', 'cells', 'clips', 'sheet', 'preview', 'spritesheet']);
      metadataLines.push(toJsonLines([{ ...line, file: files[0] ?? null, files }]));
    }
  }
  zip.addBuffer(Buffer.from(metadataLines.join('')), 'metadata.jsonl');
  zip.end();
}

/** The results of a task, without thumbnails and previews. */
function resultFiles({ outputs, phase }: TaskSummary): Output[] {
  if (phase !== 'succeeded') return [];
  return outputs.filter(({ kind }) => kind === 'cell' || kind === 'picture' || kind === 'clip');
}

interface ZipEntry {
  readonly name: string;
  readonly file: OpenFile;
  readonly signal: AbortSignal;
  readonly at: Date | undefined;
}

/** Adds a file. Resolves when it is written; rejects if the client is gone. */
async function addFile(zip: ZipFile, { name, file, signal, at }: ZipEntry): Promise<void> {
  const source = Readable.from(readChunks(file), { objectMode: false });
  try {
    signal.throwIfAborted();
    // Media are already compressed.
    zip.addReadStream(source, name, { compress: false, size: file.sizeBytes, ...(at && { mtime: at }) });
    await once(source, 'end', { signal });
  } finally {
    source.destroy();
    await file.close();
  }
}
