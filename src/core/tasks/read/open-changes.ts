/**
 * The last change of each open task: of its place in the queue or its run, or of its record if that changed
 * later. `condition`: on columns of `task_queue` and `task_runs`.
 */
export const openChanges = (condition: string): string =>
  ['task_queue', 'task_runs']
    .map(
      table => `select open.task_id as id, open.account_id, tasks.user_id,
           greatest(open.change, tasks.change) as change,
           greatest(open.changed_at, tasks.changed_at) as changed_at
         from (select task_id, account_id, change, changed_at from ${table} where ${condition}) open
           join tasks on tasks.id = open.task_id`,
    )
    .join(' union all ');
