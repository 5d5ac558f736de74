/** POST /mj/submit/show: the task whose buttons carry this uuid. It creates no task. */
import { isRowId } from '../../../platform/lib/id.ts';
import type { Database } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { findPublicId } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import type { ShowBody } from '../wire/bodies.ts';
import { acceptedResponse } from '../wire/submit-response.ts';

export function showJob({ db }: { readonly db: Database }) {
  return async ({ body, token, language }: Call<ShowBody>) => {
    const { jobId } = body;
    const publicId = isRowId(jobId) ? await findPublicId(db, jobId, scopeOfToken(token)) : undefined;
    if (!publicId) throw new AppError('parent_unknown', { task: jobId.slice(0, 100) });
    return acceptedResponse([{ publicId, existed: true, waitingAhead: 0 }], language);
  };
}
