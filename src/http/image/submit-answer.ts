/** The answer to an accepted submit, and what no submit of this interface takes yet. */
import { AppError, type Language } from '../../errors.ts';
import type { Submitted } from '../../tasks/submit-task.ts';

const texts = {
  en: {
    accepted: 'Submit success',
    existing: 'Submitted before',
    queued: (ahead: number) => `In the queue, ${ahead} ${ahead === 1 ? 'task' : 'tasks'} ahead`,
  },
  zh: {
    accepted: '提交成功',
    existing: '任务已提交',
    queued: (ahead: number) => `排队中，前面还有${ahead}个任务`,
  },
} as const;

export function acceptedAnswer({ publicId, existed, waitingAhead }: Submitted, language: Language) {
  const text = texts[language];
  if (waitingAhead > 0) {
    return {
      code: 22,
      description: text.queued(waitingAhead),
      result: publicId,
      properties: { numberOfQueues: waitingAhead },
    };
  }
  return { code: 1, description: existed ? text.existing : text.accepted, result: publicId, properties: {} };
}

/** Better a clear refusal than a picture that ignores half of what was asked. Empty values count as not given. */
export function refuseUnoffered(body: {
  notifyHook?: string | null | undefined;
  base64?: unknown;
  base64Array?: unknown;
}): void {
  const given = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  for (const [param, value] of Object.entries({
    base64Array: body.base64Array,
    base64: body.base64,
    notifyHook: body.notifyHook,
  })) {
    if (given(value))
      throw new AppError('field_invalid', {
        param,
        reason: 'not offered by this server yet; leave it out or empty.',
      });
  }
}
