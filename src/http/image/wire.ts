/**
 * The image interface's shapes, in and out. Facts and decisions: the format that image-proxy clients speak; field
 * names and status words are theirs. Submit answers are HTTP 200 whatever the outcome, which is in `code`.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type AppError, errorText, type ErrorCode, type Language } from '../../errors.ts';
import type { Tier } from '../../models/model-card.ts';
import { buttonsOf } from '../../tasks/follow-ups.ts';
import type { Phase } from '../../tasks/task.ts';
import type { Output, TaskView } from '../../tasks/task-view.ts';
import { usageOf, usageShape, type RecordOptions } from '../usage.ts';

const stateText = z.string().max(255).nullish().describe('Echoed in the record.');
const notifyHook = z.string().max(2000).nullish().describe('Not offered yet: must be empty.');
const accountFilter = z
  .looseObject({ modes: z.array(z.enum(['RELAX', 'FAST', 'TURBO'])).nullish() })
  .nullish()
  .describe('Only `modes` counts: the first one is the tier.');

/** Unknown fields are ignored here: clients of this format send many. */
export const imagineBody = z.looseObject({
  prompt: z
    .string()
    .describe(
      'Text, with inline parameters: --ar --v --niji --style raw --no --seed --fast --relax --turbo.',
    ),
  botType: z.string().nullish().describe('MID_JOURNEY, or NIJI_JOURNEY for the anime look.'),
  base64Array: z.array(z.string()).nullish().describe('Reference pictures: not offered yet, must be empty.'),
  base64: z.string().nullish(),
  state: stateText,
  notifyHook,
  accountFilter,
});
export type ImagineBody = z.infer<typeof imagineBody>;

const idText = z.union([z.string(), z.number().int().nonnegative()]).transform(String);
export const actionBody = z.looseObject({
  taskId: idText.describe('Id of the finished task.'),
  customId: z.string().describe('The customId of one of its buttons.'),
  state: stateText,
  notifyHook,
});
export type ActionBody = z.infer<typeof actionBody>;

export const listBody = z.looseObject({ ids: z.array(idText).max(1000).nullish() });

export const submitAnswer = z.object({
  code: z
    .number()
    .int()
    .describe('1 accepted, 22 accepted and queued behind others, 4 invalid, 23 queue full, 9 internal.'),
  description: z.string(),
  result: z.string().nullable().describe('The id of the new task; null on failure.'),
  properties: z.record(z.string(), z.unknown()),
});

const button = z.object({
  customId: z.string(),
  emoji: z.string(),
  label: z.string(),
  type: z.literal(2),
  style: z.literal(2),
});
export const taskRecord = z.object({
  id: z.string(),
  action: z.enum(['IMAGINE', 'UPSCALE', 'VARIATION']),
  status: z.enum(['NOT_START', 'SUBMITTED', 'MODAL', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']),
  prompt: z.string(),
  promptEn: z.string(),
  description: z.string(),
  state: z.string().nullable(),
  submitTime: z.number().int(),
  startTime: z.number().int().nullable(),
  finishTime: z.number().int().nullable(),
  progress: z.string(),
  imageUrl: z.string().nullable(),
  imageWidth: z.number().int().nullable(),
  imageHeight: z.number().int().nullable(),
  imageUrls: z.array(z.object({ url: z.string(), thumbnail: z.string() })).optional(),
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

/** What an image task remembers for its record. */
export interface ImageWire {
  readonly action: TaskRecord['action'];
  readonly prompt: string;
  readonly finalPrompt: string;
  readonly description: string;
  readonly state: string | null;
  readonly botType: TaskRecord['botType'];
  readonly parentId: string | null;
}

const statusOf: Readonly<Record<Phase, TaskRecord['status']>> = {
  waiting: 'MODAL',
  queued: 'NOT_START',
  starting: 'SUBMITTED',
  running: 'IN_PROGRESS',
  saving: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'FAILURE',
};

export function isGrid(task: TaskView): boolean {
  return task.job.kind !== 'upscale';
}

export function toTaskRecord(task: TaskView, { baseUrl, language, currency }: RecordOptions): TaskRecord {
  const wire = task.wire as unknown as ImageWire;
  const succeeded = task.phase === 'succeeded';
  const picture = pictureOf(task);
  const cells = task.outputs.filter(output => output.kind === 'cell');
  const address = (output: Output | undefined) => (output ? fileAddress(baseUrl, output) : '');
  const failReason = task.error ? errorText(task.error.code, task.error.details, language) : null;
  return {
    id: task.publicId,
    action: wire.action,
    status: statusOf[task.phase],
    prompt: wire.prompt,
    promptEn: wire.prompt,
    description: wire.description,
    state: wire.state,
    submitTime: task.createdAt.getTime(),
    startTime: task.startedAt?.getTime() ?? null,
    finishTime: task.finishedAt?.getTime() ?? null,
    progress: failReason === null ? `${task.progress}%` : '',
    imageUrl: picture ? address(picture) : null,
    imageWidth: picture?.width ?? null,
    imageHeight: picture?.height ?? null,
    // Only on grids: clients show four tiles wherever the field is.
    ...(succeeded &&
      cells.length > 0 && {
        imageUrls: cells.map(cell => ({ url: address(cell), thumbnail: address(thumbnailOf(task, cell)) })),
      }),
    failReason,
    buttons: succeeded ? toButtons(task) : [],
    mode: task.tier.toUpperCase() as TaskRecord['mode'],
    botType: wire.botType,
    parentId: wire.parentId,
    seed: String(task.job.seed),
    properties: propertiesOf(task, wire),
    usage: usageOf(task, currency),
  };
}

function pictureOf({ outputs, phase }: TaskView): Output | undefined {
  if (phase === 'succeeded')
    return outputs.find(output => output.kind === 'sheet' || output.kind === 'picture');
  return outputs.findLast(output => output.kind === 'preview');
}

function thumbnailOf({ outputs }: TaskView, cell: Output): Output | undefined {
  return outputs.find(output => output.kind === 'thumbnail' && output.ordinal === cell.ordinal);
}

function fileAddress(baseUrl: string, output: Output): string {
  return `${baseUrl}/media/${output.key}.${output.storageKey.split('.').at(-1)}`;
}

function toButtons(task: TaskView): TaskRecord['buttons'] {
  return buttonsOf(isGrid(task) ? 'grid' : 'picture', task.id).map(({ customId, emoji, label }) => ({
    customId,
    emoji,
    label,
    type: 2,
    style: 2,
  }));
}

/** The fields that clients read or expect to be there; those of a chat platform that is not behind this are empty. */
function propertiesOf(task: TaskView, wire: ImageWire): TaskRecord['properties'] {
  return {
    finalPrompt: wire.finalPrompt,
    finalZhPrompt: '',
    messageHash: task.id,
    messageContent: wire.description,
    notifyHook: '',
    botType: wire.botType,
    nonce: task.id,
    flags: 0,
    messageId: '',
    progressMessageId: '',
    discordInstanceId: '',
    discordChannelId: '',
  };
}

/** Codes of the format. 3 is kept for what a fetch does not find: gateways switch off a channel that says it. */
function wireCodeOf(code: ErrorCode): number {
  if (code === 'task_unknown' || code === 'route_unknown') return 3;
  if (code === 'queue_full') return 23;
  if (code === 'not_offered') return 4;
  return ['internal', 'database_unavailable', 'shutting_down'].includes(code) ? 9 : 4;
}

export function sendImageError(reply: FastifyReply, error: AppError, language: Language): unknown {
  const isSubmit =
    reply.request.method === 'POST' && /\/(submit|insight-face)\//.test(reply.request.routeOptions.url ?? '');
  if (isSubmit && ![401, 403].includes(reply.statusCode)) reply.code(200);
  return reply.send({
    code: wireCodeOf(error.code),
    description: errorText(error.code, error.details, language),
    result: null,
    properties: {},
  });
}

export function tierOfPrefix(path: string): Tier | undefined {
  const [, tier] = /^\/(?:mj-)?(relax|fast|turbo)\//.exec(path) ?? [];
  return tier as Tier | undefined;
}
