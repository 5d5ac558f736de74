/** An installation with tasks in every phase is backed up while it runs, and continues in an empty place. */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { reconcile } from '../../src/core/billing/reconcile.ts';
import { newSecretKey, revealSecretKey } from '../../src/platform/lib/secret-key.ts';
import { saveSecret } from '../../src/core/catalogue/secrets/engine-secrets.ts';
import { openSecretKeys } from '../../src/core/catalogue/secrets/secret-keys.ts';
import pg from 'pg';
import { readSchema } from '../support/servers/schema-text.ts';
import {
  call,
  imageEnd,
  imagine,
  startTestApp,
  startTestAppOn,
  until,
  type TestApp,
  type Place,
} from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { signedIn, type ConsoleClient } from '../support/clients/console-client.ts';
import { whileClientsSubmit } from '../support/crashes/while-clients-submit.ts';
import { addEngineRows, secretOwner } from '../support/engines/engine-rows.ts';
import { startHookReceiver, type HookReceiver } from '../support/clients/hook-receiver.ts';
import { acceptedTask, imageClient } from '../support/clients/image-client.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../support/engines/scripted-server.ts';
import { done, emptyPlace, newFolder, queryIn, runCommand } from '../support/setups/restored-place.ts';
import { makeStandingTasks, type StandingTasks } from '../support/requests/standing-tasks.ts';

const key = newSecretKey();
const settings = {
  KINORA_ALLOWED_NETWORKS: '127.0.0.1',
  KINORA_SECRET_KEY: revealSecretKey(key),
};
const options = () => ({ engines: [scriptedEngine(scriptedServer.url)], cards: scriptedCards, settings });

let scriptedServer: ScriptedServer;
let receiver: HookReceiver;
let kinora: TestApp;
let operator: ConsoleClient;
let standing: StandingTasks;
/** Ids of tasks that stay in their phase, by phase. */
const open: Record<string, string> = {};
let failed: string;
let place: Place;
let restoration: any;
/** The files of the backup, before and after the restore. */
let filesBefore: string[];
let left: string[];

before(async () => {
  scriptedServer = await startScriptedServer();
  receiver = await startHookReceiver();
  kinora = await startTestApp(options());
  operator = await signedIn(kinora, 'operator');
  standing = await makeStandingTasks(kinora);
  failed = (await imageEnd(kinora, await imagine(kinora, '{"check":"refuse"} --v 1'))).id;
  await addData(kinora);
  await fillPhases();
  const folder = await newFolder();
  assert.equal((await done(['backup', '--to', folder], kinora)).ok, true);
  place = await emptyPlace();
  await rm(join(folder, 'files/.tmp'), { recursive: true });
  filesBefore = await readdir(folder, { recursive: true });
  restoration = await done(['restore', '--from', folder], place);
  left = await readdir(folder, { recursive: true });
});

test('a restore writes nothing into the backup, which may be on a read-only volume', () => {
  assert.deepEqual(left.sort(), filesBefore.sort());
});

async function addData({ app: { db }, ...place }: TestApp): Promise<void> {
  await operator.done('group create', { group: 'friends', kind: 'image', factor: '2', models: 'sketch' });
  await operator.done('code create', { amount: '5' });
  await addEngineRows(db, ['vault']);
  const keys = openSecretKeys({ ...place, configuredKeys: [key] });
  await db.transaction(tx =>
    saveSecret(tx, keys, { ...secretOwner('vault'), text: 'the secret of the vault' }),
  );
  await db.pool.query(
    `insert into workflows (family, primitive, graph) values ('own', 'generate', '{"1": {}}')`,
  );
}

/** The scripted engine runs four tasks at a time: one in each phase, and one that reports progress. */
async function fillPhases(): Promise<void> {
  const client = imageClient(kinora);
  const submit = async (orders: object) =>
    acceptedTask(
      await client.submit('imagine', {
        prompt: `${JSON.stringify(orders).replace(/[{}]/g, '\\$&')} --v 1`,
        notifyHook: `${receiver.url}/hook`,
      }),
    );
  open['starting'] = await submit({ start: 'hang' });
  open['running'] = await submit({ check: 'hang' });
  open['saving'] = await submit({ open: 'hang' });
  await submit({ check: 'hang' });
  const readPhase = async (task: string) => (await operator.done('task show', { task })).state;
  for (const [phase, task] of Object.entries(open))
    await until(
      () => readPhase(task),
      state => state === phase,
    );
  open['queued'] = await submit({});
}

const tables = [
  'accounts',
  'audit',
  'banned_words',
  'breakers',
  'codes',
  'collection_tasks',
  'collections',
  'engine_secrets',
  'engine_spending',
  'group_accounts',
  'groups',
  'invitations',
  'ledger_entries',
  'model_cards',
  'outputs',
  'prices',
  'routes',
  'task_prompts',
  'tasks',
  'uploads',
  'users',
  'workflows',
];

test('each row is restored unchanged', async () => {
  for (const table of tables) {
    const query = `select count(*)::int, md5(string_agg(t::text, ' ' order by t::text)) from ${table} t`;
    assert.deepEqual(
      await queryIn(place.databaseUrl, query),
      await queryIn(kinora.databaseUrl, query),
      table,
    );
  }
  const [{ count }] = await queryIn(place.databaseUrl, 'select count(*)::int from tasks');
  assert.ok(count > 10);
});

test('the restored schema is that of a new installation: indexes, constraints, triggers, columns', async () => {
  const querySchema = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const schema = await readSchema(client).finally(() => client.end());
    return schema.split('\n').filter(line => line !== '' && !line.startsWith('insert into'));
  };
  assert.deepEqual(await querySchema(place.databaseUrl), await querySchema(kinora.databaseUrl));
  const disabled = `select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`;
  assert.deepEqual(await queryIn(place.databaseUrl, disabled), []);
});

test('after a restore, paid engines are drained, sessions have ended, and secrets need their key', async () => {
  assert.deepEqual(restoration.drained_engines, ['vault']);
  assert.deepEqual(restoration.unreadable_secrets, ['vault']);
  assert.deepEqual(await queryIn(place.databaseUrl, 'select from sessions'), []);
  const engines = await done(['engine', 'list'], place);
  assert.match(JSON.stringify(engines), /Restored from a backup of 20/);
});

test('the new server has the old records, files and keys, and finishes each task in progress once', async () => {
  const records = [standing.grid.id, standing.solo.id, standing.zoomModal, failed];
  const fetchAll = (from: TestApp) => Promise.all(records.map(id => imageClient(from).fetch(id)));
  const old = await fetchAll(kinora);
  const oldClip = await call(`${kinora.url}/v1/videos/${standing.clip}`, { key: kinora.videoKey });
  const begunBefore = new Map(scriptedServer.startCounts);
  await kinora.app.stop();
  const toldBefore = receiver.hooks.length;
  scriptedServer.obey = () => ({});
  const next = await startTestAppOn({ ...kinora, ...place }, options());

  assert.deepEqual(withoutPorts(await fetchAll(next)), withoutPorts(old));
  const clip = await call(`${next.url}/v1/videos/${standing.clip}`, { key: next.videoKey });
  assert.deepEqual(withoutPorts(clip.body), withoutPorts(oldClip.body));
  const content = await fetch(`${next.url}/v1/videos/${standing.clip}/content`, {
    headers: { authorization: `Bearer ${next.videoKey}` },
  });
  assert.equal(content.headers.get('content-type'), 'video/mp4');
  assert.ok((await content.arrayBuffer()).byteLength > 1000);
  assert.equal((await fetch(next.url + standing.mediaPath)).status, 200);
  const revoked = await call(`${next.url}/mj/task/${failed}/fetch`, { key: standing.revokedKey });
  assert.equal(revoked.status, 401);
  assert.equal(
    (await fetch(`${next.url}/api/session`, { headers: { cookie: operator.cookie } })).status,
    401,
  );

  for (const [phase, task] of Object.entries(open))
    assert.equal((await imageEnd(next, task)).status, 'SUCCESS', phase);
  for (const [task, times] of scriptedServer.startCounts)
    assert.equal(times, 1, `${task}, started before: ${begunBefore.get(task)}`);
  await until(
    async () =>
      new Set(
        receiver.hooks.slice(toldBefore).map(({ record }) => (record.status === 'SUCCESS' ? record.id : '')),
      ),
    endedTasks => Object.values(open).every(task => endedTasks.has(task)),
  );
  assert.equal(
    acceptedTask(await imageClient(next).modal(standing.zoomModal, { prompt: 'a cat --zoom 1.4' })),
    standing.zoomModal,
  );
  assert.equal((await imageEnd(next, standing.zoomModal)).status, 'SUCCESS');
  assert.deepEqual(await reconcile(next.app.db), []);
  await next.app.stop();
});

test('a backup taken under load is consistent: the ledger balances and each task ends', async () => {
  const busy = await startTestApp(options());
  scriptedServer.obey = undefined;
  const accept: string[] = [];
  const submit = async () => {
    const id = await imagine(busy, '{"checks":3} --v 1');
    accept.push(id);
    await imageEnd(busy, id);
  };
  const folder = await newFolder();
  const backup = await whileClientsSubmit(3, submit, async () => {
    await until(
      async () => accept.length,
      count => count > 6,
    );
    return done(['backup', '--to', folder], busy);
  });
  const restoredPlace = await emptyPlace();
  const result = await done(['restore', '--from', folder], restoredPlace);
  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.files.missing, []);
  assert.equal(result.files.count, backup.files.count);
  await busy.app.stop();
  const next = await startTestAppOn({ ...busy, ...restoredPlace }, options());
  const rows = await queryIn(restoredPlace.databaseUrl, 'select public_id from tasks');
  assert.ok(rows.length > 3);
  for (const { public_id } of rows) assert.equal((await imageEnd(next, public_id)).status, 'SUCCESS');
  assert.deepEqual(await reconcile(next.app.db), []);
});

test('the command line reports what is missing or invalid', async () => {
  const missing = await runCommand(['backup'], place);
  assert.deepEqual([missing.code, missing.err], [2, 'Missing --to: the folder of the backup.\n']);
  const wrong = await runCommand(['backup', '--to', 'x', '--files', 'all'], place);
  assert.deepEqual([wrong.code, wrong.err], [2, 'Invalid value for --files: all. Allowed: copy, list.\n']);
  const used = await runCommand(['backup', '--to', place.dataDir], place);
  assert.equal(used.code, 1);
  assert.match(used.err, /is not empty, and holds something else than a backup/);
});

/** A restarted server has another port. */
function withoutPorts(records: unknown): unknown {
  return JSON.parse(JSON.stringify(records).replaceAll(/127\.0\.0\.1:\d+/g, 'server'));
}
