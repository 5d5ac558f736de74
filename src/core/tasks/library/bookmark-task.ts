/** Bookmarks: the star of the Console and the bookmark of the image interface. */
import { changeTasks } from '../../../platform/db/change-feed.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';

const bookmark = statement(
  'bookmark_task',
  `update tasks set bookmarked_at = case when $2::boolean then coalesce(bookmarked_at, now()) end
   where id = $1 and (bookmarked_at is not null) <> $2::boolean returning public_id`,
);

/** `id`: the row of the task. Safe to repeat. */
export async function bookmarkTask(
  db: Queryable,
  id: string,
  { isBookmarked }: { readonly isBookmarked: boolean } = { isBookmarked: true },
): Promise<void> {
  await changeTasks(db, bookmark, [id, isBookmarked]);
}
