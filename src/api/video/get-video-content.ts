/** GET and HEAD /v1/videos/{id}/content: the finished clip, or its thumbnail. */
import type { z } from 'zod';
import type { Queryable } from '../../platform/db/open.ts';
import { AppError, type Language } from '@kinora/shared/errors/errors';
import type { Storage } from '../../media/storage/storage.ts';
import { readContent, type TaskContent } from '../../core/tasks/read/task-content.ts';
import { isInScope, scopeOfToken } from '../../core/tasks/task-scope.ts';
import type { TaskCache } from '../http/cache/task-cache.ts';
import type { Call } from '../http/route.ts';
import { sendFile } from '../http/reply/send-file.ts';
import { videoErrorText } from './error-words.ts';
import type { contentQuery } from './bodies.ts';
import { statusOf } from './wire.ts';

/** The kind of output for each variant. */
const variants: Readonly<Record<string, 'clip' | 'thumbnail' | 'spritesheet'>> = {
  video: 'clip',
  thumbnail: 'thumbnail',
  spritesheet: 'spritesheet',
};

export interface ContentDependencies {
  readonly db: Queryable;
  readonly storage: Storage;
  /** The contents of tasks, by kind of file. */
  readonly contents: TaskCache<TaskContent>;
}

export function getVideoContent({ db, storage, contents }: ContentDependencies) {
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
    // Players ask for many ranges of one file.
    const content = await contents.get(id, kind, () => readContent(db, id, kind));
    if (!content || !isInScope(content.owner, scopeOfToken(token)))
      throw new AppError('task_unknown', { task: id });
    rejectUnfinished(content, language);
    const { file } = content;
    if (!file)
      throw kind === 'clip' ? new AppError('file_unknown') : new AppError('variant_missing', { variant });
    const extension = file.storageKey.split('.').at(-1);
    return sendFile({
      request,
      reply,
      storage,
      output: file,
      name: `${id}.${extension}`,
      // Clients must check each time, so that a deletion takes effect immediately.
      // With an ETag this costs nothing.
      cacheControl: 'private, no-cache',
    });
  };
}

function rejectUnfinished(content: TaskContent, language: Language): void {
  if (content.error)
    throw new AppError('video_failed', {
      reason: videoErrorText(content.error.code, content.error.details, language),
    });
  if (content.phase !== 'succeeded')
    throw new AppError('video_not_ready', { phase: statusOf[content.phase] });
  if (content.expired) {
    throw new AppError('video_expired', { expired: content.expiresAt?.toISOString() ?? '' });
  }
}
