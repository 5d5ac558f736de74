/** Plans and the versions of their terms in the database. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId, toRowId } from '../../platform/lib/id.ts';
import type { Plan, PlanTerms, PlanVersion } from './plan.ts';

const versionColumns = `versions.id, plan_id, plans.name, version, description, price_micros, currency, credit_micros, groups, max_open`;
const columns = `${versionColumns}, plans.created_at, retired_at,
  (select count(*)::int from subscriptions join plan_versions own on own.id = subscriptions.version_id
   where own.plan_id = plans.id and state in ('active', 'past_due')) as subscribers`;
const from = `plans join plan_versions versions on versions.plan_id = plans.id`;
const newest = `version = (select max(version) from plan_versions others where others.plan_id = plans.id)`;
const list = statement(
  'list_plans',
  `select ${columns} from ${from} where ${newest}
   order by retired_at nulls first, price_micros, lower(plans.name)`,
);
const hasOffered = statement(
  'has_offered_plan',
  'select exists (select from plans where retired_at is null) as has_plans',
);
const find = statement(
  'find_plan',
  `select ${columns} from ${from} where ${newest} and plans.id = coalesce(
     (select id from plans where id = $1::uuid), (select id from plans where lower(name) = lower($2)))`,
);
const findVersions = statement(
  'find_plan_versions',
  `select ${versionColumns} from ${from} where versions.id = any($1::uuid[])`,
);
const insert = statement(
  'insert_plan',
  'insert into plans (id, name) values ($1, $2) on conflict do nothing returning id',
);
const insertVersion = statement(
  'insert_plan_version',
  `insert into plan_versions (
     id, plan_id, version, description, price_micros, currency, credit_micros, groups, max_open
   )
   values (
     $1, $2, coalesce((select max(version) from plan_versions where plan_id = $2), 0) + 1, $3, $4, $5, $6, $7,
     $8
   )`,
);
/** Changes of a plan wait for one another, so that each version has its number. */
const lock = statement('lock_plan', 'select from plans where id = $1 for update');
const rename = statement('rename_plan', 'update plans set name = $2 where id = $1');
const retire = statement(
  'retire_plan',
  'update plans set retired_at = case when $2 then coalesce(retired_at, now()) end where id = $1',
);

/** Offered plans first, by price. */
export async function listPlans(db: Queryable): Promise<Plan[]> {
  return readRows(db, list);
}

/** Whether there is a plan that a customer could start. */
export async function hasOfferedPlans(db: Queryable): Promise<boolean> {
  return (await readFirst<{ readonly hasPlans: boolean }>(db, hasOffered))?.hasPlans === true;
}

export async function findPlan(db: Queryable, idOrName: string): Promise<Plan | undefined> {
  const text = idOrName.trim();
  return readFirst(db, find, [toRowId(text), text]);
}

export async function findPlanVersion(db: Queryable, id: string): Promise<PlanVersion | undefined> {
  return (await findPlanVersions(db, [id]))[0];
}

export async function findPlanVersions(db: Queryable, ids: readonly string[]): Promise<PlanVersion[]> {
  return readRows(db, findVersions, [ids]);
}

/** Returns undefined if the name is taken. */
export async function createPlan(tx: Queryable, name: string, terms: PlanTerms): Promise<Plan | undefined> {
  const [row] = await tx.query<{ id: string }>(insert, [newRowId(), name]);
  if (!row) return undefined;
  await addVersion(tx, row.id, terms);
  return findPlan(tx, row.id);
}

/** Adds a version, which is what is offered from now on. */
export async function addVersion(tx: Queryable, planId: string, terms: PlanTerms): Promise<void> {
  const { description, priceMicros, currency, creditMicros, groups, maxOpen } = terms;
  await tx.query(lock, [planId]);
  const values = [newRowId(), planId, description, priceMicros, currency, creditMicros, groups];
  await tx.query(insertVersion, [...values, maxOpen ?? null]);
}

export async function renamePlan(tx: Queryable, planId: string, name: string): Promise<void> {
  await tx.query(rename, [planId, name]);
}

/** Retires a plan, or offers it again. */
export async function setRetired(tx: Queryable, planId: string, isRetired: boolean): Promise<void> {
  await tx.query(retire, [planId, isRetired]);
}
