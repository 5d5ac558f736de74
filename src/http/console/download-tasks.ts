/** GET /api/task.download: the files of many tasks as one zip, written while it is sent. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { systemClock } from '../../lib/clock.ts';
import { toJsonLines } from '../../lib/csv.ts';
import { without } from '../../lib/without.ts';
import type { OpenFile, Storage } from '../../media/storage.ts';
import type { Actor } from '../../procedures/procedure.ts';
import { list } from '../../procedures/fields.ts';
import { scopeOf } from '../../procedures/scope.ts';
import { filterOf, taskFilter } from '../../procedures/task-fields.ts';
import { listRows, viewLines, type LineView } from '../../tasks/line-view.ts';
import type { TaskFilter } from '../../tasks/task-filter.ts';
import type { ToTaskLine } from '../../tasks/task-line.ts';
import type { Output } from '../../tasks/task-view.ts';
import { openStreams, type OpenStreams } from '../open-streams.ts';
import { route, type Call, type Route } from '../route.ts';
import { taskLines, type LineParts } from '../task-line.ts';
import { actorOf } from './session-cookie.ts';

export interface DownloadParts extends Omit<LineParts, 'baseUrl' | 'language'> {
  readonly db: Queryable;
  readonly storage: Storage;
}

const query = z.strictObject({
  ...taskFilter,
  tasks: list.optional().describe('Only these, by their ids, with commas.'),
});

type DownloadCall = Call<unknown, z.infer<typeof query>>;

const maxTasks = 5000;
const pageSize = 50;
/** Under way at once, of an account. */
const maxDownloads = 2;
/** A client that takes not a byte for so long is gone. */
const stallMs = 120_000;

export function taskDownload(parts: DownloadParts): Route {
  const open = openStreams({ most: maxDownloads, code: 'downloads_too_many' });
  return route({
    family: 'console',
    auth: 'none',
    method: 'GET',
    path: '/api/task.download',
    summary: 'The files of tasks as a zip',
    query,
    streams: true,
    answers: {
      200: {
        says: 'Files named `<id>-<n>.<ext>`, and metadata.jsonl: a line for each task, with `file` and `files`, null where they have expired.',
        types: ['application/zip'],
      },
    },
    refusals: [
      'account_unknown',
      'token_unknown',
      'collection_unknown',
      'download_too_large',
      'downloads_too_many',
    ],
    handle: call => download(parts, call, open),
  });
}

async function download(parts: DownloadParts, call: DownloadCall, open: OpenStreams) {
  const { request, reply, baseUrl, language } = call;
  const actor = await actorOf(parts.db, request);
  if (!actor) throw new AppError('session_missing');
  const ids = await listRows(parts.db, await askedFor(parts, call, actor), maxTasks + 1);
  if (ids.length > maxTasks) throw new AppError('download_too_large', { limit: maxTasks });
  open.count(reply, actor.accountId);
  reply.hijack();
  if (reply.raw.destroyed) return reply;
  reply.raw.writeHead(200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${nameOf(ids.length)}"`,
    'cache-control': 'no-store',
  });
  request.raw.socket.setTimeout(stallMs);
  const zip = new ZipFile();
  const body = zip.outputStream as Readable;
  // Unheard, a file that is not what its row says would end the process.
  zip.on('error', error => body.destroy(error));
  const ended = new AbortController();
  const sent = pipeline(body, reply.raw).finally(() => ended.abort());
  const toLine = taskLines({ ...parts, baseUrl, language });
  try {
    await Promise.all([sent, write(parts, { zip, ids, toLine, ended: ended.signal })]);
  } catch (error) {
    // The head is on its way: the client sees that the body breaks off. That it went away is no fault.
    if (!isGone(error)) request.log.error({ err: error }, 'download broke off');
    reply.raw.destroy();
  }
  return reply;
}

/** `kinora-2026-11-22-12-tasks.zip`, of the day by UTC. */
function nameOf(count: number): string {
  const day = new Date(systemClock.now()).toISOString().slice(0, 10);
  return `kinora-${day}-${count}-${count === 1 ? 'task' : 'tasks'}.zip`;
}

function isGone(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'AbortError';
}

/** Throws AppError for what is not the actor's. */
async function askedFor(
  { db }: DownloadParts,
  { query: asked }: DownloadCall,
  actor: Actor,
): Promise<TaskFilter> {
  const { tasks, ...input } = asked;
  const filter = await filterOf({ db, actor }, input);
  if (tasks === undefined) return filter;
  // What is named is found wherever the actor may look.
  const { accountId = filter.accountId } = scopeOf({ db, actor });
  return { ...filter, accountId, publicIds: tasks };
}

interface Writing {
  readonly zip: ZipFile;
  /** Rows of tasks. */
  readonly ids: readonly string[];
  readonly toLine: ToTaskLine;
  readonly ended: AbortSignal;
}

/** One file after the other, each when the one before is through: no more than a buffer of it is in memory. */
async function write({ db, storage }: DownloadParts, { zip, ids, toLine, ended }: Writing): Promise<void> {
  const described: string[] = [];
  for (let at = 0; at < ids.length; at += pageSize) {
    // Nobody is left to read for.
    ended.throwIfAborted();
    const page = await viewLines(db, ids.slice(at, at + pageSize));
    for (const task of page.toReversed()) {
      const files: (string | null)[] = [];
      for (const [index, output] of filesOf(task).entries()) {
        const name = `${task.publicId}-${index + 1}.${output.storageKey.split('.').at(-1)}`;
        const file = task.expired ? undefined : await storage.open(output.storageKey);
        if (file) await addFile(zip, { name, file, ended, at: task.finishedAt });
        files.push(file ? name : null);
      }
      const line = without(toLine(task), ['buttons', 'cells', 'clips', 'sheet', 'preview', 'spritesheet']);
      described.push(toJsonLines([{ ...line, file: files[0] ?? null, files }]));
    }
  }
  zip.addBuffer(Buffer.from(described.join('')), 'metadata.jsonl');
  zip.end();
}

/** What the task was for, without its thumbnails and previews. */
function filesOf({ outputs, phase }: LineView): Output[] {
  if (phase !== 'succeeded') return [];
  return outputs.filter(({ kind }) => kind === 'cell' || kind === 'picture' || kind === 'clip');
}

interface Added {
  readonly name: string;
  readonly file: OpenFile;
  readonly ended: AbortSignal;
  readonly at: Date | undefined;
}

/** Resolves when it is through; rejects when the client is gone. */
async function addFile(zip: ZipFile, { name, file, ended, at }: Added): Promise<void> {
  const source = Readable.from(chunksOf(file), { objectMode: false });
  try {
    ended.throwIfAborted();
    // Media are packed already.
    zip.addReadStream(source, name, { compress: false, size: file.sizeBytes, ...(at && { mtime: at }) });
    await once(source, 'end', { signal: ended });
  } finally {
    source.destroy();
    await file.close();
  }
}

const chunkBytes = 64 * 1024;

async function* chunksOf(file: OpenFile): AsyncGenerator<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const size = await file.read(buffer);
    if (size === 0) return;
    yield buffer.subarray(0, size);
  }
}
