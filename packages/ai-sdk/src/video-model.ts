/** A video model of Kinora for `experimental_generateVideo`: at once, by polling, or by webhook. */
import type {
  Experimental_VideoModelV4 as VideoModel,
  Experimental_VideoModelV4CallOptions as CallOptions,
  Experimental_VideoModelV4VideoData as VideoData,
} from '@ai-sdk/provider';
import type { Kinora, VideoRecord, VideoTaskHandle } from 'kinora-client';
import { numberedKey, openClipNumbers, splitHeaders, type ClientWith } from './calls.ts';
import { asSdkCall } from './to-sdk-error.ts';
import { toVideoFields, type VideoFields } from './video-fields.ts';

export function videoModel(modelId: string, clientWith: ClientWith): VideoModel {
  const call = { modelId, modelType: 'videoModel', url: '/v1/videos' } as const;
  const numbers = openClipNumbers();
  /** The numbers of clips whose webhooks are being opened, by the URL of the webhook. */
  const waiting = new Map<string, number>();
  /** The tasks that an abort cancels, until they have ended. */
  const watchedTasks = new Map<string, () => void>();
  const start = (options: CallOptions & { readonly webhookUrl?: string }) =>
    asSdkCall({ ...call, values: { prompt: options.prompt } }, async () => {
      const { webhookUrl = '' } = options;
      const number = waiting.get(webhookUrl) ?? numbers.next();
      waiting.delete(webhookUrl);
      const { idempotencyKey: key, otherHeaders } = splitHeaders(options.headers);
      const idempotencyKey = numberedKey(key, number);
      const kinora = clientWith(otherHeaders);
      const fields = await readFields(modelId, options, kinora);
      options.abortSignal?.throwIfAborted();
      // The signal is not passed on, because an abort while the request is on its
      // way cancels the task as well.
      const task = kinora.videos.create(fields.request, { idempotencyKey });
      return { kinora, task, fields };
    });
  return {
    specificationVersion: 'v4',
    provider: 'kinora.video',
    modelId,
    maxVideosPerCall: numbers.maxVideosPerCall,
    doGenerate: async options => {
      const { kinora, task, fields } = await start(options);
      return asSdkCall({ ...call, values: fields.request }, async () => {
        const signal = options.abortSignal;
        const { record } = await task.wait({ signal, cancelOnAbort: true });
        const videos = [await downloadVideo(kinora, record, signal)];
        return { videos, warnings: fields.warnings, ...describeVideo(record) };
      });
    },
    handleWebhookOption: async ({ webhook }) => {
      const number = numbers.next();
      const { url, received } = await webhook();
      waiting.set(url, number);
      return { webhookUrl: url, received };
    },
    doStart: async options => {
      const { kinora, task, fields } = await start(options);
      return asSdkCall({ ...call, values: fields.request }, async () => {
        const id = await acceptedId(task, options.abortSignal);
        watch(watchedTasks, { id, kinora, signal: options.abortSignal });
        options.abortSignal?.throwIfAborted();
        const response = { timestamp: startTime(await kinora.videos.get(id)), modelId, headers: undefined };
        return { operation: { id }, warnings: fields.warnings, response };
      });
    },
    doStatus: ({ operation, abortSignal, headers }) =>
      asSdkCall({ ...call, values: operation }, async () => {
        const kinora = clientWith(splitHeaders(headers).otherHeaders);
        const record = await kinora.videos.get((operation as { readonly id: string }).id);
        if (record.status === 'queued' || record.status === 'in_progress')
          return { status: 'pending', ...describeVideo(record) };
        watchedTasks.get(record.id)?.();
        if (record.status === 'failed')
          return {
            status: 'error',
            error: record.error?.message ?? 'The clip failed.',
            ...describeVideo(record),
          };
        const videos = [await downloadVideo(kinora, record, abortSignal)];
        return { status: 'completed', videos, warnings: [], ...describeVideo(record) };
      }),
  };
}

async function readFields(modelId: string, options: CallOptions, { videos }: Kinora): Promise<VideoFields> {
  const card = (await videos.models()).find(({ id }) => id === modelId);
  return toVideoFields(modelId, options, card);
}

/** Ends with the signal, which cancels the task as soon as its ID is known. */
function acceptedId(task: VideoTaskHandle, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      task.cancel().catch(() => {});
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    task.id.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
}

interface WatchedTask {
  readonly id: string;
  readonly kinora: Kinora;
  readonly signal: AbortSignal | undefined;
}

/** The SDK stops polling when its call is aborted, and the model is not notified. */
function watch(watchedTasks: Map<string, () => void>, { id, kinora, signal }: WatchedTask): void {
  if (!signal) return;
  const cancel = () => {
    watchedTasks.get(id)?.();
    // A task that has ended meanwhile cannot be cancelled.
    kinora.videos.cancel(id).catch(() => {});
  };
  watchedTasks.set(id, () => {
    signal.removeEventListener('abort', cancel);
    watchedTasks.delete(id);
  });
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
}

/** The bytes, because the SDK does not download from addresses in private networks. */
async function downloadVideo(
  { videos }: Kinora,
  record: VideoRecord,
  signal?: AbortSignal,
): Promise<VideoData> {
  const content = await videos.content(record.id, { signal });
  return {
    type: 'binary',
    data: new Uint8Array(await content.arrayBuffer()),
    mediaType: record.metadata?.content_type ?? 'video/mp4',
  };
}

function describeVideo(record: VideoRecord) {
  const { id, model, seed, usage, metadata } = record;
  const { duration, fps, width, height } = metadata ?? {};
  const facts = { taskId: id, seed, amount: usage.amount, currency: usage.currency };
  const video = Object.fromEntries(
    Object.entries({ duration, fps, width, height }).filter(([, value]) => value !== undefined),
  ) as Record<string, number>;
  return {
    providerMetadata: { kinora: { ...facts, ...(metadata && { videos: [{ taskId: id, seed, ...video }] }) } },
    response: { timestamp: startTime(record), modelId: model, headers: undefined },
  };
}

function startTime({ created_at }: VideoRecord): Date {
  return new Date(created_at * 1000);
}
