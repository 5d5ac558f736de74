/** Accounts, which pay for tasks. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { indexedStatement, statement } from '../../platform/db/statement.ts';
import { newRowId, toRowId } from '../../platform/lib/id.ts';
import type { Micros } from '@kinora/shared/money';
import { lookalikeKey } from '@kinora/shared/text/comparable';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly availableMicros: Micros;
  readonly heldMicros: Micros;
  readonly createdAt: Date;
  readonly suspendedAt: Date | undefined;
  /** Factor on every price that the account pays, besides that of the token's group, in millionths. */
  readonly factorMicros: Micros;
  /** The closed groups that the account may use. Open groups are not listed. */
  readonly groups: readonly string[];
  /** The owners get a mail when the balance falls below this amount. Undefined means no mail. */
  readonly lowBalanceMicros: Micros | undefined;
  /**
   * Concurrent tasks. Undefined means any number. A plan with another number counts as long as it lasts.
   */
  readonly maxOpen: number | undefined;
}

/** The factor of an account, with its volume discount: an expression in SQL on a row of `accounts`. */
export const accountFactor = 'accounts.factor_micros * accounts.volume_factor_micros / 1000000';

const columns = `id, name, available_micros, held_micros, created_at, suspended_at, factor_micros,
     low_balance_micros, max_open,
     array(
       select group_name
       from group_accounts join groups on groups.name = group_name
       where account_id = accounts.id and not is_open
       order by group_name
     ) as groups`;
/**
 * The condition in SQL that a row of `accounts` matches what was searched: a part of its name or of the
 * address of one of its users, or its whole id. A null matches all.
 */
export function matchesSearch(words: string): string {
  return `(
       ${words}::text is null
       or position(lower(${words}) in lower(accounts.name)) > 0
       or accounts.id::text = lower(${words})
       or accounts.id in (select account_id from users where position(lower(${words}) in email) > 0)
     )`;
}

/** An id after all others. */
export const lastId = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";
/** $1 what was searched, $2 the last one of the previous page, $3 limit. Ids are in the order of creation. */
const list = statement(
  'list_accounts',
  `select ${columns},
     coalesce(
       (select sum(spent_micros) from tokens where account_id = accounts.id), 0
     )::bigint as spent_micros
   from accounts
   where ${matchesSearch('$1')} and id < coalesce($2, ${lastId})
   order by id desc limit $3`,
);
const selectByIdOrName = indexedStatement(
  'account_by_name',
  `select ${columns} from accounts where id = coalesce(
     (select id from accounts where id = $1::uuid), (select id from accounts where lower(name) = lower($2)))`,
);
const names = statement('account_names', 'select id, name from accounts');
const oddNames = statement('odd_account_names', "select id, name from accounts where name ~ '[^ -~]'");
/** The account gets the closed groups of new accounts, which the rest of the statement does not see. */
const insert = statement(
  'insert_account',
  `with new_account as (
     -- The account, unless its name is taken.
     insert into accounts (id, name) values ($1, $2) on conflict do nothing returning id
   ), memberships as (
     -- Opens the groups of new accounts to it.
     insert into group_accounts (group_name, account_id)
     select groups.name, new_account.id from groups, new_account
     where for_new_accounts
   )
   select id from new_account`,
);
const changeFactor = statement(
  'change_account_factor',
  `update accounts set factor_micros = $2 where id = $1 returning pg_notify('kinora_token', '')`,
);
const changeOpen = statement('change_account_open', 'update accounts set max_open = $2 where id = $1');
const changeGroups = statement(
  'change_account_groups',
  `with ended_memberships as (
     -- Closes the groups that the list no longer has.
     delete from group_accounts where account_id = $1 and group_name <> all($2::text[])
   ), memberships as (
     -- Opens the groups of the list.
     insert into group_accounts (group_name, account_id) select unnest($2::text[]), $1 on conflict do nothing
   )
   select pg_notify('kinora_token', '')`,
);
const setLowBalance = statement(
  'set_low_balance',
  'update accounts set low_balance_micros = $2, low_balance_since = null where id = $1',
);
const rename = statement('rename_account', 'update accounts set name = $2 where id = $1 returning id');
const suspend = statement(
  'suspend_account',
  `update accounts set suspended_at = case when $2 then coalesce(suspended_at, now()) end
   where id = $1
   returning id`,
);

export interface AccountPage {
  /** A part of the name or of the address of a user, or the id. Undefined means all accounts. */
  readonly search: string | undefined;
  /** The id of the last one of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Newest first, each with the total that its tokens were charged. Refunds are not subtracted. */
export async function listAccounts(
  db: Queryable,
  { search, before, limit }: AccountPage,
): Promise<(Account & { readonly spentMicros: Micros })[]> {
  return readRows(db, list, [search ?? null, before ?? null, limit]);
}

/** Finds an account by id or by name. Names are compared without regard to case. */
export async function findAccount(db: Queryable, idOrName: string): Promise<Account | undefined> {
  return readFirst(db, selectByIdOrName, [toRowId(idOrName), idOrName]);
}

/**
 * Finds an account whose name looks the same, so that no money goes to the wrong one. Two plain ASCII names
 * are distinguished by the unique key alone.
 */
export async function findLookalike(
  db: Queryable,
  name: string,
  exceptId?: string,
): Promise<Pick<Account, 'id' | 'name'> | undefined> {
  const isPlain = /^[ -~]*$/.test(name);
  const rows = await db.query<Pick<Account, 'id' | 'name'>>(isPlain ? oddNames : names);
  const key = lookalikeKey(name);
  return rows.find(row => row.id !== exceptId && lookalikeKey(row.name) === key);
}

/** Creates an account. Returns undefined if the name is taken, or looks like one that is. */
export async function createAccount(db: Queryable, name: string): Promise<Account | undefined> {
  if (await findLookalike(db, name)) return undefined;
  const [row] = await db.query<{ id: string }>(insert, [newRowId(), name]);
  return row && findAccount(db, row.id);
}

export interface AccountTerms {
  readonly factorMicros?: Micros | undefined;
  /** The closed groups that the account may use, instead of those before. */
  readonly groups?: readonly string[] | undefined;
  /** Concurrent tasks. Null removes the limit. */
  readonly maxOpen?: number | null | undefined;
}

/** Changes what an account pays and which closed groups it may use, on every node immediately. */
export async function changeAccountTerms(
  db: Queryable,
  id: string,
  { factorMicros, groups, maxOpen }: AccountTerms,
): Promise<void> {
  if (maxOpen !== undefined) await db.query(changeOpen, [id, maxOpen]);
  if (factorMicros === undefined && groups === undefined) return;
  if (factorMicros !== undefined) await db.query(changeFactor, [id, factorMicros]);
  if (groups) await db.query(changeGroups, [id, groups]);
  db.hint('tokens');
}

/** Sets the balance below which the owners get a mail. Undefined means that they do not. */
export async function changeLowBalance(
  db: Queryable,
  id: string,
  lowBalanceMicros: Micros | undefined,
): Promise<void> {
  await db.query(setLowBalance, [id, lowBalanceMicros ?? null]);
}

export async function renameAccount(db: Queryable, id: string, name: string): Promise<void> {
  await db.query(rename, [id, name]);
}

/**
 * Suspends or resumes an account. A suspended account cannot submit tasks; its running tasks finish normally.
 */
export async function setSuspended(db: Queryable, id: string, isSuspended: boolean): Promise<void> {
  await db.query(suspend, [id, isSuspended]);
}
