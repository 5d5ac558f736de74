/** Responses of the Images API, as OpenAI's SDKs declare them. Times are Unix seconds. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError, errorText, type ErrorCode, type Language } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import { encodeWithProvenance } from '../../../media/picture/encode-with-provenance.ts';
import { readWhole } from '../../../media/storage/open-file.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import type { Output, TaskView } from '../../../core/tasks/read/task-view.ts';
import { fileAddress } from '../../http/reply/file-address.ts';
import { errorIn, openaiErrorBody } from '../../http/reply/openai-error.ts';
import type { ErrorWire } from '../../http/route.ts';
import { type DeliveredForm, readImageWire } from '../wire/image-wire.ts';

const image = z.object({
  url: z.string().optional().describe('Absolute address of the PNG file, which needs no key.'),
  b64_json: z.string().optional(),
});

export const imagesResponse = z.object({
  created: z.number().int(),
  data: z.array(image),
  background: z.enum(['opaque', 'transparent']),
  output_format: z.enum(['png', 'jpeg', 'webp']),
  quality: z.string(),
  size: z.string(),
});
export type ImagesResponse = z.infer<typeof imagesResponse>;

/** The usage of tokens in events, with every field that the SDKs declare. Images use no tokens. */
export const noTokens = {
  total_tokens: 0,
  input_tokens: 0,
  output_tokens: 0,
  input_tokens_details: { text_tokens: 0, image_tokens: 0 },
} as const;

export const taskResponse = z.object({
  id: z.string(),
  task_id: z.string(),
  object: z.literal('image.generation.task'),
  model: z.string(),
  status: z.enum(['queued', 'in_progress', 'completed', 'failed', 'cancelled']),
  progress: z.number().int(),
  created_at: z.number().int(),
  completed_at: z.number().int().nullable(),
  expires_at: z.number().int().nullable().describe('When the files are deleted.'),
  poll_url: z.string(),
  ignored: z.array(z.string()).optional().describe('Fields of the request that have no effect.'),
  user: z.string().optional(),
  amount: z.string().describe('The price; what was charged, once the task has ended.'),
  currency: z.string(),
  result: imagesResponse.optional().describe('The response of the synchronous request, once completed.'),
  error: z.object({ message: z.string(), code: z.string() }).optional(),
});
export type TaskResponse = z.infer<typeof taskResponse>;

export const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** The pictures of a finished task, in candidate order. */
export function listPictures({ outputs }: Pick<TaskView, 'outputs'>): readonly Output[] {
  return outputs
    .filter(({ kind }) => kind === 'picture' || kind === 'cell')
    .sort((one, other) => one.ordinal - other.ordinal);
}

export interface DeliveryContext {
  readonly storage: Storage;
  readonly baseUrl: string;
}

/** Returns a picture in the form that the client asked for. Throws AppError `file_expired`. */
export async function deliver(
  output: Output,
  delivery: DeliveredForm,
  { storage, baseUrl }: DeliveryContext,
): Promise<z.infer<typeof image>> {
  if (delivery.as === 'url') return { url: fileAddress(baseUrl, output) };
  return { b64_json: Buffer.from(await fileIn(storage, output, delivery)).toString('base64') };
}

export async function fileIn(
  storage: Storage,
  { storageKey }: Pick<Output, 'storageKey'>,
  delivery: Pick<DeliveredForm, 'format' | 'quality'>,
): Promise<Uint8Array> {
  const file = await storage.open(storageKey);
  if (!file) throw new AppError('file_expired');
  return encodeWithProvenance(await readWhole(file), delivery);
}

export async function toImages(
  task: TaskView,
  delivery: DeliveredForm,
  delivering: DeliveryContext,
): Promise<ImagesResponse> {
  const pictures = listPictures(task);
  if (pictures.length === 0) throw new AppError('file_expired');
  const data = [];
  // One after the other: each is decoded and encoded, and all are in memory in the end.
  for (const output of pictures) data.push(await deliver(output, delivery, delivering));
  return { created: unixSeconds(task.createdAt), data, ...describePictures(task, delivery) };
}

/**
 * Returns the fields about the pictures in the response and in each event. Files behind an address are PNG.
 */
export function describePictures(task: TaskView, { as, format }: Pick<DeliveredForm, 'as' | 'format'>) {
  const [first] = listPictures(task);
  const { width, height } = first ?? task.job;
  const { quality = 'auto', background } = task.job.parameters ?? {};
  return {
    background: background === 'transparent' ? ('transparent' as const) : ('opaque' as const),
    output_format: as === 'url' ? ('png' as const) : format,
    quality: String(quality),
    size: `${width}x${height}`,
  };
}

const statusOf = {
  waiting: 'queued',
  queued: 'queued',
  starting: 'in_progress',
  running: 'in_progress',
  saving: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

export interface TaskOptions {
  readonly baseUrl: string;
  readonly language: Language;
  readonly currency: string;
}

export function toTaskResponse(
  task: TaskView,
  { baseUrl, language, currency }: TaskOptions,
): Omit<TaskResponse, 'result'> {
  const { error } = task;
  const { endUser } = task;
  const { ignored: ignoredFields } = readImageWire(task);
  return {
    id: task.publicId,
    task_id: task.publicId,
    object: 'image.generation.task',
    model: task.model,
    status: statusOf[task.phase],
    progress: task.progress,
    created_at: unixSeconds(task.createdAt),
    completed_at: task.finishedAt ? unixSeconds(task.finishedAt) : null,
    expires_at: task.expiresAt ? unixSeconds(task.expiresAt) : null,
    poll_url: `${baseUrl}/v1/images/tasks/${task.publicId}`,
    ...(ignoredFields && { ignored: ignoredFields }),
    ...(endUser !== undefined && { user: endUser }),
    amount: formatMicros(task.chargedMicros ?? task.price.amountMicros),
    currency,
    ...(error && {
      error: { message: errorText(error.code, error.details, language), code: error.code },
    }),
  };
}

/** A wrong model or parameter is 400: LiteLLM takes a deployment out of service for a 404. */
const never404: readonly ErrorCode[] = ['model_not_found', 'parent_unknown', 'file_unknown'];

/** Codes by which clients of the format recognize an error. */
const openaiCodes: Partial<Record<ErrorCode, string>> = { model_unknown: 'model_not_found' };

function sendImagesError(reply: FastifyReply, error: AppError, language: Language): unknown {
  if (never404.includes(error.code)) reply.code(400);
  const errorBody = errorIn(error, language);
  // The SDKs repeat conflicts, late and failed tasks by themselves: the task continues, or a
  // repeat would be another one.
  if (error.code === 'idempotency_conflict' || error.code === 'response_late')
    reply.header('x-should-retry', 'false');
  return reply.send({ error: { ...errorBody, code: openaiCodes[error.code] ?? errorBody.code } });
}

export const imagesErrors: ErrorWire = {
  sendError: sendImagesError,
  errorBody: openaiErrorBody,
  reportsInBody: () => false,
};
