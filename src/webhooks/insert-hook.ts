/** The part of a submit statement that makes the task's hook, so that there is no accepted task whose hook was lost. */
import { endRank } from './rank.ts';

export interface HookRequest {
  /** As `checkHookUrl` answers it. */
  readonly url: string;
  /** What the record depends on besides its task. */
  readonly baseUrl: string;
  readonly language: 'en' | 'zh';
}

/** Names of the statement's parameters, as `$21`. */
export interface HookParameters {
  readonly accountId: string;
  /** Null: no hook. */
  readonly url: string;
  readonly baseUrl: string;
  readonly language: string;
  /** A hook of the video interface is told the end only, one of the image interface every state. */
  readonly interfaceName: string;
}

/** A CTE's body, in a statement with a CTE `task` that answers its id. It tells every deliverer that there are hooks. */
export function insertHook({ accountId, url, baseUrl, language, interfaceName }: HookParameters): string {
  return `insert into hooks (task_id, account_id, url, base_url, language, rank_sent)
     select task.id, ${accountId}::uuid, ${url}::text, ${baseUrl}::text, ${language}::text,
       case ${interfaceName}::text when 'video' then ${endRank - 1} else 1 end from task where ${url}::text is not null
     on conflict (task_id, url) do nothing
     returning pg_notify('kinora_hook', '')`;
}
