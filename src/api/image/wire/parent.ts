/** The finished task that a follow-up starts from, and the buttons it offers. */
import type { Token } from '../../../core/accounts/tokens.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { FollowUps } from '../../../core/catalogue/models/usable-models.ts';
import { listButtons, findButton, type Button, type ButtonConditions } from './buttons.ts';
import { isInScope, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { countCandidates, type TaskInput } from '../../../core/tasks/task.ts';
import { viewTask, type Output, type TaskView } from '../../../core/tasks/read/task-view.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';

/** Finds the parent task. Throws AppError; tasks of others are reported as unknown. */
export async function findParent(parts: SubmitDependencies, token: Token, taskId: string): Promise<TaskView> {
  const parent = await viewTask(parts.db, taskId, 'image');
  if (!parent || !isInScope(parent, scopeOfToken(token)))
    throw new AppError('parent_unknown', { task: taskId });
  return parent;
}

/** Finds a finished parent. Throws AppError if it has not succeeded or its files have expired. */
export async function findFinished(
  parts: SubmitDependencies,
  token: Token,
  taskId: string,
): Promise<TaskView> {
  const parent = await findParent(parts, token, taskId);
  if (parent.phase !== 'succeeded')
    throw new AppError('parent_not_ready', { task: taskId, phase: parent.phase });
  if (parent.expired) throw new AppError('parent_expired', { task: taskId });
  return parent;
}

/** Finds a button of the parent. Throws AppError `button_unknown`, which lists the buttons. */
export function resolveButton(parent: TaskView, followUps: FollowUps, customId: string): Button {
  const buttons = buttonsOfTask(parent, followUps);
  const match = findButton(buttons, customId);
  if (match) return match;
  const allowedIds = buttons.map(button => button.customId).join(', ') || '(none)';
  throw new AppError('button_unknown', { task: parent.publicId, customId, allowed: allowedIds });
}

export function buttonsOfTask(task: TaskView, followUps: FollowUps): Button[] {
  const { version = '7', width, height, seconds = 0, enhance } = task.job;
  const result = resultKind(task);
  return listButtons({
    job: task.id,
    result,
    version,
    width,
    height,
    seconds,
    enhancement: enhance,
    candidates: countCandidates(task.job),
    ...followUps,
  });
}

function resultKind({ job }: TaskView): ButtonConditions['result'] {
  switch (job.kind) {
    case 'upscale':
      return 'picture';
    case 'describe':
    case 'shorten':
      return job.kind;
    case 'clip':
      return (job.clips ?? 1) > 1 ? 'clips' : 'clip';
    default:
      return countCandidates(job) === 1 ? 'picture' : 'grid';
  }
}

/** The file of a candidate, as input of a follow-up. Throws AppError `image_missing` or `parent_expired`. */
export function candidateInput(parent: TaskView, candidate: number): TaskInput {
  const count = countCandidates(parent.job);
  if (candidate < 0 || candidate >= count)
    throw new AppError('image_missing', { task: parent.publicId, number: candidate + 1, count });
  const file = parent.outputs.find(output => isCandidate(output, candidate));
  if (!file) throw new AppError('parent_expired', { task: parent.publicId });
  const { storageKey, width, height } = file;
  const contentType = file.contentType as TaskInput['contentType'];
  return { role: 'picture', storageKey, contentType, width, height };
}

function isCandidate({ kind, ordinal }: Output, candidate: number): boolean {
  return (kind === 'cell' || kind === 'picture') && ordinal === candidate;
}
