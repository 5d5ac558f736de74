/**
 * The operator's lists of words that no prompt may contain: one for all accounts, and one for each of some.
 */
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { normalizeForMatching, wordPattern } from '@kinora/shared/prompt/banned-pattern';

/** $1: the account, or null for the words of all accounts. */
const all = statement(
  'list_banned_words',
  `select word from banned_words where $1::uuid is null
   union all select word from account_banned_words where account_id = $1 order by word`,
);
const ofAccounts = statement('words_of_accounts', 'select account_id, word from account_banned_words');
const add = statement(
  'add_banned_words',
  `with server_words as (
     -- Words that nobody may use.
     insert into banned_words (word)
     select distinct word from unnest($1::text[]) word
     where $2::uuid is null
     on conflict do nothing
     returning word
   ), account_words as (
     -- Words that one account does not want.
     insert into account_banned_words (account_id, word)
     select distinct $2::uuid, word from unnest($1::text[]) word
     where $2::uuid is not null
     on conflict do nothing
     returning word
   )
   select word, pg_notify('kinora_banned', '')
   from (select word from server_words union all select word from account_words) added
   order by word`,
);
const remove = statement(
  'remove_banned_words',
  `with server_words as (
     -- Words that nobody may use.
     delete from banned_words where word = any($1::text[]) and $2::uuid is null returning word
   ), account_words as (
     -- Words that one account does not want.
     delete from account_banned_words where word = any($1::text[]) and account_id = $2 returning word
   )
   select word, pg_notify('kinora_banned', '')
   from (select word from server_words union all select word from account_words) removed
   order by word`,
);

/** The owner of a prompt, whose own words count as well. */
export interface PromptOwner {
  readonly accountId: string;
  /** Whether the group of its token is moderated. The words of the account are banned in any case. */
  readonly isModerated: boolean;
}

export interface BannedWords {
  /** The first banned word in a text, as it stands there. Returns undefined if there is none. */
  find(text: string, owner: PromptOwner): Promise<string | undefined>;
  /** The next text is compared with the lists as they are then. */
  forget(): void;
}

interface Lists {
  readonly forAll: RegExp | undefined;
  readonly byAccount: ReadonlyMap<string, RegExp>;
}

async function readLists(db: Queryable): Promise<Lists> {
  const words = new Map<string, string[]>();
  for (const { account_id: account, word } of await db.query<{ account_id: string; word: string }>(
    ofAccounts,
  ))
    words.set(account, [...(words.get(account) ?? []), word]);
  const patterns = [...words].flatMap(([account, accountWords]) => {
    const pattern = wordPattern(accountWords);
    return pattern ? [[account, pattern] as const] : [];
  });
  return { forAll: wordPattern(await listBannedWords(db)), byAccount: new Map(patterns) };
}

/**
 * Keeps the lists in memory until one changes. While notifications are missed, or without
 * them, it reads them each time.
 */
export function openBannedWords(db: Database, notifications?: Notifications): BannedWords {
  let cachedLists: Promise<Lists> | undefined;
  let listening = false;
  const forget = () => void (cachedLists = undefined);
  notifications?.on('kinora_banned', forget);
  notifications?.onListening(now => {
    listening = now;
    forget();
  });
  return {
    forget,
    find: async (text, { accountId, isModerated }) => {
      cachedLists ??= readLists(db);
      const reading = cachedLists;
      if (!listening) cachedLists = undefined;
      try {
        const { forAll, byAccount } = await reading;
        const words = normalizeForMatching(text);
        const match =
          (isModerated ? forAll?.exec(words) : undefined) ?? byAccount.get(accountId)?.exec(words);
        return match?.[0];
      } catch (error) {
        cachedLists = undefined;
        throw error;
      }
    },
  };
}

/** Lists the words of an account or, if none is given, those of all accounts. */
export async function listBannedWords(db: Queryable, accountId?: string): Promise<string[]> {
  return (await db.query<{ word: string }>(all, [accountId ?? null])).map(row => row.word);
}

/** Answers with those that are new on the list. */
export async function banWords(
  db: Queryable,
  words: readonly string[],
  accountId?: string,
): Promise<string[]> {
  const normalWords = words.map(normalizeForMatching).filter(Boolean);
  return (await db.query<{ word: string }>(add, [normalWords, accountId ?? null])).map(row => row.word);
}

/** Answers with those that were on the list. */
export async function allowWords(
  db: Queryable,
  words: readonly string[],
  accountId?: string,
): Promise<string[]> {
  return (await db.query<{ word: string }>(remove, [words.map(normalizeForMatching), accountId ?? null])).map(
    row => row.word,
  );
}
