/** The part of the submit statement that stores the webhooks of its tasks, so that no accepted task lacks its webhook. */
import { endRank } from './rank.ts';

export interface HookRequest {
  /** The result of `checkHookUrl`. */
  readonly url: string;
  /** The operator's default, because the request named none. */
  readonly isDefault?: boolean;
  /** What the record depends on besides the task. */
  readonly baseUrl: string;
  readonly language: 'en' | 'zh';
}

/**
 * The body of a CTE. `from`: rows of tasks with `id`, `account_id`, `interface`, `hook_url` (null: no webhook), `hook_is_default`,
 * `hook_base_url` and `hook_language`. A webhook of the video interface receives only the final event, a webhook of the image interface every change.
 */
export const insertHooks = (from: string): string =>
  `insert into hooks (task_id, account_id, url, is_default, base_url, language, rank_sent)
     select id, account_id, hook_url, coalesce(hook_is_default, false), hook_base_url, hook_language, case interface when 'video' then ${endRank - 1} else 1 end
     from ${from} where hook_url is not null
     on conflict (task_id, url) do nothing`;
