/**
 * The progress of one task by its id. The routes of the interface itself, `/sdapi/v1/progress` and
 * `/interrupt`, affect whichever work runs, also that of others, so we interrupt only what is ours
 * according to `/internal/progress`.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import { inspectPicture } from '../../../media/picture/picture.ts';
import type { Clock } from '@kinora/shared/clock';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { decodeBase64 } from '../../adapter-kit/answers/held-picture.ts';

export interface TaskProgress {
  /** Never falls. Returns undefined if the program does not tell. */
  read(
    taskId: string,
    signal: AbortSignal,
  ): Promise<{ progress: number; preview?: EnginePreview } | undefined>;
  /**
   * Stops what runs if that is the task. Never rejects. Returns whether it did: if the task ended
   * meanwhile, it was the next one.
   */
  interrupt(taskId: string): Promise<boolean>;
  /** Whether the task runs. Never rejects; true if the program does not tell. */
  isActive(taskId: string): Promise<boolean>;
  forget(taskId: string): void;
}

const answerShape = z.object({
  active: z.boolean(),
  completed: z.boolean().nullish(),
  progress: z.number().nullish(),
  live_preview: z.string().nullish(),
  id_live_preview: z.number().nullish(),
});

interface SeenProgress {
  progress: number;
  previewId: number;
}

const timeoutMs = 5_000;
const path = '/internal/progress';

/**
 * The pause after an answer that the path does not exist. Programs without a web UI never have it, and a
 * proxy lacks it while its routes are reloaded.
 */
const pauseMs = 60_000;

export interface TaskProgressOptions {
  readonly client: Pick<HttpClient, 'send'>;
  /** Whether the program may have the path. */
  readonly isEnabled: boolean;
  readonly clock: Pick<Clock, 'now'>;
}

export function openTaskProgress({ client, isEnabled, clock }: TaskProgressOptions): TaskProgress {
  const progressByTask = new Map<string, SeenProgress>();
  /** Time before which progress is not asked for. Interrupts are rare, so they always ask. */
  let pauseEndMs = 0;

  async function ask(taskId: string, previewId: number, signal: AbortSignal) {
    if (!isEnabled) return undefined;
    const body = { id_task: taskId, id_live_preview: previewId, live_preview: previewId !== noPreview };
    const response = await client.send({ path, body, signal, timeoutMs, maxBytes: maxListBytes });
    if (response.status === 404 || response.status === 405) pauseEndMs = clock.now() + pauseMs;
    return response.isOk ? readJson(response, answerShape) : undefined;
  }

  return {
    async read(taskId, signal) {
      if (clock.now() < pauseEndMs) return undefined;
      const last = progressByTask.get(taskId) ?? { progress: 0, previewId: 0 };
      progressByTask.set(taskId, last);
      // The work continues whatever happens here.
      const answer = await ask(taskId, last.previewId, signal).catch(() => undefined);
      if (!answer) return undefined;
      // Forge remembers that an earlier run with the same id was completed.
      const isCompleted = answer.completed && !answer.active;
      const progress = isCompleted ? 0.99 : Math.min(0.99, Math.max(0, answer.progress ?? 0));
      last.progress = Math.max(last.progress, progress);
      const preview = answer.live_preview ? await toPreview(answer.live_preview) : undefined;
      if (preview) last.previewId = answer.id_live_preview ?? last.previewId;
      return { progress: last.progress, ...(preview && { preview }) };
    },
    async interrupt(taskId) {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await ask(taskId, noPreview, signal).catch(() => undefined);
      if (!answer?.active) return false;
      await client.send({ path: '/sdapi/v1/interrupt', body: {}, signal }).catch(() => {});
      return true;
    },
    async isActive(taskId) {
      const answer = await ask(taskId, noPreview, AbortSignal.timeout(timeoutMs)).catch(() => undefined);
      return answer?.active ?? true;
    },
    forget: taskId => void progressByTask.delete(taskId),
  };
}

/** A number that no preview has. */
const noPreview = -1;

async function toPreview(dataUrl: string): Promise<EnginePreview | undefined> {
  const bytes = decodeBase64(dataUrl);
  const picture = await inspectPicture(bytes).catch(() => undefined);
  if (!picture || picture.format === 'gif' || picture.format === 'avif') return undefined;
  return { contentType: `image/${picture.format}`, bytes, width: picture.width, height: picture.height };
}
