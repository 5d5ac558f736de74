/**
 * An upgrade from the schema before the narrow queue, with a task in every phase: all tasks
 * continue, and the ledger balances.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { openDatabase, type Database } from '../../../src/platform/db/open.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { until, startTestAppOn } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { emptyDatabase } from '../../support/servers/database.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const narrowQueue = '0019';
const amount = 40_000;

let scriptedServer: ScriptedServer;
let engine: Engine;
let databaseUrl: string;
let db: Database;
const owner = { account: newRowId(), token: newRowId() };

before(async () => {
  scriptedServer = await startScriptedServer();
  engine = scriptedEngine(scriptedServer.url);
  databaseUrl = await emptyDatabase();
  db = openDatabase({ connectionString: databaseUrl }, 2);
  atEnd(() => db.close());
  await migrateBefore(narrowQueue);
});

const sql = (text: string, values: readonly unknown[] = []) => db.pool.query(text, values as unknown[]);

/** Leaves the database as a release of that time did. */
async function migrateBefore(number: string): Promise<void> {
  await sql(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql') && name < number).sort();
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    await sql(text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    await sql('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
  }
}

interface OldTask {
  readonly phase: string;
  /** Additional columns, as SQL. */
  readonly more?: Readonly<Record<string, string>>;
  readonly orders?: string;
}

const dead = { lease_owner: `'dead'`, lease_until: `now() - interval '1 s'`, attempt: '1' };

const oldTasks: Readonly<Record<string, OldTask>> = {
  fresh: { phase: 'queued' },
  'given back': {
    phase: 'queued',
    more: { tries: '1', attempt: '1', started_at: 'now()', deadline_at: `now() + interval '9 minutes'` },
  },
  'leased and not begun': { phase: 'queued', more: dead },
  starting: { phase: 'starting', more: { ...dead, started_at: 'now()', start_key: `'key of starting'` } },
  running: { phase: 'running', more: { ...dead, started_at: 'now()' }, orders: '{"checks":3}' },
  saving: { phase: 'saving', more: { ...dead, started_at: 'now()' } },
  waiting: { phase: 'waiting', more: { modal_until: `now() + interval '1 hour'`, held_on: 'null' } },
  ended: {
    phase: 'succeeded',
    more: {
      started_at: 'now()',
      finished_at: 'now()',
      expires_at: `now() + interval '1 hour'`,
      charged_micros: String(amount),
    },
  },
};

/** Work that the engine had started before the upgrade. */
async function startJob(phase: string, job: EngineJob, key: string): Promise<Record<string, unknown>> {
  if (phase !== 'running' && phase !== 'saving') return {};
  const handle = await engine.start(job, key, AbortSignal.timeout(5_000));
  if (phase === 'running') return { start_key: key, operation: JSON.stringify(handle) };
  const done = await until(
    () => engine.check(handle, 100, { signal: AbortSignal.timeout(5_000), job: async () => job }),
    ({ state }) => state === 'done',
  );
  const { media } = done as Extract<EngineStatus, { state: 'done' }>;
  return { start_key: key, operation: JSON.stringify(handle), media: JSON.stringify(media) };
}

async function insertOld(name: string, { phase, more = {}, orders = '{}' }: OldTask): Promise<void> {
  const id = newRowId();
  const job = {
    kind: 'grid',
    prompt: orders,
    seed: 1,
    width: 64,
    height: 64,
    exclude: [],
    version: '1',
    taskId: id,
    model: 'sketch',
  } as unknown as EngineJob;
  const phaseColumns = await startJob(phase, job, `${id}:0`);
  const price = phase === 'waiting' ? 0 : amount;
  const columns = {
    id,
    public_id: name,
    interface: 'image',
    account_id: owner.account,
    token_id: owner.token,
    model: 'sketch',
    engine: 'scripted',
    job: JSON.stringify(job),
    wire: '{}',
    request_hash: '',
    tier: 'fast',
    tier_rank: 2,
    turn: 7,
    phase,
    price_unit: 'image',
    price_quantity: 4,
    unit_price_micros: price / 4,
    amount_micros: price,
    price_version: '1',
    action: 'IMAGINE',
    ...phaseColumns,
  };
  const values = Object.values(columns);
  await sql(
    `insert into tasks (${[...Object.keys(columns), ...Object.keys(more)].join(', ')})
     values (${[...values.map((_, index) => `$${index + 1}`), ...Object.values(more)].join(', ')})`,
    values,
  );
  const entries = phase === 'waiting' ? [] : phase === 'succeeded' ? ['hold', 'settle'] : ['hold'];
  for (const kind of entries)
    await sql(
      `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version)
       values ($1, $2, $3, $4, $5, $6, $7, '1')`,
      [
        owner.account,
        kind,
        ...(kind === 'hold' ? ['available', 'held'] : ['held', 'revenue']),
        amount,
        id,
        owner.token,
      ],
    );
}

test('tasks of every phase continue after the upgrade, each charged once', async () => {
  const open = Object.values(oldTasks).filter(
    ({ phase }) => !['waiting', 'succeeded'].includes(phase),
  ).length;
  await sql(`insert into accounts (id, name, available_micros, held_micros) values ($1, 'old', $2, $3)`, [
    owner.account,
    1_000_000 - (open + 1) * amount,
    open * amount,
  ]);
  await sql(
    `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, reason) values ($1, 'top_up', 'funding', 'available', 1000000, 'test')`,
    [owner.account],
  );
  await sql(
    `insert into tokens (id, account_id, group_name, name, key_hash, key_prefix, held_micros, spent_micros, day, day_micros, month_micros, open_tasks)
     values ($1, $2, 'image', 'old', 'x', 'k', $3, $4, (now() at time zone 'utc')::date, $5, $5, $6)`,
    [owner.token, owner.account, open * amount, amount, (open + 1) * amount, open],
  );
  for (const [name, task] of Object.entries(oldTasks)) await insertOld(name, task);

  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-upgrade-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  await startTestAppOn({ databaseUrl, dataDir }, { engines: [engine], cards: scriptedCards });
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await sql('select public_id, phase from task_states')).rows.map(row => [row.public_id, row.phase]),
    );
  const expected = Object.fromEntries(
    Object.entries(oldTasks).map(([name, { phase }]) => [
      name,
      phase === 'waiting' ? 'waiting' : 'succeeded',
    ]),
  );
  await until(states, phases =>
    Object.values(phases).every(phase => ['succeeded', 'waiting', 'failed'].includes(phase)),
  );
  assert.deepEqual(await states(), expected);
  assert.deepEqual(await reconcile(db), []);
  for (const [task, count] of scriptedServer.startCounts)
    assert.equal(count, 1, `the engine started ${task} once`);
  const { rows } = await sql('select 1 from task_queue union all select 1 from task_runs');
  assert.deepEqual(rows, []);
});
