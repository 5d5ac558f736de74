/** The answers to submits that were accepted. */
import type { Language } from '../../errors.ts';
import type { Submitted } from '../../tasks/submit-task.ts';

export const successText: Readonly<Record<Language, string>> = { en: 'Success', zh: '成功' };

const texts = {
  en: {
    accepted: 'Submit success',
    existing: 'Submitted before',
    queued: (ahead: number) => `In the queue, ${ahead} ${ahead === 1 ? 'task' : 'tasks'} ahead`,
    // Clients look for the word "confirm".
    modal: 'Waiting for window confirm',
  },
  zh: {
    accepted: '提交成功',
    existing: '任务已提交',
    queued: (ahead: number) => `排队中，前面还有${ahead}个任务`,
    modal: '等待窗口确认 (confirm)',
  },
} as const;

/** Of several tasks the first is the result, and `properties.taskIds` names them all. */
export function acceptedAnswer(submitted: readonly Submitted[], language: Language) {
  const [first] = submitted;
  if (!first) throw new Error('Nothing was submitted');
  const text = texts[language];
  const ahead = first.waitingAhead;
  const taskIds = submitted.length > 1 ? { taskIds: submitted.map(({ publicId }) => publicId) } : {};
  if (ahead > 0) {
    return {
      code: 22,
      description: text.queued(ahead),
      result: first.publicId,
      properties: { numberOfQueues: ahead, ...taskIds },
    };
  }
  const description = first.existed ? text.existing : text.accepted;
  return { code: 1, description, result: first.publicId, properties: taskIds };
}

/** The task is there and waits: for a prompt, with this one proposed, or for a mask. */
export function modalAnswer([submitted]: readonly Submitted[], finalPrompt: string, language: Language) {
  return {
    code: 21,
    description: texts[language].modal,
    result: submitted?.publicId ?? null,
    properties: { finalPrompt, remix: true },
  };
}

/** A bookmark makes no task: it answers with the one that was marked. */
export function bookmarkedAnswer(publicId: string, language: Language) {
  return { code: 1, description: successText[language], result: publicId, properties: {} };
}
