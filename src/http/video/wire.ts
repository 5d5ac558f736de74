/** The video interface's shapes, in and out: the OpenAI videos format and the seed's fields. Unix seconds. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type AppError, errorTable, errorText, type Language } from '../../errors.ts';
import type { Phase } from '../../tasks/task.ts';
import type { TaskView } from '../../tasks/task-view.ts';
import { usageOf, usageShape, type RecordOptions } from '../usage.ts';

/** The fields all models share; the rest are the model's own parameters, checked against its card. */
export const createBody = z.looseObject({
  model: z.string().describe('A model of the video group.'),
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
});
export type CreateBody = z.infer<typeof createBody>;

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional().describe('Id of the last video of the page before.'),
});
export const contentQuery = z.strictObject({
  variant: z.string().optional().describe('video (default) or thumbnail.'),
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
  metadata: z.object({ url: z.string() }).optional().describe('Only when completed.'),
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
    aspect_ratio: (task.wire as unknown as VideoWire).aspectRatio,
    seed,
    ...(completed && { metadata: { url: `${baseUrl}/v1/videos/${task.publicId}/content` } }),
    ...(task.error && {
      error: { code: task.error.code, message: errorText(task.error.code, task.error.details, language) },
    }),
    usage: usageOf(task, currency),
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
      message: errorText(error.code, error.details, language),
      type: typeOf(status),
      param: param === undefined ? null : String(param),
      code: error.code,
    },
  });
}
