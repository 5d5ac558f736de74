/**
 * Engine instances: the rows that say which engines there are. Their state (workers, drain) is in `operate/`.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst, readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { EngineLimits } from '../../../engines/contract/engine-limits.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import type { Hours } from '../../../platform/lib/daily-hours.ts';

export interface EngineInstance {
  readonly name: string;
  readonly kind: string;
  readonly url: string | undefined;
  readonly settings: EngineSettings;
  readonly slots: number | undefined;
  /** When it takes tasks. */
  readonly hours: Hours | undefined;
  readonly limits: EngineLimits;
  /**
   * `file`: declared in a file, and changed only there. `local`: of a local model,
   * which alone names its program.
   */
  readonly source: 'operator' | 'file' | 'local';
  readonly isDrained: boolean;
}

const columns =
  'name, kind, url, settings, slots, hours, starts_per_minute, day_budget_micros, month_budget_micros, source, drained_at is not null as is_drained';
const list = statement(
  'list_instances',
  `select ${columns} from engines where kind is not null and removed_at is null order by name`,
);
const find = statement(
  'find_instance',
  `select ${columns} from engines where name = $1 and kind is not null and removed_at is null for update`,
);

/**
 * Inserts the instance only if no engine has a kind. An engine that was removed still has its row, so this
 * happens once.
 */
const insertFirst = statement(
  'insert_first_instance',
  `insert into engines (name, kind, source)
   select $1, $1, 'operator'
   where not exists (select from engines where kind is not null)
   on conflict (name) do update set kind = excluded.kind, source = excluded.source`,
);

interface InstanceRow extends Omit<EngineInstance, 'limits'>, EngineLimits {}

/** Lists the instances by name, without those that were removed. */
export async function listInstances(db: Queryable): Promise<EngineInstance[]> {
  return (await readRows<InstanceRow>(db, list)).map(toInstance);
}

/** Locks the instance for a transaction that changes it. */
export async function findInstance(db: Queryable, name: string): Promise<EngineInstance | undefined> {
  const row = await readFirst<InstanceRow>(db, find, [name]);
  return row && toInstance(row);
}

function toInstance(row: InstanceRow): EngineInstance {
  const { startsPerMinute, dayBudgetMicros, monthBudgetMicros, ...instance } = row;
  return { ...instance, limits: { startsPerMinute, dayBudgetMicros, monthBudgetMicros } };
}

const kindsOfNames = statement('kinds_of_engine_names', 'select name, kind, removed_at from engines');

export interface NameOwner {
  readonly kind: string | null;
  readonly isRemoved: boolean;
}

/**
 * Returns what each name was given to, also of engines that were removed: their names can be used again only
 * for the same kind.
 */
export async function readKindsOfNames(db: Queryable): Promise<Map<string, NameOwner>> {
  const rows = await db.query<{ name: string; kind: string | null; removed_at: Date | null }>(kindsOfNames);
  return new Map(
    rows.map(({ name, kind, removed_at: removedAt }) => [name, { kind, isRemoved: removedAt !== null }]),
  );
}

const declare = statement(
  'declare_instance',
  `update engines set source = 'file' where name = $1 and source <> 'file'`,
);
const busy = statement('instance_is_busy', 'select from task_runs where engine = $1 limit 1');

const saveProblem = statement(
  'save_engine_problem',
  'update engines set problem = $2 where name = $1 and problem is distinct from $2',
);

/**
 * Records why an instance could not be opened, so that operators see it. `problem` is undefined if it was
 * opened.
 */
export async function reportProblem(db: Queryable, name: string, problem: string | undefined): Promise<void> {
  await db.query(saveProblem, [name, problem ?? null]);
}

/** Marks the instance as declared: only the file that declares it may change it. */
export async function declareInstance(db: Queryable, name: string): Promise<void> {
  await db.query(declare, [name]);
}

export async function isBusy(db: Queryable, name: string): Promise<boolean> {
  return (await db.query(busy, [name])).length > 0;
}

/**
 * Gives a fresh database the engines that need nothing to run. Safe to repeat,
 * and to call in several processes.
 */
export async function ensureFirstInstance(db: Queryable, kinds: readonly EngineKind[]): Promise<void> {
  const [first] = kinds.filter(({ address }) => address === 'none');
  if (first) await db.query(insertFirst, [first.kind]);
}
