/**
 * Conditions of a query that finds one row by its primary key `id`, looked for among its versions from the
 * end of the index: the last one is the current one. As long as an older transaction is open, such as that of
 * a backup, a row that changes all the time has thousands of dead versions, and they come first. `id` is the
 * value, and `conditions` are further conditions of the row. The caller may add a lock.
 */
export function newestVersion(id: string, conditions?: string): string {
  return `id between ${id} and ${id}${conditions ? ` and ${conditions}` : ''} order by id desc limit 1`;
}
