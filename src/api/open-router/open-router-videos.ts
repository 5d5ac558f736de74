/** OpenRouter's video API: POST and GET /api/v1/videos. */
import { z } from 'zod';
import { AppError, errorText } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import { viewTask, type TaskView } from '../../core/tasks/read/task-view.ts';
import { ownTask } from '../http/tasks/own-task.ts';
import type { Call } from '../http/route.ts';
import { placeOrFind } from '../http/tasks/place-task.ts';
import { readIdempotency } from '../http/tasks/submit.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { createBody } from '../video/bodies.ts';
import { clipPlacement, readClip } from '../video/create-video.ts';
import { without } from '../../platform/lib/without.ts';
import { readAddress, reference } from './open-router-images.ts';

const frame = reference.extend({ frame_type: z.enum(['first_frame', 'last_frame']) });

export const videosBody = createBody.extend({
  frame_images: z.array(frame).max(2).optional().describe('The first and the last frame.'),
  input_references: z.array(reference).max(16).optional().describe('Images of things to show.'),
  generate_audio: z.boolean().optional().describe('The same as `audio` of models that have it.'),
  callback_url: z.string().max(2000).optional().describe('The same as `webhook_url`.'),
  provider: z.unknown().optional().describe('Ignored: it is for providers of OpenRouter.'),
});
export type VideosBody = z.infer<typeof videosBody>;

export const openRouterVideo = z.object({
  id: z.string(),
  polling_url: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled']),
  unsigned_urls: z.array(z.string()).optional().describe('Present when completed.'),
  usage: z.object({ cost: z.number(), is_byok: z.literal(false) }).optional(),
  error: z.string().optional(),
});

export function createOpenRouterVideo(parts: TaskRouteDependencies) {
  return async (call: Call<VideosBody>): Promise<unknown> => {
    const { callback_url: hook = call.body.webhook_url } = call.body;
    const videoCall = { ...call, body: { ...call.body, webhook_url: hook } };
    const read = () => readClip(parts, { body: toVideoBody(call.body), token: call.token });
    const idempotency = readIdempotency(call, call.body);
    const publicId = await placeOrFind(parts, call, {
      ...clipPlacement(parts, videoCall, read),
      idempotency,
    });
    // The task exists, so the client must not repeat the request by itself.
    call.reply.header('x-should-retry', 'false');
    const task = await viewTask(parts.db, publicId, 'video');
    if (!task) throw new AppError('task_unknown', { task: publicId });
    return call.reply.code(202).send(toRecord(task, call));
  };
}

function toVideoBody(body: VideosBody) {
  const { frame_images: frames = [], input_references: references = [], generate_audio: audio } = body;
  const findFrame = (type: string) => frames.find(({ frame_type: frameType }) => frameType === type);
  const [first, last] = [findFrame('first_frame'), findFrame('last_frame')];
  return createBody.parse({
    ...without(body, ['frame_images', 'input_references', 'generate_audio', 'callback_url', 'provider']),
    // Without a last frame, every model that takes a picture takes it here.
    ...(first && { [last ? 'first_frame' : 'input_reference']: readAddress(first) }),
    ...(last && { last_frame: readAddress(last) }),
    ...(references.length > 0 && { reference_images: references.map(readAddress) }),
    ...(audio !== undefined && { audio }),
  });
}

export function getOpenRouterVideo({ db }: Pick<TaskRouteDependencies, 'db'>) {
  return async (call: Call): Promise<unknown> => {
    const { token, params } = call;
    return toRecord(await ownTask(db, params['id'] ?? '', { token, interface: 'video' }), call);
  };
}

const statusOf = {
  waiting: 'pending',
  queued: 'pending',
  starting: 'in_progress',
  running: 'in_progress',
  saving: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

function toRecord(
  { publicId, phase, chargedMicros, error }: TaskView,
  { baseUrl, language }: Pick<Call, 'baseUrl' | 'language'>,
): z.infer<typeof openRouterVideo> {
  const address = `${baseUrl}/api/v1/videos/${publicId}`;
  return {
    id: publicId,
    polling_url: address,
    status: statusOf[phase],
    ...(phase === 'succeeded' && { unsigned_urls: [`${address}/content?index=0`] }),
    ...(chargedMicros !== undefined && {
      usage: { cost: Number(formatMicros(chargedMicros)), is_byok: false },
    }),
    ...(error && { error: errorText(error.code, error.details, language) }),
  };
}
