/** A task that its owner does not want to see any more. Its row stays, for the ledger and for what follows it. */
import type { Database } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Interface } from './task.ts';

/** The sweep takes the files of what has expired; its hooks need tell nothing more. */
const hide = statement(
  'delete_task',
  `with gone as (update tasks set deleted_at = now(), expires_at = case when expires_at is null then null else least(expires_at, now()) end
   where public_id = $1 and account_id = $2 and interface = $3 and deleted_at is null
   returning id, public_id
   ), hooked as (
     update hooks set ended_at = now(), ending = 'given_up', expires_at = now(), lease_owner = null, lease_until = null
     from gone where hooks.task_id = gone.id and hooks.ended_at is null
   )
   select pg_notify('kinora_task', public_id) from gone`,
);

export interface DeleteRequest {
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: Interface;
}

/** False: there is no such task, or it is deleted already. */
export async function deleteTask(db: Database, request: DeleteRequest): Promise<boolean> {
  return (await db.query(hide, [request.publicId, request.accountId, request.interface])).length === 1;
}
