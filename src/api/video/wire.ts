/**
 * Responses of the video interface: the OpenAI videos format with additional fields. Times are Unix seconds.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AppError, Language } from '@kinora/shared/errors/errors';
import type { Parameters } from '@kinora/shared/models/parameters';
import type { Phase } from '../../core/tasks/task.ts';
import type { PromptWords } from '../../core/tasks/submit/prompt-words.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import { videoErrorText } from './error-words.ts';
import type { EventFormat } from '../http/tasks/task-events.ts';
import { clipFacts, clipFactsShape } from '../http/reply/clip-facts.ts';
import { fileAddress } from '../http/reply/file-address.ts';
import { openaiErrorBody, toOpenaiError } from '../http/reply/openai-error.ts';
import type { ErrorWire } from '../http/route.ts';
import { promptWordsShape, toPromptWords } from '../http/reply/prompt-words.ts';
import { toUsage, usageShape, type RecordOptions } from '../http/reply/usage.ts';

export const deletedResponse = z.object({
  id: z.string(),
  object: z.literal('video.deleted'),
  deleted: z.literal(true),
});

export const quoteResponse = z.object({
  object: z.literal('video.quote'),
  model: z.string(),
  tier: z.string(),
  parameters: z
    .record(z.string(), z.unknown())
    .describe('Parameters as they would be used, including defaults.'),
  unit: usageShape.shape.unit,
  quantity: usageShape.shape.quantity,
  unit_price: z.string(),
  amount: z.string(),
  currency: z.string(),
});

const webhookAttempt = z.object({
  message_id: z.string().describe('The webhook-id header of the delivery.'),
  status: z
    .number()
    .int()
    .nullable()
    .describe("HTTP status of the receiver's response; null if there was none."),
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
      state: z.enum(['pending', 'delivered', 'failed', 'gone']),
      attempts: z.array(webhookAttempt),
    }),
  ),
});

export const redeliveredResponse = z.object({
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
  completed_at: z.number().int().nullable().describe('Null until the clip is completed.'),
  expires_at: z
    .number()
    .int()
    .nullable()
    .describe('Time at which its files are deleted; null until the clip is completed.'),
  prompt: z.string(),
  seconds: z.string(),
  size: z.string(),
  aspect_ratio: z.string(),
  seed: z.number().int(),
  remixed_from_video_id: z
    .string()
    .nullable()
    .describe('ID of the clip that a remix, an edit or an extension started from; otherwise null.'),
  url: z
    .string()
    .optional()
    .describe('Present when completed: the same as metadata.media_url, for clients that read it here.'),
  metadata: z
    .object({
      url: z.string(),
      media_url: z.string(),
      thumbnail_url: z.string().optional(),
      content_type: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      duration: z.number().describe('Seconds. May differ a little from those that were asked for.'),
      ...clipFactsShape,
    })
    .optional()
    .describe(
      'Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions.',
    ),
  prompt_words: promptWordsShape.optional(),
  user: z.string().optional().describe('The end user that the request named.'),
  error: z.object({ code: z.string(), message: z.string() }).optional().describe('Present when failed.'),
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

/** What a video task stores for its record. */
export interface VideoWire {
  readonly aspectRatio: string;
  /** The parameters that were used. */
  readonly parameters: Parameters;
  /** The number of pictures in its price. */
  readonly references?: number;
  /** The clip from which it was made. */
  readonly from?: string;
  /** How the engine read the words of the prompt. Absent if it does not report that. */
  readonly words?: PromptWords;
}

/** The wire of a task that this interface submitted: it stored it in this form. */
export function readVideoWire({ wire }: { readonly wire: unknown }): VideoWire {
  return wire as VideoWire;
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
  const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const isCompleted = status === 'completed';
  const whenCompleted = (time: Date | undefined) => (isCompleted && time ? unixSeconds(time) : null);
  const wire = readVideoWire(task);
  return {
    id: task.publicId,
    task_id: task.publicId,
    object: 'video',
    model: task.model,
    status,
    progress: task.progress,
    created_at: unixSeconds(task.createdAt),
    completed_at: whenCompleted(task.finishedAt),
    expires_at: whenCompleted(task.expiresAt),
    prompt,
    seconds: String(seconds),
    size: `${width}x${height}`,
    aspect_ratio: wire.aspectRatio,
    seed,
    remixed_from_video_id: wire.from ?? null,
    ...(isCompleted && describeCompletion(task, baseUrl)),
    ...(wire.words && { prompt_words: toPromptWords(wire.words) }),
    ...(task.endUser !== undefined && { user: task.endUser }),
    ...(task.error && {
      error: {
        code: task.error.code,
        message: videoErrorText(task.error.code, task.error.details, language),
      },
    }),
    usage: toUsage(task, currency),
  };
}

/** Events are named after the status. */
export function videoEvents({ currency }: Pick<RecordOptions, 'currency'>): EventFormat {
  return {
    interface: 'video',
    toEvent: (task, { baseUrl, language }) => ({
      name: `video.${statusOf[task.phase]}`,
      data: JSON.stringify(toVideoRecord(task, { baseUrl, language, currency })),
    }),
  };
}

function describeCompletion(task: TaskView, baseUrl: string): Pick<VideoRecord, 'url' | 'metadata'> {
  const metadata = toMetadata(task, baseUrl);
  return { ...(metadata.media_url !== '' && { url: metadata.media_url }), metadata };
}

function toMetadata(task: TaskView, baseUrl: string): NonNullable<VideoRecord['metadata']> {
  const findFile = (kind: string) => task.outputs.find(output => output.kind === kind);
  const [clip, thumbnail] = [findFile('clip'), findFile('thumbnail')];
  return {
    url: `${baseUrl}/v1/videos/${task.publicId}/content`,
    media_url: clip ? fileAddress(baseUrl, clip) : '',
    ...(thumbnail && { thumbnail_url: fileAddress(baseUrl, thumbnail) }),
    content_type: clip?.contentType ?? 'video/mp4',
    width: clip?.width ?? task.job.width,
    height: clip?.height ?? task.job.height,
    duration: 0,
    ...(clip && clipFacts(clip)),
  };
}

function sendVideoError(reply: FastifyReply, error: AppError, language: Language): unknown {
  if (error.code === 'idempotency_conflict') reply.header('x-should-retry', 'false');
  return reply.send({
    error: toOpenaiError(error, videoErrorText(error.code, error.details, language)),
  });
}

export const videoErrors: ErrorWire = {
  sendError: sendVideoError,
  errorBody: openaiErrorBody,
  reportsInBody: () => false,
};
