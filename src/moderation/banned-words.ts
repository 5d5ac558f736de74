/** The operator's list of words that no prompt may contain. */
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';

const all = statement('list_banned_words', 'select word from banned_words order by word');
const add = statement(
  'add_banned_words',
  `with added as (insert into banned_words (word) select distinct word from unnest($1::text[]) word on conflict do nothing returning word)
   select word, pg_notify('kinora_banned', '') from added order by word`,
);
const remove = statement(
  'remove_banned_words',
  `with removed as (delete from banned_words where word = any($1::text[]) returning word)
   select word, pg_notify('kinora_banned', '') from removed order by word`,
);

export interface BannedWords {
  /** The first banned word in a text, as it stands on the list; undefined: there is none. */
  find(text: string): Promise<string | undefined>;
  /** The list changed. */
  forget(): void;
  /** Announcements of changes are (not) coming in: while they are not, the list is read each time. */
  setListening(listening: boolean): void;
}

/** Keeps the list in memory until the database announces a change. */
export function openBannedWords(db: Database): BannedWords {
  let kept: Promise<RegExp | undefined> | undefined;
  let listening = false;
  const read = async () => patternOf(await listBannedWords(db));
  return {
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
    forget: () => {
      kept = undefined;
    },
    setListening: now => {
      listening = now;
      kept = undefined;
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

/** Full-width letters and odd spaces are no way round the list. */
function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whole words, save next to Chinese and Japanese characters, which are written without spaces. */
function patternOf(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const letter = String.raw`[\p{L}\p{N}_]`;
  const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
  const edge = (character: string | undefined, look: string) =>
    new RegExp(`^${unspaced}$`, 'u').test(character ?? '') ? '' : `(?${look}(?!${unspaced})${letter})`;
  const alternatives = [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => `${edge([...word][0], '<!')}${RegExp.escape(word)}${edge([...word].at(-1), '!')}`);
  return new RegExp(alternatives.join('|'), 'u');
}
