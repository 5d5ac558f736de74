/**
 * Adds, changes and removes instances. Every function belongs in a transaction, and throws an
 * AppError before it changes anything.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { EngineLimits } from '../../../engines/contract/engine-limits.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { Hours } from '../../../platform/lib/daily-hours.ts';
import { endPauses, lockRoutes } from '../routes/change-routes.ts';
import { checkSettings, checkUrl, kindNamed } from './instance-input.ts';
import { findInstance, type EngineInstance } from './instances.ts';

export interface NewInstance {
  readonly name: string;
  readonly kind: string;
  readonly url: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly slots: number | undefined;
  readonly hours: Hours | undefined;
  readonly limits: EngineLimits;
  readonly source: EngineInstance['source'];
}

/** A change of an instance. Fields that are absent stay as they are. Null means the default. */
export interface InstanceChange {
  readonly url?: string | undefined;
  /** Replaces the settings that it names. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * True for a declaration: what it does not name has its default, except the URL, and it
   * may change declared engines.
   */
  readonly isWhole?: boolean;
  /** True for the installation of a local model, which may name its program. */
  readonly isInstalling?: boolean;
  readonly slots?: number | null | undefined;
  readonly hours?: Hours | null | undefined;
  /** Only limits that are named are changed. Null removes a limit. */
  readonly limits?: { readonly [Name in keyof EngineLimits]?: EngineLimits[Name] | null } | undefined;
}

const selectByName = statement(
  'engine_name',
  'select kind, removed_at from engines where name = $1 for update',
);
const insert = statement(
  'insert_instance',
  `insert into engines (
     name, kind, url, settings, slots, hours, starts_per_minute, day_budget_micros, month_budget_micros,
     source
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (name)
   do update set kind = excluded.kind, url = excluded.url, settings = excluded.settings,
     slots = excluded.slots, hours = excluded.hours, starts_per_minute = excluded.starts_per_minute,
     day_budget_micros = excluded.day_budget_micros, month_budget_micros = excluded.month_budget_micros,
     source = excluded.source, removed_at = null, drained_at = null, drained_by = null, drained_reason = null,
     failed_probe_since = null, failed_probe_at = null, failed_probe_reason = null
   where engines.removed_at is not null
   returning name`,
);
const enableCardRoutes = statement(
  'enable_card_routes',
  `update routes set enabled = true where engine = $1 and source = 'card' and not enabled`,
);
const update = statement(
  'update_instance',
  `update engines
   set url = $2, settings = $3, slots = $4, hours = $5, starts_per_minute = $6, day_budget_micros = $7,
     month_budget_micros = $8
   where name = $1`,
);
const selectUse = statement(
  'engine_is_routed',
  `select from routes where engine = $1 and enabled
   union all
   select from task_runs where engine = $1
   limit 1`,
);
const running = statement('runs_of_engine', 'select count(*)::int as count from task_runs where engine = $1');
/** Models with queued tasks that no other engine can run. */
const selectNeedingModels = statement(
  'models_needing_engine',
  `select model, count(*)::int as count from task_queue
   where model in (select model from routes where engine = $1 and enabled)
     and not exists (
       select from routes other where other.model = task_queue.model and other.engine <> $1 and other.enabled
     )
   group by model
   order by model`,
);
const remove = statement('remove_instance', 'update engines set removed_at = now() where name = $1');
const removeRoutes = statement(
  'remove_routes_of_engine',
  `with deleted_routes as (
     -- Routes of operators and of declarations. Those of cards are disabled.
     delete from routes where engine = $1 and source <> 'card'
   ), deleted_breakers as (
     -- Pauses of all routes of the engine.
     delete from breakers where engine = $1
   )
   update routes set enabled = false where engine = $1 and source = 'card' and enabled`,
);

/** Throws AppError `field_invalid`. A removed engine of the same kind gets its name back. */
export async function addInstance(
  db: Queryable,
  kinds: readonly EngineKind[],
  instance: NewInstance,
): Promise<EngineInstance> {
  const mayNamePrograms = instance.source !== 'operator';
  const allowedKinds = kinds.filter(({ declaredOnly }) => mayNamePrograms || !declaredOnly);
  const kind = kindNamed(kinds, instance.kind, allowedKinds);
  if (kind.declaredOnly && !mayNamePrograms)
    throw fieldInvalid('kind', 'kind_declared_only', { kind: kind.kind });
  const url = checkUrl(kind, instance.url);
  const settings = checkSettings(kind, instance.settings);
  const { name, slots, hours, limits, source } = instance;
  const [before] = await db.query<{ kind: string | null; removed_at: Date | null }>(selectByName, [name]);
  if (before && before.removed_at === null) throw nameTaken(name);
  if (before && before.kind !== kind.kind)
    throw fieldInvalid('engine', 'engine_name_kind', { name, kind: before.kind ?? '' });
  const values = [url ?? null, settings, slots ?? null, hours ?? null, ...limitValues(limits)];
  // Another request may have added it meanwhile.
  if ((await db.query(insert, [name, kind.kind, ...values, source])).length === 0) throw nameTaken(name);
  await db.query(enableCardRoutes, [name]);
  return { name, kind: kind.kind, url, settings, slots, hours, limits, source, isDrained: false };
}

async function isRouted(db: Queryable, name: string): Promise<boolean> {
  return (await db.query(selectUse, [name])).length > 0;
}

function nameTaken(name: string): AppError {
  return fieldInvalid('engine', 'engine_name_taken', { name });
}

/** Throws AppError `engine_unknown`, `engine_declared`, `engine_in_use` or `field_invalid`. */
export async function changeInstance(
  db: Queryable,
  kinds: readonly EngineKind[],
  { name, ...change }: InstanceChange & { readonly name: string },
): Promise<{ readonly before: EngineInstance; readonly after: EngineInstance }> {
  const before = await existing(db, name, { isDeclared: change.isWhole === true });
  const kind = kindNamed(kinds, before.kind);
  const old: Partial<EngineInstance> = change.isWhole ? {} : before;
  const after: EngineInstance = {
    ...before,
    url: change.url === undefined ? before.url : checkUrl(kind, change.url),
    settings: checkSettings(kind, { ...old.settings, ...change.settings }),
    slots: newValue(old.slots, change.slots),
    hours: newValue(old.hours, change.hours),
    limits: {
      startsPerMinute: newValue(old.limits?.startsPerMinute, change.limits?.startsPerMinute),
      dayBudgetMicros: newValue(old.limits?.dayBudgetMicros, change.limits?.dayBudgetMicros),
      monthBudgetMicros: newValue(old.limits?.monthBudgetMicros, change.limits?.monthBudgetMicros),
    },
  };
  if (before.source === 'local' && !change.isInstalling) rejectOtherProgram(before, after);
  // Handles of its work would be sent to another server. An engine without a route has none.
  if (after.url !== before.url && (await isRouted(db, name))) await rejectInUse(db, before);
  const { url, settings, slots, hours, limits } = after;
  await db.query(update, [name, url ?? null, settings, slots ?? null, hours ?? null, ...limitValues(limits)]);
  const hasNewAccess = url !== before.url || !isDeepStrictEqual(settings, before.settings);
  if (hasNewAccess) await endPauses(db, { engine: name });
  return { before, after };
}

/** The installation decides which program the server runs. Throws AppError `engine_installed`. */
function rejectOtherProgram({ name, settings: before }: EngineInstance, { settings }: EngineInstance): void {
  const isOther = ['program', 'arguments', 'environment', 'node', 'loras'].some(
    field => before[field] !== settings[field],
  );
  if (isOther) throw new AppError('engine_installed', { engine: name });
}

/**
 * Returns the value after a change: the old one if the change has none, and undefined if the change is null.
 */
function newValue<Value>(before: Value | undefined, change: Value | null | undefined): Value | undefined {
  return change === undefined ? before : (change ?? undefined);
}

function limitValues({ startsPerMinute, dayBudgetMicros, monthBudgetMicros }: EngineLimits): unknown[] {
  return [startsPerMinute ?? null, dayBudgetMicros ?? null, monthBudgetMicros ?? null];
}

/** Throws AppError `engine_unknown`, `engine_declared`, `engine_in_use` or `engine_needed`. */
export async function removeInstance(
  db: Queryable,
  name: string,
  origin: { readonly isDeclared?: boolean; readonly isLocal?: boolean } = {},
): Promise<EngineInstance> {
  const before = await existing(db, name, origin);
  if (before.source === 'local' && !origin.isLocal) throw new AppError('engine_installed', { engine: name });
  await lockRoutes(db);
  await rejectInUse(db, before);
  const models = await db.query<{ model: string; count: number }>(selectNeedingModels, [name]);
  if (models.length > 0)
    throw new AppError('engine_needed', {
      engine: name,
      models: models.map(({ model, count }) => `${model} (${count})`).join(', '),
    });
  await db.query(removeRoutes, [name]);
  await db.query(remove, [name]);
  return before;
}

/**
 * Locks the instance. Throws AppError `engine_unknown`, or `engine_declared` for one that is declared in
 * a file and would be changed.
 */
export async function existing(
  db: Queryable,
  name: string,
  {
    isReading = false,
    isDeclared = false,
  }: { readonly isReading?: boolean; readonly isDeclared?: boolean } = {},
): Promise<EngineInstance> {
  const instance = await findInstance(db, name);
  if (!instance) throw new AppError('engine_unknown', { engine: name, allowed: await names(db) });
  if (instance.source === 'file' && !isReading && !isDeclared)
    throw new AppError('engine_declared', { engine: name });
  return instance;
}

/**
 * Throws unless the engine is drained and has ended its work. Otherwise, it could begin a task at any moment.
 */
async function rejectInUse(db: Queryable, { name, isDrained }: EngineInstance): Promise<void> {
  const [row] = await db.query<{ count: number }>(running, [name]);
  if (!isDrained || (row?.count ?? 0) > 0)
    throw new AppError('engine_in_use', { engine: name, running: row?.count ?? 0 });
}

const allNames = statement(
  'instance_names',
  'select name from engines where kind is not null and removed_at is null order by name',
);

async function names(db: Queryable): Promise<string> {
  const rows = await db.query<{ name: string }>(allNames);
  return rows.map(({ name }) => name).join(', ') || '(none)';
}
