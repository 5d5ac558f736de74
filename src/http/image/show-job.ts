/** POST /mj/submit/show: the task whose buttons carry this uuid. It makes no task. */
import type { Database } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { publicIdOf } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import type { ShowBody } from './bodies.ts';
import { acceptedAnswer } from './submit-answer.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function showJob({ db }: { readonly db: Database }) {
  return async ({ body, token, language }: Call<ShowBody>) => {
    const { jobId } = body;
    const publicId = uuid.test(jobId) ? await publicIdOf(db, jobId, token.accountId) : undefined;
    if (!publicId) throw new AppError('parent_unknown', { task: jobId.slice(0, 100) });
    return acceptedAnswer([{ publicId, existed: true, waitingAhead: 0 }], language);
  };
}
