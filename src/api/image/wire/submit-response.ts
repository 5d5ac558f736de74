/** Responses to accepted submits. */
import type { Language } from '@kinora/shared/errors/errors';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { maxAhead } from '../../../core/tasks/task.ts';
import type { Submitted } from '../../../core/tasks/submit/submit-item.ts';

export const successText: Readonly<Record<Language, string>> = { en: 'Success', zh: '成功' };

const texts = {
  en: {
    accepted: 'Submit success',
    existing: 'Submitted before',
    queued: (ahead: string) => `In the queue, ${ahead} ${ahead === '1' ? 'task' : 'tasks'} ahead`,
    // Clients look for the word "confirm".
    modal: 'Waiting for window confirm',
  },
  zh: {
    accepted: '提交成功',
    existing: '任务已提交',
    queued: (ahead: string) => `排队中，前面还有${ahead}个任务`,
    modal: '等待窗口确认 (confirm)',
  },
} as const;

/** For several tasks, `result` is the first one and `properties.taskIds` lists all. */
export function acceptedResponse(submitted: readonly Submitted[], language: Language) {
  const [first] = submitted;
  if (!first) throw new InvariantError('Nothing was submitted');
  const text = texts[language];
  const ahead = first.waitingAhead;
  const taskIds = submitted.length > 1 ? { taskIds: submitted.map(({ publicId }) => publicId) } : {};
  if (ahead > 0) {
    return {
      code: 22,
      description: text.queued(ahead < maxAhead ? String(ahead) : `${maxAhead}+`),
      result: first.publicId,
      properties: { numberOfQueues: ahead, ...taskIds },
    };
  }
  const description = first.existed ? text.existing : text.accepted;
  return { code: 1, description, result: first.publicId, properties: taskIds };
}

/** The response to "Imagine all": the result lists every task's id, separated by commas, as clients of the format expect. */
export function allAcceptedResponse(submitted: readonly Submitted[], language: Language) {
  const result = submitted.map(({ publicId }) => publicId).join(',');
  return { ...acceptedResponse(submitted, language), result };
}

/** The response for a task that waits for a prompt, with a proposed one, or for a mask. */
export function modalResponse([submitted]: readonly Submitted[], finalPrompt: string, language: Language) {
  return {
    code: 21,
    description: texts[language].modal,
    result: submitted?.publicId ?? null,
    properties: { finalPrompt, remix: true },
  };
}

/** The response to a bookmark, which creates no task. Its result is the bookmarked task. */
export function bookmarkedResponse(publicId: string, language: Language) {
  return { code: 1, description: successText[language], result: publicId, properties: {} };
}
