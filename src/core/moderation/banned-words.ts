/** The operator's list of words that no prompt may contain. */
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { normal, patternOf } from '@kinora/shared/prompt/banned-pattern';

const all = statement('list_banned_words', 'select word from banned_words order by word');
const add = statement(
  'add_banned_words',
  `with new_words as (insert into banned_words (word) select distinct word from unnest($1::text[]) word on conflict do nothing returning word)
   select word, pg_notify('kinora_banned', '') from new_words order by word`,
);
const remove = statement(
  'remove_banned_words',
  `with deleted_words as (delete from banned_words where word = any($1::text[]) returning word)
   select word, pg_notify('kinora_banned', '') from deleted_words order by word`,
);

export interface BannedWords {
  /** The first banned word in a text, as it stands on the list; undefined: there is none. */
  find(text: string): Promise<string | undefined>;
  /** The next text is compared with the list as it is then. */
  forget(): void;
}

/** Keeps the list in memory until it changes. While notifications are missed, or without them, it reads the list each time. */
export function openBannedWords(db: Database, notifications?: Notifications): BannedWords {
  let kept: Promise<RegExp | undefined> | undefined;
  let listening = false;
  const read = async () => patternOf(await listBannedWords(db));
  const forget = () => void (kept = undefined);
  notifications?.on('kinora_banned', forget);
  notifications?.onListening(now => {
    listening = now;
    forget();
  });
  return {
    forget,
    find: async text => {
      kept ??= read();
      const reading = kept;
      if (!listening) kept = undefined;
      try {
        const found = (await reading)?.exec(normal(text));
        return found?.[0];
      } catch (error) {
        kept = undefined;
        throw error;
      }
    },
  };
}

export async function listBannedWords(db: Queryable): Promise<string[]> {
  return (await db.query<{ word: string }>(all)).map(row => row.word);
}

/** Answers with those that are new on the list. */
export async function banWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  const given = words.map(normal).filter(Boolean);
  return (await db.query<{ word: string }>(add, [given])).map(row => row.word);
}

/** Answers with those that were on the list. */
export async function allowWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  return (await db.query<{ word: string }>(remove, [words.map(normal)])).map(row => row.word);
}
