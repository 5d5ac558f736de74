/** Server-sent events of the Images API: previews of the engine, then each picture. */
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import { beginEvents } from '../../http/streams/event-response.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { describePictures, fileIn, noTokens, listPictures, unixSeconds } from './images-response.ts';
import type { PlacedTask } from '../../http/tasks/place-task.ts';
import { streamTask } from '../../http/tasks/stream-task.ts';
import type { DeliveredForm } from '../wire/image-wire.ts';
import type { Delivery } from './read-fields.ts';

export interface StreamedTask extends PlacedTask {
  readonly delivery: Delivery;
  /** How many previews are sent at most. */
  readonly previews: number;
}

export async function streamImages(
  parts: WaitingDependencies,
  call: Call,
  { delivery, previews, ...pendingTask }: StreamedTask,
): Promise<unknown> {
  const { request, reply } = call;
  const raw = beginEvents(reply);
  const send = (name: string, data: object) => {
    if (!raw.destroyed) raw.write(`event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`);
  };
  const prefix = request.url.includes('/generations') ? 'image_generation' : 'image_edit';
  return streamTask(parts, call, {
    ...pendingTask,
    onChange: openPreviews(parts, { delivery, most: previews }, (data, index) =>
      send(`${prefix}.partial_image`, { ...data, partial_image_index: index }),
    ),
    onFinish: async task => {
      for (const output of listPictures(task)) {
        const bytes = await fileIn(parts.storage, output, delivery);
        const data = { ...toEvent(task, delivery), b64_json: Buffer.from(bytes).toString('base64') };
        send(`${prefix}.completed`, { ...data, usage: noTokens });
      }
    },
    onFailure: error => send('error', { error }),
  });
}

/**
 * Events carry data, regardless of what the request says of addresses: they have no other field for a
 * picture.
 */
function toEvent(task: TaskView, delivery: DeliveredForm) {
  return {
    created_at: unixSeconds(task.createdAt),
    ...describePictures(task, { ...delivery, as: 'b64_json' }),
  };
}

type Preview = ReturnType<typeof toEvent> & { readonly b64_json: string };

/** Sends each new preview of the engine, up to the number that was requested. */
export function openPreviews(
  { storage }: Pick<WaitingDependencies, 'storage'>,
  { delivery, most }: { readonly delivery: DeliveredForm; readonly most: number },
  send: (preview: Preview, index: number) => void,
): (task: TaskView) => Promise<void> {
  const sentKeys = new Set<string>();
  return async task => {
    const preview = task.outputs.findLast(({ kind }) => kind === 'preview');
    if (!preview || sentKeys.size >= most || sentKeys.has(preview.key)) return;
    sentKeys.add(preview.key);
    // It is replaced by the next one, so it may be gone.
    const bytes = await fileIn(storage, preview, delivery).catch(() => undefined);
    if (bytes)
      send(
        { ...toEvent(task, delivery), b64_json: Buffer.from(bytes).toString('base64') },
        sentKeys.size - 1,
      );
  };
}
