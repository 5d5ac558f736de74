/**
 * What `/v1/images` streams: pictures of the work in progress, then the picture.
 * Events as of openai-node, 2026-08.
 */
import { reason } from '@kinora/shared/errors/reason';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { readServerEvents, type ServerEvent } from '../../adapter-kit/http/server-events.ts';
import type { HeldCall } from '../../adapter-kit/answers/held-answers.ts';
import { decodeBase64, toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import { isContentRefusal } from './failures.ts';
import type { PictureResult } from './picture-answer.ts';
import { usageShape } from './reported-cost.ts';

const code = z.union([z.string(), z.number()]).nullish();
const failureShape = z.object({ code, type: z.string().nullish(), message: z.string().nullish() });
/** `image_generation.partial_image`, `image_edit.completed` and so on. */
const eventShape = z.object({
  type: z.string().nullish(),
  b64_json: z.string().nullish(),
  partial_image_index: z.number().nullish(),
  usage: usageShape,
  error: failureShape.nullish().catch(null),
});
type PictureEvent = z.infer<typeof eventShape>;

export interface PictureStream extends Pick<HeldCall, 'onUpdate'> {
  readonly client: HttpClient;
  /** How many pictures of the work in progress were asked for. */
  readonly previews: number;
  /** The most bytes of one picture. Pictures of the work in progress count as well. */
  readonly maxBytes: number;
}

/** The picture of a request for one. What cannot be shown is left out; only the end counts. */
export async function readPictureStream(
  body: Readable,
  { client, previews, onUpdate, maxBytes }: PictureStream,
): Promise<PictureResult> {
  for await (const event of readServerEvents(body, maxBytes * (previews + 1))) {
    const content = readContent(event);
    if (!content) continue;
    const { type, b64_json: data, partial_image_index: index, usage, error } = content;
    if (error || event.name === 'error' || type === 'error') throw toFailure(event, content, client);
    if (!data) continue;
    const bytes = decodeBase64(data);
    if (type?.endsWith('.completed')) return { files: [await toHeldPicture(bytes)], usage };
    if (!type?.endsWith('.partial_image')) continue;
    const preview = await toPreview(bytes);
    onUpdate({ progress: ((index ?? 0) + 1) / (previews + 1), ...(preview && { preview }) });
  }
  throw new EngineError('engine_unavailable', reason('answer_cut'), { retryable: true });
}

/** Returns undefined for what is no event of pictures, such as `[DONE]`. */
function readContent({ data }: ServerEvent): PictureEvent | undefined {
  return eventShape.safeParse(boundedJson(Buffer.from(data))).data;
}

const shownTypes = ['image/webp', 'image/jpeg', 'image/png'] as const;

/** Returns undefined if it cannot be shown: that is no failure of the work. */
async function toPreview(bytes: Uint8Array): Promise<EnginePreview | undefined> {
  const picture = await toHeldPicture(bytes).catch(() => undefined);
  const contentType = shownTypes.find(type => type === picture?.contentType);
  return picture && contentType && { contentType, bytes, width: picture.width, height: picture.height };
}

/** It had begun, so it may have a cost. */
function toFailure({ data }: ServerEvent, { error }: PictureEvent, client: HttpClient): EngineError {
  const { code, type, message } = error ?? failureShape.safeParse(boundedJson(Buffer.from(data))).data ?? {};
  const text = client.clean(message ?? '');
  if (isContentRefusal([code, type]))
    return new EngineError('content_refused', reason('refused', { said: text }), { cause: text });
  return new EngineError('engine_error', reason('not_finished'), { retryable: true, cause: text });
}
