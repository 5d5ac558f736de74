/** The record of a task, as the upstream has it. Fields that servers add or leave out do no harm. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { isRefusalText, jobEnd } from '../../adapter-kit/http/job-words.ts';
import { messageIn } from '../../adapter-kit/http/message-in.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import { parseMicros } from '@kinora/shared/money';

const text = z.string().nullish().catch(undefined);
const files = z
  .array(z.looseObject({ url: text }))
  .nullish()
  .catch(undefined);

export const recordShape = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  status: text,
  progress: text,
  prompt: text,
  promptEn: text,
  imageUrl: text,
  imageUrls: files,
  videoUrl: text,
  videoUrls: files,
  failReason: text,
  instanceId: text,
  buttons: z
    .array(z.looseObject({ customId: text }))
    .nullish()
    .catch(undefined),
  properties: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  // Only of another Kinora.
  usage: z.looseObject({ amount: z.string(), charged: z.boolean() }).nullish().catch(undefined),
});
export type UpstreamRecord = z.infer<typeof recordShape>;

export type RecordState = 'running' | 'modal' | 'succeeded' | 'failed' | 'cancelled';

/** Any other word means that the task is in progress. new-api reports nothing at first. */
export function readState({ status }: UpstreamRecord): RecordState {
  const word = status?.toUpperCase() ?? '';
  if (word === 'MODAL') return 'modal';
  if (word.startsWith('CANCEL')) return 'cancelled';
  const end = jobEnd(word);
  if (end === 'done') return 'succeeded';
  return end === 'failed' ? 'failed' : 'running';
}

/** The reason is in the words of the upstream, which no code distinguishes. */
export function toFailure(
  { failReason }: UpstreamRecord,
  otherwise: Reason,
  client: Pick<HttpClient, 'clean'>,
): EngineStatus {
  const cause = client.clean(messageIn(failReason) ?? '');
  const isRefused = isRefusalText(cause);
  return {
    state: 'failed',
    code: isRefused ? 'content_refused' : 'engine_error',
    reason: isRefused ? reason('refused', { said: cause }) : otherwise,
    retryable: false,
    ...(cause && { cause }),
  };
}

/** 0-1, from `42%`. A task that waits has none. */
export function readProgress({ progress }: UpstreamRecord): number {
  const percent = Number.parseInt(progress ?? '', 10);
  return Number.isFinite(percent) ? Math.min(0.99, Math.max(0, percent / 100)) : 0;
}

export function readProperty({ properties }: UpstreamRecord, name: string): string {
  const value = properties?.[name];
  return typeof value === 'string' ? value : '';
}

/** The addresses of its pictures: four, or one that has all of them. */
export function listPictureUrls({ imageUrl, imageUrls }: UpstreamRecord, count: number): readonly string[] {
  const single = (imageUrls ?? []).flatMap(({ url }) => (url ? [url] : []));
  if (count === 4 && single.length === 4) return single;
  return imageUrl ? [imageUrl] : [];
}

export function listClipUrls({ videoUrl, videoUrls }: UpstreamRecord): readonly string[] {
  const several = (videoUrls ?? []).flatMap(({ url }) => (url ? [url] : []));
  if (several.length > 0) return several;
  return videoUrl ? [videoUrl] : [];
}

/** Returns the cost in millionths of the upstream's currency, or undefined if the record has none. */
export function readCost({ usage }: UpstreamRecord): number | undefined {
  if (!usage) return undefined;
  try {
    return usage.charged ? Number(parseMicros(usage.amount)) : 0;
  } catch {
    return undefined;
  }
}
