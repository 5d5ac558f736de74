/** Responses to accepted submits. */
import type { Language } from '@kinora/shared/errors/errors';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { maxAhead } from '../../../core/tasks/task.ts';
import type { SubmittedTask } from '../../../core/tasks/submit/submit-item.ts';

export const successText: Readonly<Record<Language, string>> = { en: 'Success', zh: '成功' };

const texts = {
  en: {
    accepted: 'Submit success',
    existing: 'Submitted before',
    several: (text: string, { tasks, price }: Several) =>
      `${text}. ${tasks} tasks from this prompt, ${price} in total`,
    queued: (ahead: string) => `In the queue, ${ahead} ${ahead === '1' ? 'task' : 'tasks'} ahead`,
    // Clients look for the word "confirm".
    modal: 'Waiting for window confirm',
  },
  zh: {
    accepted: '提交成功',
    existing: '任务已提交',
    several: (text: string, { tasks, price }: Several) =>
      `${text}. ${tasks} tasks from this prompt, ${price} in total`,
    queued: (ahead: string) => `排队中，前面还有${ahead}个任务`,
    modal: '等待窗口确认 (confirm)',
  },
} as const;

/** A task of a submit, with what the response contains about it. */
export interface PlacedSubmit extends SubmittedTask {
  readonly priceMicros: Micros;
  readonly currency: string;
  /** The version, and the parameter that decided it. Absent if it is named, or the default. */
  readonly inferred?: { readonly version: string; readonly from: string };
}

/** The version of an order that one of its parameters decided. */
export function inferredVersion(
  order:
    | { readonly job: { readonly version?: string }; readonly wire: { readonly versionFrom?: string } }
    | undefined,
): Pick<PlacedSubmit, 'inferred'> {
  const version = order?.job.version;
  const from = order?.wire.versionFrom;
  return version !== undefined && from !== undefined ? { inferred: { version, from } } : {};
}

/**
 * A joined submit is marked by a property, not by code 21 (decisions/038). For several tasks, `result` is the
 * first one, `properties.taskIds` lists all, and the price of all is stated.
 */
export function acceptedResponse(tasks: readonly (SubmittedTask | PlacedSubmit)[], language: Language) {
  const [first] = tasks;
  if (!first) throw new InvariantError('Nothing was submitted');
  const text = texts[language];
  const ahead = first.waitingAhead;
  const several = summarizeSeveral(tasks);
  const joined = first.existed && { existed: true };
  const properties = { ...joined, ...toProperties(tasks, several), ...inferredProperties(first) };
  const describe = (plain: string) => (several ? text.several(plain, several) : plain);
  if (ahead > 0) {
    return {
      code: 22,
      description: describe(text.queued(ahead < maxAhead ? String(ahead) : `${maxAhead}+`)),
      result: first.publicId,
      properties: { numberOfQueues: ahead, ...properties },
    };
  }
  const description = describe(first.existed ? text.existing : text.accepted);
  return { code: 1, description, result: first.publicId, properties };
}

interface Several {
  readonly tasks: number;
  readonly price: string;
}

/** Returns how many tasks one prompt became, and what all cost, or undefined if it is one. */
function summarizeSeveral(tasks: readonly (SubmittedTask | PlacedSubmit)[]): Several | undefined {
  if (tasks.length < 2) return undefined;
  const pricedTasks = tasks.filter(task => 'priceMicros' in task);
  const total = pricedTasks.reduce((sum, { priceMicros }) => sum + priceMicros, 0n);
  return { tasks: tasks.length, price: `${formatMicros(total)} ${pricedTasks[0]?.currency ?? ''}`.trim() };
}

function toProperties(tasks: readonly SubmittedTask[], several: Several | undefined) {
  if (!several) return {};
  return { taskIds: tasks.map(({ publicId }) => publicId), totalPrice: several.price };
}

/** Returns which version is used because a parameter needs it. */
function inferredProperties(task: SubmittedTask | PlacedSubmit) {
  if (!('inferred' in task) || !task.inferred) return {};
  return { version: task.inferred.version, versionFrom: task.inferred.from };
}

/**
 * The response to "Imagine all": the result lists every task's id, separated by commas, as
 * clients of the format expect.
 */
export function allAcceptedResponse(tasks: readonly SubmittedTask[], language: Language) {
  const result = tasks.map(({ publicId }) => publicId).join(',');
  return { ...acceptedResponse(tasks, language), result };
}

/** The response for a task that waits for a prompt, with a proposed one, or for a mask. */
export function modalResponse([task]: readonly SubmittedTask[], finalPrompt: string, language: Language) {
  return {
    code: 21,
    description: texts[language].modal,
    result: task?.publicId ?? null,
    properties: { finalPrompt, remix: true },
  };
}

/** The response to a bookmark, which creates no task. Its result is the bookmarked task. */
export function bookmarkedResponse(publicId: string, language: Language) {
  return { code: 1, description: successText[language], result: publicId, properties: {} };
}
