/**
 * The part of the submit statement that stores the webhooks of its tasks, so that no
 * accepted task lacks its webhook.
 */
import { changeTasks } from '../../platform/db/change-feed.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { endRank, rankOfTask } from './rank.ts';

export interface HookRequest {
  /** The result of `checkHookUrl`. */
  readonly url: string;
  /** Whether it is the operator's default, because the request named none. */
  readonly isDefault?: boolean;
  /** Whether it receives only the final event. Webhooks of the video interface always do. */
  readonly isFinal?: boolean;
  /** The public URL that the record contains. */
  readonly baseUrl: string;
  readonly language: 'en' | 'zh';
}

/**
 * The body of a CTE. `from`: rows of tasks with `id`, `account_id`, `interface`, `hook_url` (null: no
 * webhook), `hook_is_default`, `hook_is_final`, `hook_base_url` and `hook_language`. A webhook of the video
 * interface receives only the final event, a webhook of the image interface every change unless it is final.
 */
export const insertHooks = (from: string): string =>
  `insert into hooks (task_id, account_id, url, is_default, base_url, language, rank_sent)
   select id, account_id, hook_url, coalesce(hook_is_default, false), hook_base_url, hook_language,
     case when interface = 'video' or hook_is_final then ${endRank - 1} else 1 end
   from ${from} where hook_url is not null
   on conflict (task_id, url) do nothing`;

const addToTask = statement(
  'add_hook_to_task',
  `with inserted_hook as (
     -- The webhook. One that was delivered sends the task's present state again.
     insert into hooks as existing (task_id, account_id, url, base_url, language)
     select tasks.id, tasks.account_id, $3, $4, $5 from tasks
     where tasks.public_id = $1 and tasks.account_id = $2::uuid and tasks.deleted_at is null
     on conflict (task_id, url)
     do update set
       rank_sent = (select ${rankOfTask} - 1 from task_states tasks where tasks.id = existing.task_id),
       tries = 0, due_at = now(), ended_at = null, ending = null, expires_at = null
     where existing.ended_at is not null
     returning task_id
   ), hooked_task as (
     -- Its task.
     select public_id from inserted_hook join tasks on tasks.id = task_id
   ), announcements as (
     -- Pollers see the webhook.
     insert into task_changes (public_id, hooked) select public_id, true from hooked_task
   )
   select public_id from hooked_task`,
);

/**
 * Has a webhook receive the events of a task that another request created, so that a button that is
 * pressed again is answered in the same way. A task that has ended sends its final event, also to a URL
 * that has received it before.
 */
export async function addHookToTask(
  db: Queryable,
  { publicId, accountId }: { readonly publicId: string; readonly accountId: string },
  { url, baseUrl, language }: HookRequest,
): Promise<void> {
  await changeTasks(db, addToTask, [publicId, accountId, url, baseUrl, language]);
}
