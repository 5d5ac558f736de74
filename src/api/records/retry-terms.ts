/** What each interface changes when a failed or cancelled task is retried. */
import type { TaskRequest } from '../../core/tasks/submit/task-request.ts';
import type { TaskSummary } from '../../core/tasks/read/task-summary.ts';
import { isChoice, choiceKey } from '../image/order/choices.ts';

export function retryTerms(task: TaskSummary): Pick<TaskRequest, 'wire' | 'onceKey'> {
  const { wire, button, parentId = '', job } = task;
  if (task.interface === 'video') return { wire };
  return {
    // The receiver of the failed task's webhook did not request the new task.
    wire: { ...wire, notifyHook: '' },
    ...(isChoice(button) && { onceKey: choiceKey(parentId, job.candidate ?? 0) }),
  };
}
