/** Lists the hooks of a task with all delivery attempts, for its owner. */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { deliveryStateOfHook, type DeliveryState } from './delivery-state.ts';

const byTask = statement(
  'list_hooks',
  `select hooks.id, hooks.url, ${deliveryStateOfHook} as state, hooks.due_at, hooks.ended_at, coalesce((
     select json_agg(json_build_object('message_id', message_id, 'status', status, 'error', error, 'took_ms', took_ms,
       'at', extract(epoch from created_at)::bigint) order by id)
     from hook_attempts where hook_id = hooks.id), '[]') as attempts
   from hooks join tasks on tasks.id = hooks.task_id
   where tasks.public_id = $1 and hooks.account_id = $2 order by hooks.created_at`,
);

export interface HookAttempt {
  readonly message_id: string;
  /** Status of the receiver's response. Null if there was none; `error` then has the reason. */
  readonly status: number | null;
  readonly error: string | null;
  readonly took_ms: number;
  /** Unix seconds. */
  readonly at: number;
}

export interface ListedHook {
  readonly id: string;
  readonly url: string;
  readonly state: 'pending' | Exclude<DeliveryState, 'delivering'>;
  readonly attempts: readonly HookAttempt[];
}

interface HookRow {
  id: string;
  url: string;
  state: DeliveryState;
  attempts: HookAttempt[];
}

export async function listHooks(db: Queryable, publicId: string, accountId: string): Promise<ListedHook[]> {
  const rows = await db.query<HookRow>(byTask, [publicId, accountId]);
  return rows.map(({ id, url, state, attempts }) => ({
    id,
    url,
    state: state === 'delivering' ? 'pending' : state,
    attempts,
  }));
}
