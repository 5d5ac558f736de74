/** The part of a submit statement that makes the task's hook, so that there is no accepted task whose hook was lost. */

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
}

/** A CTE's body, in a statement with a CTE `task` that answers its id. It tells every deliverer that there are hooks. */
export function insertHook({ accountId, url, baseUrl, language }: HookParameters): string {
  return `insert into hooks (task_id, account_id, url, base_url, language)
     select task.id, ${accountId}::uuid, ${url}::text, ${baseUrl}::text, ${language}::text from task where ${url}::text is not null
     on conflict (task_id, url) do nothing
     returning pg_notify('kinora_hook', '')`;
}
