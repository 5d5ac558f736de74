/** Adds, changes and retires the operator's models. Every function belongs in a transaction. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { StoredCard } from '@kinora/shared/models/model-card';
import type { ModelAlias } from './catalogue-rows.ts';
import { notePauseEnd } from '../routes/pause-end.ts';

const insert = statement(
  'insert_model_card',
  `insert into model_cards (id, card, source)
   select $1, $2, 'operator'
   where not exists (select from model_aliases where alias = $1)
   on conflict do nothing
   returning id`,
);
const revive = statement(
  'revive_model_card',
  `update model_cards set card = $2, retired_at = null, changed_at = now()
   where id = $1 and retired_at is not null and exists (select from local_models where model = $1)
   returning id`,
);
const update = statement(
  'update_model_card',
  'update model_cards set card = $2, changed_at = now() where id = $1 and retired_at is null returning id',
);
const find = statement(
  'find_model_card',
  'select card from model_cards where id = $1 and retired_at is null for update',
);
const retire = statement(
  'retire_model_card',
  `with deleted_routes as (
     -- Routes that lead the model to engines.
     delete from routes where model = $1
   ), deleted_aliases as (
     -- Aliases of the model, in all groups.
     delete from model_aliases where model = $1
   ), deleted_versions as (
     -- Prompt versions that name the model.
     delete from version_models where model = $1
   ), deleted_breakers as (
     -- Pauses of the routes of the model.
     delete from breakers where model = $1
   )
   update model_cards set retired_at = now() where id = $1`,
);
const open = statement(
  'open_tasks_of_model',
  `select (
     (select count(*) from task_queue where model = $1) + (select count(*) from task_runs where model = $1)
     + (select count(*) from tasks where model = $1 and phase = 'waiting')
   )::int as count`,
);
const setAliases = statement(
  'set_model_aliases',
  `with deleted_aliases as (
     -- Aliases for all groups that the list no longer has.
     delete from model_aliases where model = $1 and group_name = '' and alias <> all($2::text[])
   )
   insert into model_aliases (alias, model)
   select alias, $1 from unnest($2::text[]) alias
   on conflict do nothing`,
);
const aliasesOfOthers = statement(
  'aliases_of_others',
  `select alias, model from model_aliases where alias = any($2::text[]) and model <> $1 and group_name = ''`,
);
const setAlias = statement(
  'set_group_alias',
  `insert into model_aliases (alias, group_name, model) values ($1, coalesce($2, ''), $3)
   on conflict (alias, group_name) do update set model = excluded.model`,
);
const dropAlias = statement(
  'drop_group_alias',
  `delete from model_aliases where alias = $1 and group_name = coalesce($2, '') returning model`,
);
const mapVersions = statement(
  'map_versions',
  `insert into version_models (group_name, version, model)
   select $1, version, $2 from unnest($3::text[]) version
   on conflict (group_name, version) do update set model = excluded.model`,
);
const unmapVersions = statement(
  'unmap_versions',
  'delete from version_models where group_name = $1 and version = any($2::text[]) and model = $3',
);

/**
 * Adds a model. Returns false if the id is or was in use. An id is never used again, because tasks and prices
 * name it.
 */
export async function addModel(db: Queryable, card: StoredCard): Promise<boolean> {
  return (await db.query(insert, [card.id, card])).length === 1;
}

/**
 * Brings back a local model that was removed: it is the same model, so its ID may be used again. Returns
 * false if the ID never belonged to a local model.
 */
export async function reviveLocalModel(db: Queryable, card: StoredCard): Promise<boolean> {
  return (await db.query(revive, [card.id, card])).length === 1;
}

/** Locks the model for a transaction that changes it. */
export async function findModel(db: Queryable, id: string): Promise<StoredCard | undefined> {
  const [row] = await db.query<{ card: StoredCard }>(find, [id]);
  return row?.card;
}

export async function changeModel(db: Queryable, card: StoredCard): Promise<void> {
  await db.query(update, [card.id, card]);
}

/** Throws AppError `model_in_use` while it has open tasks. */
export async function retireModel(db: Queryable, id: string): Promise<void> {
  const [row] = await db.query<{ count: number }>(open, [id]);
  if (row && row.count > 0) throw new AppError('model_in_use', { model: id, tasks: row.count });
  await notePauseEnd(db, { model: id });
  await db.query(retire, [id]);
}

/** Replaces the aliases of a model. Throws AppError `field_invalid` if another model has one of them. */
export async function saveAliases(db: Queryable, model: string, aliases: readonly string[]): Promise<void> {
  const [takenAlias] = await db.query<{ alias: string; model: string }>(aliasesOfOthers, [model, aliases]);
  if (takenAlias) throw fieldInvalid('aliases', 'alias_taken', takenAlias);
  await db.query(setAliases, [model, aliases]);
}

/** The alias means this model from now on, in one group or in all. */
export async function saveAlias(db: Queryable, { alias, group, model }: ModelAlias): Promise<void> {
  await db.query(setAlias, [alias, group, model]);
}

/** Returns the model that it meant, or undefined if there is no such alias. */
export async function removeAlias(
  db: Queryable,
  { alias, group }: Pick<ModelAlias, 'alias' | 'group'>,
): Promise<string | undefined> {
  const [row] = await db.query<{ model: string }>(dropAlias, [alias, group]);
  return row?.model;
}

/** In this group, these versions mean this model from now on. */
export async function saveVersions(
  db: Queryable,
  group: string,
  { versions, model }: { readonly versions: readonly string[]; readonly model: string },
): Promise<void> {
  await db.query(mapVersions, [group, model, versions]);
}

/** In this group, these versions no longer mean this model. Those that mean another one stay. */
export async function dropVersions(
  db: Queryable,
  group: string,
  { versions, model }: { readonly versions: readonly string[]; readonly model: string },
): Promise<void> {
  await db.query(unmapVersions, [group, versions, model]);
}
