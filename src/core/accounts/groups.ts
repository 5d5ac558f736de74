/** Groups: bundles of models of one kind, with a price factor, that tokens belong to. */
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';

export interface Group {
  readonly name: string;
  readonly kind: 'image' | 'video';
  readonly factorMicros: Micros;
  /** Undefined means the models whose cards name this group. */
  readonly models: readonly string[] | undefined;
  readonly isOpen: boolean;
  /** Ids of the accounts that may use the group if it is not open to all. */
  readonly accounts: readonly string[];
  /** Whether new accounts may use the group if it is not open to all. */
  readonly isForNewAccounts: boolean;
  readonly isModerated: boolean;
  /** The image model version of prompts that name none. Undefined means that of the server. */
  readonly defaultVersion: string | undefined;
  /** Requests of the Images API and chats that name an unknown model get the default one. */
  readonly servesAnyModel: boolean;
}

/** A group without the accounts that may use it, of which there may be many. */
export type UsableGroup = Omit<Group, 'accounts'>;

const columns =
  'name, kind, factor_micros, models, is_open, for_new_accounts as is_for_new_accounts, is_moderated, default_version, serves_any_model';
const selectGroups = statement(
  'list_groups',
  `select ${columns},
     array(
       select account_id::text from group_accounts where group_name = groups.name order by account_id
     ) as accounts
   from groups
   order by created_at, name`,
);
/**
 * The condition in SQL that an account may use a group: the group is open, the account was given it, or its
 * plan has it.
 */
export function mayUseGroup(account: string, group: string): string {
  return `(
       ${group}.is_open
       or exists (
         select from group_accounts
         where group_accounts.group_name = ${group}.name and group_accounts.account_id = ${account}
       )
       or exists (
         select from accounts
         where accounts.id = ${account} and ${group}.name = any(plan_groups) and plan_until > now()
       )
     )`;
}

/** $1: the account, or null for one that does not exist yet. */
const usable = statement(
  'usable_groups',
  `select ${columns} from groups
   where ${mayUseGroup('$1::uuid', 'groups')} or ($1::uuid is null and for_new_accounts)
   order by created_at, name`,
);
const insert = statement(
  'insert_group',
  `with new_group as (
     -- The group, unless its name is taken.
     insert into groups (
       name, kind, factor_micros, models, is_open, is_moderated, default_version, serves_any_model,
       for_new_accounts
     )
     values ($1, $2, $3, $4, $5, $6, $8, $9, $10)
     on conflict do nothing
     returning name
   ), new_members as (
     -- The accounts that may use it.
     insert into group_accounts select name, account::uuid from new_group, unnest($7::text[]) account
   )
   select name from new_group`,
);
const update = statement(
  'update_group',
  `with changed_group as (
     -- The group with its new settings.
     update groups
     set factor_micros = $2, models = $3, is_open = $4, is_moderated = $5, default_version = $7,
       serves_any_model = $8, for_new_accounts = $9
     where name = $1
     returning name
   ), removed_members as (
     -- Accounts that the list no longer has.
     delete from group_accounts where group_name = $1 and account_id <> all($6::uuid[])
   ), new_members as (
     -- Accounts that the list has and the group had not.
     insert into group_accounts
     select name, account::uuid
     from changed_group, unnest($6::text[]) account
     on conflict do nothing
   )
   select name, pg_notify('kinora_token', '') from changed_group`,
);
/** Accounts with a token in the group keep it. */
const close = statement(
  'close_group',
  `with closed_group as (
     -- The group, if it was open until now.
     update groups set is_open = false where name = $1 and is_open returning name
   ), kept_members as (
     -- Accounts that have tokens of the group stay allowed.
     insert into group_accounts (group_name, account_id)
     select distinct closed_group.name, account_id
     from tokens join closed_group on closed_group.name in (group_name, also_group)
     where revoked_at is null
     on conflict do nothing
   )
   select name, pg_notify('kinora_token', '') from closed_group`,
);
const lock = statement('lock_group', 'select name from groups where name = $1 for update');
/** A group with tokens cannot be deleted. */
const remove = statement(
  'delete_group',
  `delete from groups
   where name = $1 and not exists (select from tokens where group_name = $1 or also_group = $1)
   returning name`,
);

export type GroupRules = Omit<Group, 'name' | 'kind'>;

export async function listGroups(db: Queryable): Promise<Group[]> {
  return readRows(db, selectGroups);
}

/**
 * The groups that an account may use: those open to all, its own, and those of its plan. Without an
 * account: those of a new one.
 */
export async function usableGroups(db: Queryable, accountId: string | undefined): Promise<UsableGroup[]> {
  return readRows(db, usable, [accountId ?? null]);
}

/** Locks the group until the transaction ends. Other changes of it wait. */
export async function lockGroup(db: Queryable, name: string): Promise<void> {
  await db.query(lock, [name]);
}

export async function findGroup(db: Queryable, name: string): Promise<Group | undefined> {
  return (await listGroups(db)).find(group => group.name === name);
}

/** Creates a group. Returns false if the name is taken. */
export async function createGroup(db: Queryable, { name, kind, ...rules }: Group): Promise<boolean> {
  return (await db.query(insert, [name, kind, ...toValues(rules)])).length === 1;
}

/** Changes the rules of a group. They take effect on every node immediately. */
export async function changeGroup(db: Queryable, name: string, rules: GroupRules): Promise<boolean> {
  const isChanged = (await db.query(update, [name, ...toValues(rules)])).length === 1;
  if (isChanged) db.hint('tokens');
  return isChanged;
}

/**
 * Closes a group to all accounts but those that have a token in it, or were allowed to use it before.
 * Does nothing if it is closed.
 */
export async function closeGroup(db: Queryable, name: string): Promise<void> {
  await db.query(close, [name]);
  db.hint('tokens');
}

/** Returns the values in the order of the parameters of `insert` and `update`. */
function toValues(rules: GroupRules): unknown[] {
  const { factorMicros, models = null, isOpen, isModerated, accounts, defaultVersion = null } = rules;
  return [
    factorMicros,
    models,
    isOpen,
    isModerated,
    accounts,
    defaultVersion,
    rules.servesAnyModel,
    rules.isForNewAccounts,
  ];
}

/** Deletes a group. Returns false if it does not exist or if a token belongs to it. */
export async function deleteGroup(db: Queryable, name: string): Promise<boolean> {
  return (await db.query(remove, [name])).length === 1;
}

/** The groups in which the account can use the model. `group` is the group that the model's card names. */
export async function groupsWithModel(
  db: Queryable,
  { id, group: cardGroup }: { id: string; group: string },
  accountId: string | undefined,
): Promise<UsableGroup[]> {
  const groups = await usableGroups(db, accountId);
  return groups.filter(({ name, models }) => models?.includes(id) ?? name === cardGroup);
}
