/** Server-sent events of the Images API: previews of the engine, then each picture. Comments keep the connection while nothing happens. */
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';
import { goneSignal } from '../../http/request/socket-gone.ts';
import type { Call } from '../../http/route.ts';
import { waitForEnd, type Waited } from '../../http/tasks/wait-for-end.ts';
import type { ImagesParts } from './images-parts.ts';
import { errorOf, factsOf, fileIn, noTokens, picturesOf, unixSeconds } from './images-response.ts';
import type { Delivery } from './read-fields.ts';

const heartbeatMs = 15_000;
/** The task's own time limit ends it before. */
const longestMs = 24 * 60 * 60 * 1000;

export interface Streamed {
  readonly publicId: string;
  readonly delivery: Delivery;
  readonly stream: { readonly previews: number };
}

export async function streamImages(
  parts: ImagesParts,
  { request, reply, token, language }: Call,
  { publicId, delivery, stream }: Streamed,
): Promise<unknown> {
  const raw = reply.hijack().raw;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const gone = goneSignal(request.raw.socket);
  const ended = new AbortController();
  void beat(raw, AbortSignal.any([gone, ended.signal]));
  const send = (name: string, data: object) => {
    if (!gone.aborted) raw.write(`event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`);
  };
  const isEdit = !request.url.includes('/generations');
  const prefix = isEdit ? 'image_edit' : 'image_generation';
  try {
    const waited = await waitForEnd(parts.bus, {
      publicId,
      view: () => viewTask(parts.db, publicId, 'image'),
      callerIds: [token.id],
      atMostMs: longestMs,
      gone,
      onChange: openPreviews(parts, { delivery, most: stream.previews }, (data, index) =>
        send(`${prefix}.partial_image`, { ...data, partial_image_index: index }),
      ),
    });
    if (waited.what === 'closing') throw new AppError('shutting_down');
    if (waited.what === 'ended')
      await sendPictures(parts, { task: waited.task, publicId, delivery }, data =>
        send(`${prefix}.completed`, { ...data, usage: noTokens }),
      );
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal', {}, error);
    if (known.code === 'internal') request.log.error({ err: error }, 'stream of images failed');
    send('error', { error: errorOf(known, language) });
  } finally {
    ended.abort();
    raw.end();
  }
  return reply;
}

type Ended = Extract<Waited, { what: 'ended' }>;

async function sendPictures(
  { storage }: ImagesParts,
  { task, publicId, delivery }: Pick<Streamed, 'publicId' | 'delivery'> & Pick<Ended, 'task'>,
  send: (data: object) => void,
): Promise<void> {
  if (!task || task.isDeleted) throw new AppError('task_unknown', { task: publicId });
  if (task.error) throw new AppError(task.error.code, task.error.details);
  for (const output of picturesOf(task)) {
    const bytes = await fileIn(storage, output, delivery);
    send({ ...eventOf(task, delivery), b64_json: Buffer.from(bytes).toString('base64') });
  }
}

/** Events carry data, whatever the request says of addresses: they have no other field for a picture. */
function eventOf(task: TaskView, delivery: Delivery) {
  return { created_at: unixSeconds(task.createdAt), ...factsOf(task, { ...delivery, as: 'b64_json' }) };
}

/** Sends each new preview of the engine, up to the number asked for. None is made up. */
function openPreviews(
  { storage }: ImagesParts,
  { delivery, most }: { readonly delivery: Delivery; readonly most: number },
  send: (data: object, index: number) => void,
): (task: TaskView) => Promise<void> {
  const seen = new Set<string>();
  return async task => {
    const preview = task.outputs.findLast(({ kind }) => kind === 'preview');
    if (!preview || seen.size >= most || seen.has(preview.key)) return;
    seen.add(preview.key);
    // It is replaced by the next one, so it may be gone.
    const bytes = await fileIn(storage, preview, delivery).catch(() => undefined);
    if (bytes)
      send({ ...eventOf(task, delivery), b64_json: Buffer.from(bytes).toString('base64') }, seen.size - 1);
  };
}

async function beat(raw: Call['reply']['raw'], ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await systemClock.sleep(heartbeatMs, ended);
    if (!ended.aborted && !raw.writableEnded) raw.write(': still here\n\n');
  }
}
