/** GET /v1/videos: the clips that the token sees, in pages that the SDKs can follow. */
import type { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { scopeOfToken } from '../../core/tasks/task-scope.ts';
import { findRowId, viewTaskPage } from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import type { VideoDependencies } from './get-video.ts';
import type { listQuery } from './bodies.ts';
import { toVideoRecord } from './wire.ts';

export function listVideos({ db, currency }: Pick<VideoDependencies, 'db' | 'currency'>) {
  return async ({ query, token, baseUrl, language }: Call<unknown, z.infer<typeof listQuery>>) => {
    const { limit, order } = query;
    // A form sends an empty field for the first page.
    const after = query.after || undefined;
    const mine = { scope: scopeOfToken(token), interface: 'video' } as const;
    const afterId = after === undefined ? undefined : await findRowId(db, after, mine);
    if (after !== undefined && afterId === undefined)
      throw new AppError('cursor_unknown', { task: after, param: 'after' });
    const page = {
      ...mine,
      limit: limit + 1,
      order,
      afterId,
    } as const;
    const tasks = await viewTaskPage(db, page);
    const data = tasks.slice(0, limit).map(task => toVideoRecord(task, { baseUrl, language, currency }));
    return {
      object: 'list',
      data,
      has_more: tasks.length > limit,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    };
  };
}
