/** GET /mj/task/{id}/image-seed: the seed that reproduces the picture. */
import { countCandidates } from '../../../core/tasks/task.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { isInScope, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { viewTask } from '../../../core/tasks/read/task-view.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { successText } from '../wire/submit-response.ts';

export function getImageSeed(parts: SubmitDependencies) {
  return async ({ params, token, language }: Call) => {
    const id = params['id'] ?? '';
    const task = await viewTask(parts.db, id, 'image');
    if (!task || !isInScope(task, scopeOfToken(token))) throw new AppError('task_unknown', { task: id });
    if (task.phase !== 'succeeded' || countCandidates(task.job) === 0)
      throw new AppError('seed_unknown', { task: task.publicId, phase: task.phase });
    return { code: 1, description: successText[language], result: String(task.job.seed), properties: {} };
  };
}
