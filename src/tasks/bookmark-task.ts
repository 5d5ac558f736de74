/** A picture that its owner likes. */
import type { Database } from '../db/open.ts';
import { statement } from '../db/statement.ts';

const bookmark = statement(
  'bookmark_task',
  `update tasks set bookmarked_at = coalesce(bookmarked_at, now()) where id = $1 returning pg_notify('kinora_task', public_id)`,
);

/** Safe to repeat. */
export async function bookmarkTask(db: Database, id: string): Promise<void> {
  await db.query(bookmark, [id]);
}
