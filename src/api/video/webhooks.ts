/**
 * GET /v1/videos/{id}/webhooks: the deliveries of a clip's webhook. POST
 * …/{hook}/redeliver: delivers it again.
 */
import { isRowId } from '../../platform/lib/id.ts';
import type { Database } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { isEnded } from '../../core/tasks/task.ts';
import { hooksOfTask, type HookOfTask } from '../../core/webhooks/read-hooks.ts';
import { redeliverHook } from '../../core/webhooks/redeliver-hook.ts';
import { ownTask } from '../http/tasks/own-task.ts';
import type { Call } from '../http/route.ts';
import { statusOf } from './wire.ts';

export function listWebhooks({ db }: { readonly db: Database }) {
  return async ({ params, token }: Call) => {
    const id = params['id'] ?? '';
    await ownTask(db, id, { token, interface: 'video' });
    return { object: 'list', data: (await hooksOfTask(db, id, token.accountId)).map(toWire) };
  };
}

function toWire({ id, url, state, attempts }: HookOfTask) {
  return {
    id,
    url,
    state: state === 'delivering' ? 'pending' : state,
    attempts: attempts.map(({ messageId, status, error, tookMs, at }) => ({
      message_id: messageId,
      /** The status of the receiver's response. Null if there was none; `error` then has the reason. */
      status,
      error,
      took_ms: tookMs,
      at: Math.round(at.getTime() / 1000),
    })),
  };
}

export function redeliverWebhook({ db }: { readonly db: Database }) {
  return async ({ params, token }: Call) => {
    const [id = '', hook = ''] = [params['id'], params['hook']];
    const task = await ownTask(db, id, { token, interface: 'video' });
    const hooks = isRowId(hook) ? await hooksOfTask(db, id, token.accountId) : [];
    if (!hooks.some(taskHook => taskHook.id === hook)) throw new AppError('hook_unknown', { hook });
    if (!isEnded(task.phase)) throw new AppError('video_not_ready', { phase: statusOf[task.phase] });
    await redeliverHook(db, hook, token.accountId);
    return { id: hook, object: 'webhook', state: 'pending' };
  };
}
