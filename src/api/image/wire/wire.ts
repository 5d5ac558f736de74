/**
 * The image interface's records and errors. Facts and decisions: the format that image-proxy
 * clients speak; field names and status words are theirs. Responses to submits always have HTTP
 * status 200; `code` has the outcome.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type AppError,
  errorTable,
  errorText,
  type ErrorCode,
  type Language,
} from '@kinora/shared/errors/errors';
import type { Catalogue } from '../../../core/catalogue/models/catalogue.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { actions, countCandidates, type Phase } from '../../../core/tasks/task.ts';
import type { Output, TaskView } from '../../../core/tasks/read/task-view.ts';
import type { ErrorWire } from '../../http/route.ts';
import { clipFacts, clipFactsShape } from '../../http/reply/clip-facts.ts';
import { fileAddress } from '../../http/reply/file-address.ts';
import { findThumbnail } from '../../http/reply/find-thumbnail.ts';
import { toUsage, usageShape, type RecordOptions } from '../../http/reply/usage.ts';
import { finalTexts } from './final-texts.ts';
import { followUpsFor } from '../../../core/catalogue/models/usable-models.ts';
import { readImageWire, type ImageWire } from './image-wire.ts';
import { buttonsOfTask } from './parent.ts';

export const submitResponse = z.object({
  code: z
    .number()
    .int()
    .describe(
      '1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error.',
    ),
  description: z.string(),
  result: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .describe('ID of the new task; null on failure. For uploads: the URLs.'),
  properties: z.record(z.string(), z.unknown()),
});

const button = z.object({
  customId: z.string(),
  emoji: z.string(),
  label: z.string(),
  type: z.literal(2),
  style: z.union([z.literal(2), z.literal(3)]).describe('3: the button has been pressed.'),
});
const file = z.object({ url: z.string(), thumbnail: z.string() });
const clipFile = file.extend({
  duration: z.number().optional().describe('Seconds.'),
  ...clipFactsShape,
});

export const taskRecord = z.object({
  id: z.string(),
  action: z.enum(actions),
  status: z.enum(['NOT_START', 'SUBMITTED', 'MODAL', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']),
  prompt: z.string().nullable(),
  promptEn: z.string().nullable(),
  description: z.string(),
  state: z.string().nullable(),
  submitTime: z.number().int(),
  startTime: z.number().int().nullable(),
  finishTime: z.number().int().nullable(),
  progress: z.string(),
  imageUrl: z.string().nullable(),
  imageWidth: z.number().int().nullable(),
  imageHeight: z.number().int().nullable(),
  imageUrls: z.array(file).optional().describe('The four images of a grid.'),
  videoUrl: z.string().optional().describe('URL of the clip.'),
  videoUrls: z
    .array(clipFile)
    .optional()
    .describe(
      'The candidates of a clip task. Length, frame rate and sound are those of the file. fps and audio are absent for clips of earlier versions.',
    ),
  failReason: z.string().nullable(),
  buttons: z.array(button),
  mode: z.enum(['RELAX', 'FAST', 'TURBO']),
  botType: z.enum(['MID_JOURNEY', 'NIJI_JOURNEY']),
  parentId: z.string().nullable(),
  seed: z.string(),
  properties: z.record(z.string(), z.unknown()),
  usage: usageShape,
});
export type TaskRecord = z.infer<typeof taskRecord>;

export const statusOf: Readonly<Record<Phase, TaskRecord['status']>> = {
  waiting: 'MODAL',
  queued: 'NOT_START',
  starting: 'SUBMITTED',
  running: 'IN_PROGRESS',
  saving: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'FAILURE',
};

/** Returns why a task does not go on. Clients show the description while they wait. */
function awayText(since: Date, language: Language): string {
  const time = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return language === 'zh'
    ? `引擎自 ${time} 起不可用，恢复后任务将自动继续。未完成的任务不扣费。`
    : `The engine has been unavailable since ${time}. The task continues when it is back; a task that does not finish is not charged.`;
}

export interface RecordDependencies {
  readonly catalogue: Catalogue;
  readonly currency: string;
}

export function toTaskRecord(
  task: TaskView,
  { baseUrl, language, currency, catalogue }: RecordOptions & RecordDependencies,
): TaskRecord {
  const wire = readImageWire(task);
  const hasSucceeded = task.phase === 'succeeded';
  const failReason = task.error ? errorText(task.error.code, task.error.details, language) : null;
  const finalPrompt = finalTexts(task, wire);
  // A describe and a blend have no words until they are finished.
  const prompt = wire.prompt ?? (finalPrompt || null);
  return {
    id: task.publicId,
    action: wire.action,
    status: statusOf[task.phase],
    prompt,
    promptEn: prompt,
    description: task.awaySince ? awayText(task.awaySince, language) : wire.description,
    state: wire.state,
    submitTime: task.createdAt.getTime(),
    startTime: task.startedAt?.getTime() ?? null,
    finishTime: task.finishedAt?.getTime() ?? null,
    progress: failReason === null ? `${task.progress}%` : '',
    ...toFileFields(task, wire, baseUrl),
    failReason,
    buttons: hasSucceeded && !task.expired ? toButtons(task, catalogue) : [],
    mode: task.tier.toUpperCase() as TaskRecord['mode'],
    botType: wire.botType,
    parentId: wire.parentId,
    seed: String(task.job.seed),
    properties: toProperties(task, wire, finalPrompt),
    usage: toUsage(task, currency),
  };
}

/**
 * Lists of files. Absent if there are none, because clients show tiles or a player whenever the field exists.
 */
function toFileFields(task: TaskView, wire: ImageWire, baseUrl: string) {
  const address = (output: Output | undefined) => (output ? fileAddress(baseUrl, output) : '');
  const files = (kind: Output['kind']) =>
    task.outputs
      .filter(output => output.kind === kind)
      .map(output => ({
        url: address(output),
        thumbnail: address(findThumbnail(task.outputs, output)),
        ...clipFacts(output),
      }));
  const hasSucceeded = task.phase === 'succeeded';
  const [cells, clips] = hasSucceeded ? [files('cell'), files('clip')] : [[], []];
  const picture = mainPicture(task);
  return {
    imageUrl: wire.pictureName ? `${baseUrl}/media/${wire.pictureName}` : address(picture) || null,
    imageWidth: picture?.width ?? null,
    imageHeight: picture?.height ?? null,
    ...(cells.length > 0 && { imageUrls: cells }),
    ...(clips[0] && { videoUrl: clips[0].url, videoUrls: clips }),
  };
}

/**
 * The sheet or the only picture. For a clip, the thumbnail of its first frame, so that clients without a
 * player show something. Without a sheet, the first picture.
 */
function mainPicture({ outputs, phase, job }: TaskView): Output | undefined {
  if (countCandidates(job) === 0) return undefined;
  if (phase !== 'succeeded') return outputs.findLast(output => output.kind === 'preview');
  if (job.kind === 'clip') return outputs.find(({ kind }) => kind === 'thumbnail');
  return (
    outputs.find(({ kind }) => kind === 'sheet' || kind === 'picture') ??
    outputs.find(({ kind, ordinal }) => kind === 'cell' && ordinal === 0)
  );
}

function toButtons(task: TaskView, catalogue: Catalogue): TaskRecord['buttons'] {
  const followUps = followUpsFor(catalogue, task.scope, task.model);
  return buttonsOfTask(task, followUps).map(({ customId, emoji, label, followUp }) => ({
    customId,
    emoji,
    label,
    type: 2,
    style: task.pressed.includes(customId) || (followUp.kind === 'bookmark' && task.isBookmarked) ? 3 : 2,
  }));
}

/**
 * The fields that clients read or expect. Those of the chat platform, which Kinora does not have, are empty.
 */
function toProperties(task: TaskView, wire: ImageWire, finalPrompt: string): TaskRecord['properties'] {
  return {
    finalPrompt,
    finalZhPrompt: '',
    messageHash: task.id,
    messageContent: wire.description,
    notifyHook: wire.notifyHook,
    botType: wire.botType,
    nonce: task.id,
    flags: 0,
    messageId: '',
    progressMessageId: '',
    discordInstanceId: '',
    discordChannelId: '',
    // Only if there are any, because the record is otherwise as clients know it.
    ...(task.job.ignored?.length && { ignored: task.job.ignored }),
    ...(wire.words && { promptWords: wire.words }),
    ...(task.error && { errorCode: task.error.code }),
  };
}

/**
 * The code of an error in the format. No submit returns 3, because gateways
 * disable a channel that returns it.
 */
function toWireCode(code: ErrorCode): number {
  if (code === 'task_unknown') return 3;
  // Clients wait and retry.
  if (
    [
      'queue_full',
      'token_rate_reached',
      'token_open_reached',
      'account_open_reached',
      'submit_again',
      'uploads_too_many',
    ].includes(code)
  )
    return 23;
  if (code === 'banned_word' || code === 'prompt_flagged') return 24;
  return ['internal', 'database_unavailable', 'shutting_down', 'server_busy'].includes(code) ? 9 : 4;
}

function sendImageError(reply: FastifyReply, error: AppError, language: Language): unknown {
  const { method, routeOptions, url } = reply.request;
  if (reportsInBody({ method, path: routeOptions.url ?? url }, error.code)) reply.code(200);
  return reply.send(toErrorBody(error, language));
}

/** The response body for an error. */
export function toErrorBody({ code, details }: AppError, language: Language) {
  return {
    code: toWireCode(code),
    description: errorText(code, details, language),
    result: null,
    properties: {
      errorCode: code,
      ...(code === 'banned_word' && { promptEn: details.prompt, bannedWord: details.word }),
      ...(code === 'prompt_flagged' && { promptEn: details.prompt, bannedWord: details.categories }),
    },
  };
}

/**
 * Clients read the code of a submit or a seed request only if the status is 200. A task that does not
 * exist is a 404, as in `fetch`.
 */
function reportsInBody(
  { method, path }: { readonly method: string; readonly path: string },
  code: ErrorCode,
): boolean {
  const { status } = errorTable[code];
  if (code === 'method_not_allowed' || status === 401 || status === 403) return false;
  if (method === 'GET') return path.endsWith('/image-seed') && code !== 'task_unknown';
  return method === 'POST' && /\/(submit|insight-face)\//.test(path);
}

export const imageErrors: ErrorWire = { sendError: sendImageError, errorBody: submitResponse, reportsInBody };

export function tierOfPrefix(path: string): Tier | undefined {
  const [, tier] = /^\/(?:mj-)?(relax|fast|turbo)\//.exec(path) ?? [];
  return tier as Tier | undefined;
}
