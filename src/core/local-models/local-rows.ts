/**
 * The rows of local models. Every write of a worker names its lease: if the lease was lost, or the operator
 * decided otherwise, it matches no row.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { ErrorDetails } from '@kinora/shared/errors/errors';
import type { LocalModelEntry } from './entry.ts';
import type { LocalProblem } from './local-problem.ts';

export const localStates = ['installing', 'paused', 'failed', 'ready', 'removing', 'removed'] as const;
export type LocalState = (typeof localStates)[number];
export const localSteps = ['lookup', 'program', 'files', 'engine', 'test'] as const;
export type LocalStep = (typeof localSteps)[number];

export interface LocalModel {
  readonly name: string;
  readonly entry: LocalModelEntry;
  /** The entry before an update. While the update is in progress, its files are in use. */
  readonly previousEntry: LocalModelEntry | undefined;
  readonly state: LocalState;
  readonly step: LocalStep | undefined;
  readonly model: string;
  readonly engine: string;
  readonly isDefault: boolean;
  /** Paths on the machine. Undefined means from a release, or from the hub. */
  readonly program: string | undefined;
  readonly checkpoint: string | undefined;
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly bytesPerSecond: number | undefined;
  readonly problem: { readonly code: LocalProblem; readonly details: ErrorDetails } | undefined;
}

export type NewLocalModel = Pick<
  LocalModel,
  'name' | 'entry' | 'model' | 'engine' | 'isDefault' | 'program' | 'checkpoint'
>;

/** Returns the default names of an installation, its model and its engine. */
export function defaultNames({
  name,
}: Pick<LocalModelEntry, 'name'>): Pick<LocalModel, 'name' | 'model' | 'engine'> {
  return { name, model: name, engine: `local-${name.replaceAll('.', '-')}`.slice(0, 40) };
}

const columns = `name, entry, previous_entry, state, step, model, engine, is_default, program, checkpoint, done_bytes::float8 as done_bytes,
  total_bytes::float8 as total_bytes, bytes_per_second::float8 as bytes_per_second, problem`;
const notifyLocal = `pg_notify('kinora_local', '')`;

const list = statement('list_local_models', `select ${columns} from local_models order by name`);
const find = statement('find_local_model', `select ${columns} from local_models where name = $1 for update`);
const save = statement(
  'save_local_model',
  `insert into local_models (name, entry, state, model, engine, is_default, program, checkpoint)
   values ($1, $2, 'installing', $3, $4, $5, $6, $7)
   on conflict (name)
   do update set entry = excluded.entry, state = 'installing', step = null, model = excluded.model,
     engine = excluded.engine, is_default = excluded.is_default, program = excluded.program,
     checkpoint = excluded.checkpoint, done_bytes = 0, total_bytes = null, bytes_per_second = null,
     problem = null, lease_owner = null, lease_until = null, changed_at = now()
   returning ${notifyLocal}`,
);
const setState = statement(
  'set_local_state',
  `update local_models
   set state = $2, bytes_per_second = null, problem = null, lease_owner = null, lease_until = null,
     changed_at = now()
   where name = $1
   returning ${notifyLocal}`,
);
const beginUpdate = statement(
  'begin_local_update',
  `update local_models
   set previous_entry = entry, entry = $2, state = 'installing', step = null, done_bytes = 0,
     total_bytes = null, problem = null, changed_at = now()
   where name = $1
   returning ${notifyLocal}`,
);
const lease = statement(
  'lease_local_model',
  `update local_models
   set lease_owner = $1, lease_until = now() + make_interval(secs => $2)
   where name = (
     select name from local_models
     where state in ('installing', 'removing') and (lease_until is null or lease_until < now())
     order by state desc, changed_at limit 1 for update skip locked
   )
   returning ${columns}`,
);
const leaseEnd = statement(
  'local_lease_end',
  `select extract(epoch from min(lease_until) - now())::float8 * 1000 as ms from local_models
   where state in ('installing', 'removing') and lease_until is not null`,
);
const hasLease = `name = $1 and lease_owner = $2 and state in ('installing', 'removing')`;
const renew = statement(
  'renew_local_lease',
  `update local_models set lease_until = now() + make_interval(secs => $3) where ${hasLease} returning name`,
);
const release = statement(
  'release_local_lease',
  `update local_models set lease_owner = null, lease_until = null where lease_owner = $1`,
);
const releaseAll = statement(
  'release_local_leases',
  `update local_models set lease_owner = null, lease_until = null where lease_owner is not null`,
);
const progress = statement(
  'save_local_progress',
  `update local_models
   set step = $3, entry = coalesce($4::jsonb, entry), done_bytes = $5,
     total_bytes = coalesce($6, total_bytes), bytes_per_second = $7, changed_at = now()
   where ${hasLease}
   returning ${notifyLocal}`,
);
const end = statement(
  'end_local_work',
  `update local_models
   set state = $3, problem = $4, entry = coalesce($5::jsonb, entry), previous_entry = null,
     step = case when $3 = 'ready' then null else step end, bytes_per_second = null, lease_owner = null,
     lease_until = null, changed_at = now()
   where ${hasLease}
   returning ${notifyLocal}`,
);
const pause = statement(
  'pause_local_work',
  `update local_models
   set state = 'paused', problem = $3, bytes_per_second = null, lease_owner = null, lease_until = null,
     changed_at = now()
   where ${hasLease}
   returning ${notifyLocal}`,
);

/** Lists all local models, including those that were removed. */
export async function listLocalModels(db: Queryable): Promise<LocalModel[]> {
  return readRows(db, list);
}

/** Locks the row for a transaction that changes it. */
export async function findLocalModel(db: Queryable, name: string): Promise<LocalModel | undefined> {
  return readFirst(db, find, [name]);
}

/** Saves a model whose installation begins, or begins again. */
export async function saveLocalModel(db: Queryable, model: NewLocalModel): Promise<void> {
  const { name, entry, model: id, engine, isDefault, program, checkpoint } = model;
  await db.query(save, [
    name,
    JSON.stringify(entry),
    id,
    engine,
    isDefault,
    program ?? null,
    checkpoint ?? null,
  ]);
}

/** Sets the state that the operator chose. A worker that has the model stops. */
export async function setLocalState(db: Queryable, name: string, state: LocalState): Promise<void> {
  await db.query(setState, [name, state]);
}

export async function beginLocalUpdate(db: Queryable, name: string, entry: LocalModelEntry): Promise<void> {
  await db.query(beginUpdate, [name, JSON.stringify(entry)]);
}

/**
 * Leases a model that is to be installed or removed and that no worker has. Returns undefined if there is
 * none.
 */
export async function leaseLocalModel(
  db: Queryable,
  owner: string,
  seconds: number,
): Promise<LocalModel | undefined> {
  return readFirst(db, lease, [owner, seconds]);
}

/**
 * Returns the milliseconds until the first lease ends, unless it is renewed, or undefined if no worker has
 * one.
 */
export async function msUntilLeaseEnds(db: Queryable): Promise<number | undefined> {
  const [row] = await db.query<{ ms: number | null }>(leaseEnd);
  return row?.ms == null ? undefined : Math.max(0, Math.ceil(row.ms));
}

/** A model that a worker has leased. */
export interface LocalLease {
  readonly name: string;
  readonly owner: string;
}

/** False if the lease was lost, or the operator decided otherwise. The same holds for the functions below. */
export async function renewLocalLease(
  db: Queryable,
  { name, owner }: LocalLease,
  seconds: number,
): Promise<boolean> {
  return (await db.query(renew, [name, owner, seconds])).length === 1;
}

/** Releases the leases, so that another worker can continue immediately. */
export async function releaseLocalLease(db: Queryable, owner: string): Promise<void> {
  await db.query(release, [owner]);
}

/**
 * Releases all leases. Only a process that is alone on its database may call it, because the workers that had
 * the leases are gone.
 */
export async function releaseLocalLeases(db: Queryable): Promise<void> {
  await db.query(releaseAll);
}

export interface LocalProgress {
  readonly step: LocalStep;
  /** Replaces the entry, when its files were looked up. */
  readonly entry?: LocalModelEntry;
  readonly doneBytes: number;
  readonly totalBytes?: number;
  readonly bytesPerSecond?: number;
}

export async function saveLocalProgress(
  db: Queryable,
  { name, owner }: LocalLease,
  { step, entry, doneBytes, totalBytes, bytesPerSecond }: LocalProgress,
): Promise<boolean> {
  const stored = entry ? JSON.stringify(entry) : null;
  const rate = bytesPerSecond === undefined ? null : Math.round(bytesPerSecond);
  const values = [name, owner, step, stored, doneBytes, totalBytes ?? null, rate];
  return (await db.query(progress, values)).length === 1;
}

/** `entry`: the one that is in use from now on, if it is not the one of the row. */
export async function endLocalWork(
  db: Queryable,
  { name, owner }: LocalLease,
  {
    state,
    problem,
    entry,
  }: {
    readonly state: 'ready' | 'failed' | 'removed';
    readonly problem?: LocalModel['problem'];
    readonly entry?: LocalModelEntry | undefined;
  },
): Promise<boolean> {
  const values = [
    name,
    owner,
    state,
    problem ? JSON.stringify(problem) : null,
    entry ? JSON.stringify(entry) : null,
  ];
  return (await db.query(end, values)).length === 1;
}

/** It continues when the operator requests it. */
export async function pauseLocalWork(
  db: Queryable,
  { name, owner }: LocalLease,
  problem: NonNullable<LocalModel['problem']>,
): Promise<boolean> {
  return (await db.query(pause, [name, owner, JSON.stringify(problem)])).length === 1;
}
