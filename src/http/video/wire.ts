/** The video interface's shapes, in and out: the OpenAI videos format and the seed's fields. Unix seconds. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type AppError, errorTable, type Language } from '../../errors.ts';
import type { Parameters } from '../../models/check-parameters.ts';
import type { Phase } from '../../tasks/task.ts';
import type { TaskView } from '../../tasks/task-view.ts';
import { videoErrorText } from './error-words.ts';
import { fileAddress } from '../file-address.ts';
import { usageOf, usageShape, type RecordOptions } from '../usage.ts';

/** The fields all models share; the rest are the model's own parameters, checked against its card. */
export const createBody = z.looseObject({
  model: z.string().optional().describe("A model of the video group; absent: the operator's default."),
  prompt: z.string().min(1).max(6000).describe('What the clip shows.'),
  size: z.string().optional().describe('WIDTHxHEIGHT; instead of aspect_ratio and resolution.'),
  aspect_ratio: z.string().optional().describe('W:H, for example 16:9.'),
  resolution: z.string().optional().describe('Pixels of the shorter side, for example 720p.'),
  seconds: z.union([z.string(), z.number()]).optional().describe('Length of the clip.'),
  duration: z.union([z.string(), z.number()]).optional().describe('The same as seconds.'),
  fps: z.union([z.string(), z.number()]).optional().describe('Frames per second, as the model offers.'),
  seed: z
    .union([z.string(), z.number()])
    .optional()
    .describe('The same request with the same seed gives the same clip.'),
  tier: z.enum(['relax', 'fast', 'turbo']).optional().describe('Priority and price.'),
  webhook_url: z
    .string()
    .max(2000)
    .refine(text => text !== '', 'it is empty: send an address or leave the field out')
    .optional()
    .meta({ minLength: 1, description: 'Told when the clip is there, or has failed (docs/hooks.md).' }),
});
export type CreateBody = z.infer<typeof createBody>;

const tierField = createBody.shape.tier;
const webhookField = createBody.shape.webhook_url;
const clipField = z.unknown().describe('A finished clip of yours: {"id": …}, or its file.');

export const remixBody = z.strictObject({
  prompt: z.string().min(1).max(6000),
  tier: tierField,
  webhook_url: webhookField,
});
export type RemixBody = z.infer<typeof remixBody>;

export const editBody = remixBody.extend({ video: clipField });
export type EditBody = z.infer<typeof editBody>;

export const extendBody = z.strictObject({
  prompt: z.string().min(1).max(6000).optional(),
  seconds: z.union([z.string(), z.number()]).optional().describe('How much longer.'),
  video: clipField,
  tier: tierField,
  webhook_url: webhookField,
});
export type ExtendBody = z.infer<typeof extendBody>;

/** Of what takes none: a misspelt wish is not to be overlooked. */
export const noQuery = z.strictObject({});

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional().describe('Id of the last video of the page before.'),
});
export const contentQuery = z.strictObject({
  variant: z
    .string()
    .optional()
    .meta({ enum: ['video', 'thumbnail', 'spritesheet'], description: 'Absent: video.' }),
});

export const eventsQuery = z.strictObject({
  last_event_id: z
    .string()
    .regex(/^\d{1,15}$/, 'the number of an event is expected')
    .optional()
    .describe('As the header Last-Event-ID: go on after that event.'),
});

export const deletedAnswer = z.object({
  id: z.string(),
  object: z.literal('video.deleted'),
  deleted: z.literal(true),
});

export const quoteAnswer = z.object({
  object: z.literal('video.quote'),
  model: z.string(),
  tier: z.string(),
  parameters: z.record(z.string(), z.unknown()).describe('As they would be used, defaults filled in.'),
  unit: usageShape.shape.unit,
  quantity: usageShape.shape.quantity,
  unit_price: z.string(),
  amount: z.string(),
  currency: z.string(),
});

const webhookAttempt = z.object({
  message_id: z.string().describe('The webhook-id that was sent.'),
  status: z.number().int().nullable().describe("Of the receiver's answer; null: there was none."),
  error: z.string().nullable(),
  took_ms: z.number().int(),
  at: z.number().int(),
});

export const webhookList = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      state: z.enum(['pending', 'told', 'gone', 'given_up']),
      attempts: z.array(webhookAttempt),
    }),
  ),
});

export const redeliveredAnswer = z.object({
  id: z.string(),
  object: z.literal('webhook'),
  state: z.literal('pending'),
});

export const videoRecord = z.object({
  id: z.string(),
  task_id: z.string(),
  object: z.literal('video'),
  model: z.string(),
  status: z.enum(['queued', 'in_progress', 'completed', 'failed']),
  progress: z.number().int(),
  created_at: z.number().int(),
  completed_at: z.number().int().optional(),
  expires_at: z.number().int().optional(),
  prompt: z.string(),
  seconds: z.string(),
  size: z.string(),
  aspect_ratio: z.string(),
  seed: z.number().int(),
  remixed_from_video_id: z.string().optional().describe('Of a remix, an edit or an extension.'),
  metadata: z
    .object({ url: z.string(), media_url: z.string(), thumbnail_url: z.string().optional() })
    .optional()
    .describe('Only when completed. media_url and thumbnail_url need no header and expire with the file.'),
  error: z.object({ code: z.string(), message: z.string() }).optional().describe('Only when failed.'),
  usage: usageShape,
});
export type VideoRecord = z.infer<typeof videoRecord>;

export const videoList = z.object({
  object: z.literal('list'),
  data: z.array(videoRecord),
  has_more: z.boolean(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
});

export const errorAnswer = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() }),
});

/** What a video task remembers for its record. */
export interface VideoWire {
  readonly aspectRatio: string;
  /** The card's parameters as they were used. */
  readonly parameters: Parameters;
  /** How many pictures it was priced with. */
  readonly references?: number;
  /** The clip that it was made from. */
  readonly from?: string;
}

export const statusOf: Readonly<Record<Phase, VideoRecord['status']>> = {
  waiting: 'queued',
  queued: 'queued',
  starting: 'in_progress',
  running: 'in_progress',
  saving: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'failed',
};

export function toVideoRecord(task: TaskView, { baseUrl, language, currency }: RecordOptions): VideoRecord {
  const status = statusOf[task.phase];
  const { width, height, seconds, seed, prompt } = task.job;
  const unixSeconds = (at: Date | undefined) => at && Math.floor(at.getTime() / 1000);
  const completed = status === 'completed';
  const wire = task.wire as unknown as VideoWire;
  return {
    id: task.publicId,
    task_id: task.publicId,
    object: 'video',
    model: task.model,
    status,
    progress: task.progress,
    created_at: unixSeconds(task.createdAt) ?? 0,
    ...(completed && { completed_at: unixSeconds(task.finishedAt), expires_at: unixSeconds(task.expiresAt) }),
    prompt,
    seconds: String(seconds),
    size: `${width}x${height}`,
    aspect_ratio: wire.aspectRatio,
    seed,
    ...(wire.from !== undefined && { remixed_from_video_id: wire.from }),
    ...(completed && { metadata: metadataOf(task, baseUrl) }),
    ...(task.error && {
      error: {
        code: task.error.code,
        message: videoErrorText(task.error.code, task.error.details, language),
      },
    }),
    usage: usageOf(task, currency),
  };
}

function metadataOf(task: TaskView, baseUrl: string): NonNullable<VideoRecord['metadata']> {
  const address = (kind: string) => {
    const file = task.outputs.find(output => output.kind === kind);
    return file && fileAddress(baseUrl, file);
  };
  const thumbnail = address('thumbnail');
  return {
    url: `${baseUrl}/v1/videos/${task.publicId}/content`,
    media_url: address('clip') ?? '',
    ...(thumbnail && { thumbnail_url: thumbnail }),
  };
}

/** Error types of the format, by status. */
function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

export function sendVideoError(reply: FastifyReply, error: AppError, language: Language): unknown {
  const { status } = errorTable[error.code];
  const { param } = error.details;
  if (error.code === 'idempotency_conflict') reply.header('x-should-retry', 'false');
  return reply.send({
    error: {
      message: videoErrorText(error.code, error.details, language),
      type: typeOf(status),
      param: param === undefined ? null : String(param),
      code: error.code,
    },
  });
}
