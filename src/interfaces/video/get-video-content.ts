/** GET and HEAD /v1/videos/{id}/content: the finished clip, or its thumbnail. */
import type { z } from 'zod';
import type { Queryable } from '../../db/open.ts';
import { AppError, type Language } from '../../errors.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { TaskView } from '../../tasks/read/task-view.ts';
import { ownTask } from '../../http/own-task.ts';
import type { Call } from '../../http/route.ts';
import { sendFile } from '../../http/reply/send-file.ts';
import { videoErrorText } from './error-words.ts';
import { statusOf, type contentQuery } from './wire.ts';

/** The kind of output for each variant. */
const variants: Readonly<Record<string, 'clip' | 'thumbnail' | 'spritesheet'>> = {
  video: 'clip',
  thumbnail: 'thumbnail',
  spritesheet: 'spritesheet',
};

export function getVideoContent({ db, storage }: { db: Queryable; storage: Storage }) {
  return async ({
    request,
    reply,
    params,
    query,
    token,
    language,
  }: Call<unknown, z.infer<typeof contentQuery>>) => {
    const id = params['id'] ?? '';
    const variant = query.variant ?? 'video';
    const kind = Object.hasOwn(variants, variant) ? variants[variant] : undefined;
    if (!kind)
      throw new AppError('variant_unknown', {
        value: variant,
        allowed: Object.keys(variants).join(', '),
        param: 'variant',
      });
    const task = await ownTask(db, id, { token, interface: 'video' });
    rejectUnfinished(task, language);
    const output = task.outputs.find(candidate => candidate.kind === kind);
    if (!output) throw new AppError('file_unknown');
    const extension = output.storageKey.split('.').at(-1);
    return sendFile({
      request,
      reply,
      storage,
      output,
      name: `${id}.${extension}`,
      // Clients must check each time, so that a deletion takes effect immediately. With an ETag this costs nothing.
      cacheControl: 'private, no-cache',
    });
  };
}

function rejectUnfinished(task: TaskView, language: Language): void {
  if (task.error)
    throw new AppError('video_failed', {
      reason: videoErrorText(task.error.code, task.error.details, language),
    });
  if (task.phase !== 'succeeded') throw new AppError('video_not_ready', { phase: statusOf[task.phase] });
  if (task.expired) {
    throw new AppError('video_expired', { expired: task.expiresAt?.toISOString() ?? '' });
  }
}
