/** Finds tasks in a scope by their public ids. Tasks outside the scope look as if they did not exist. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Interface, Phase } from '../task.ts';
import type { TaskScope } from '../task-scope.ts';

export interface OwnTask {
  readonly id: string;
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: Interface;
  readonly phase: Phase;
  readonly isDeleted: boolean;
}

/** $2, $3: null for all. */
const selectOwnTasks = statement(
  'own_tasks',
  `select id, public_id as "publicId", account_id as "accountId", interface, phase,
     deleted_at is not null as "isDeleted"
   from task_states tasks
   where public_id = any($1::text[])
     and ($2::uuid is null or account_id = $2)
     and ($3::uuid is null or tasks.user_id = $3)
   order by id desc`,
);

/** Includes deleted tasks. */
export function findOwnTasks(
  db: Queryable,
  publicIds: readonly string[],
  { accountId, userId }: TaskScope,
): Promise<OwnTask[]> {
  return db.query<OwnTask>(selectOwnTasks, [publicIds, accountId ?? null, userId ?? null]);
}
