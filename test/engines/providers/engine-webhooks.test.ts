/**
 * Reports of providers, with an API process and a worker process on one database. The engine would check its
 * work once a minute at most, so within the time of these tests only a report can end a task.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { openNotifications } from '../../../src/platform/db/notifications.ts';
import { call, imageEnd, imagine, startTestApp, until } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { startMjProxyServer } from '../../support/mj-proxy/mj-proxy-server.ts';
import { rareMjProxyKind } from '../../support/mj-proxy/rare-mj-proxy.ts';
import {
  reportingKinds,
  signReport,
  startReportingProvider,
  type ReportingProvider,
} from '../../support/providers/reporting-provider.ts';

const settings = {
  KINORA_SECRET_KEY: revealSecretKey(newSecretKey()),
  KINORA_BASE_URL: 'http://127.0.0.1:4040/kinora',
  KINORA_ALLOWED_NETWORKS: '127.0.0.1',
};
const secret = 'planted-key-of-the-provider';
const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
/** Less than the longest pause between two checks, after which work is checked without a report. */
const timeout = 50_000;

const kinds = [...reportingKinds, rareMjProxyKind];
const kinora = await startTestApp({
  kinds,
  settings: { ...settings, KINORA_ROLE: 'api' },
});
const shared = { DATABASE_URL: kinora.databaseUrl, KINORA_DATA_DIR: kinora.dataDir };
await startTestApp({ kinds, settings: { ...settings, ...shared, KINORA_ROLE: 'worker' } });
const operator = await signedIn(kinora, 'operator');
const notifications = await openNotifications({ connectionString: kinora.databaseUrl });
after(() => notifications.close());
const reportPayloads: string[] = [];
notifications.on('kinora_report', payload => reportPayloads.push(payload));

let engines = 0;

interface BegunTask {
  readonly provider: ReportingProvider;
  readonly engine: string;
  readonly task: string;
  /** The URL for reports of the provider, as this test reaches it. */
  readonly address: string;
}

/** A task that a new engine has started and checked once. */
async function begin(kind: 'reporting' | 'signing', server = kinora): Promise<BegunTask> {
  const owner = server === kinora ? operator : await signedIn(server, 'operator');
  const provider = await startReportingProvider();
  const engine = `provider-${engines++}`;
  const model = `model-of-${engine}`;
  await owner.done('engine add', { engine, kind, url: provider.url, secret });
  await owner.done('model add', {
    model,
    accepts: 'any-size',
    kind: 'image',
    operations: ['grid'],
    price,
  });
  await owner.done('route add', { model, engine });
  const task = await imagine(server, `a fox --model ${model}`);
  await until(
    async () => provider.polls(),
    polls => polls > 0,
  );
  const { webhook } = provider.acceptedCalls[0]?.body ?? {};
  assert.ok(webhook.startsWith(`${settings.KINORA_BASE_URL}/engine-webhooks/${engine}/`), webhook);
  return { provider, engine, task, address: webhook.replace(settings.KINORA_BASE_URL, server.url) };
}

const report = async (url: string, body = '{"status":"done"}', headers: Record<string, string> = {}) =>
  (await call(url, { method: 'POST', body, headers })).status;

/** The stored state of a task in progress, without the fields that the worker renews. */
async function readStoredState(task: string): Promise<string> {
  const renewedFields = ['lease_until', 'due_at', 'lost_attempts', 'change', 'changed_at'];
  const text = 'select to_jsonb(task_runs) - $2::text[] as run from task_runs where public_id = $1';
  const { rows } = await kinora.app.db.pool.query(text, [task, renewedFields]);
  assert.equal(rows.length, 1);
  return JSON.stringify(rows);
}

/**
 * The starts of an engine that workers were notified about, as soon as there is one.
 * Notifications arrive in order.
 */
const readNotified = (engine: string) =>
  until(
    async () => reportPayloads.filter(payload => payload.startsWith(`${engine} `)),
    ({ length }) => length > 0,
  );

test('a task ends when its provider reports a change to the API process', { timeout }, async () => {
  const { provider, task, address, engine } = await begin('reporting');
  provider.finishJobs();
  assert.equal(await report(address), 204);
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.match((await readNotified(engine)).join(), new RegExp(`^${engine} [0-9a-f-]{36}:0:0\\.0$`));
  assert.equal(provider.acceptedCalls.length, 1);
  // The work ended long ago.
  assert.equal(await report(address), 204);
});

test('a report is only a hint: unfinished work continues', { timeout }, async () => {
  const { provider, task, address } = await begin('reporting');
  assert.equal(await report(address, '{"status":"failed","files":["https://evil.example/x.png"]}'), 204);
  await until(
    async () => provider.polls(),
    polls => polls > 1,
  );
  provider.finishJobs();
  assert.equal(await report(address), 204);
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
});

test(
  'a report with a valid signature of any content type counts, one with a wrong signature does not',
  { timeout },
  async () => {
    const { provider, engine, task, address } = await begin('signing');
    provider.finishJobs();
    const body = ' {"status" : "done"}\n\u0000 as it was sent';
    const before = await readStoredState(task);
    const unknown = await call(address.replace(/provider-\d+/, 'none'), { method: 'POST', body });
    for (const [sentBody, headers] of [
      [body, {}],
      [body, { 'x-signature': 'wrong' }],
      [body, { 'x-signature': signReport(body, 'another secret') }],
      [`${body} `, { 'x-signature': signReport(body, secret) }],
      ['', { 'x-signature': signReport(body, secret) }],
    ] as const) {
      const rejection = await call(address, { method: 'POST', body: sentBody, headers });
      assert.equal(rejection.status, 404);
      const readText = ({ body: { error } }: typeof rejection) =>
        String(error.message).replace(/provider-\d+|none/, '');
      assert.equal(readText(rejection), readText(unknown), 'the same response as for an unknown engine');
    }
    assert.equal(await readStoredState(task), before);
    const headers = { 'x-signature': signReport(body, secret), 'content-type': 'application/octet-stream' };
    // Five reports a second are allowed, and five were rejected.
    await until(
      () => report(address, body, headers),
      status => status === 204,
    );
    assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
    assert.equal((await readNotified(engine)).length, 1);
  },
);

test(
  'a reported record of a Midjourney proxy ends its task, and a forged one changes nothing',
  { timeout },
  async () => {
    const server = await startMjProxyServer({
      statuses: ['IN_PROGRESS'],
      sheet: { width: 256, height: 256 },
    });
    await operator.done('engine add', { engine: 'proxy', kind: 'mj-proxy', url: server.url });
    await operator.done('model add', {
      accepts: 'any-size',
      model: 'proxied',
      kind: 'image',
      operations: ['grid'],
      price,
    });
    await operator.done('route add', { model: 'proxied', engine: 'proxy' });
    const task = await imagine(kinora, 'a fox --model proxied');
    const polls = () => server.calls.filter(path => path.endsWith('/fetch')).length;
    await until(
      async () => polls(),
      count => count === 1,
    );
    const { notifyHook } = server.submits[0]?.body ?? {};
    assert.ok(notifyHook.startsWith(`${settings.KINORA_BASE_URL}/engine-webhooks/proxy/`), notifyHook);
    const address = notifyHook.replace(settings.KINORA_BASE_URL, kinora.url);
    const record = JSON.stringify({ id: [...server.tasks.keys()][0], status: 'SUCCESS', progress: '100%' });
    // The progress of the first poll is stored after it.
    const before = await until(
      () => readStoredState(task),
      run => run.includes('"progress":20'),
    );
    assert.equal(await report(address.slice(0, -1), record), 404);
    assert.equal(await readStoredState(task), before);
    // A report is trusted for its URL, not for its content, so the task is polled.
    assert.equal(await report(address, record), 204);
    await until(
      async () => polls(),
      count => count === 2,
    );
    server.behavior.statuses = ['SUCCESS'];
    assert.equal(await report(address, record), 204);
    assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
    assert.equal(server.submits.length, 1);
  },
);

test(
  'reports to forged URLs change nothing and are rejected before their body is read',
  { timeout },
  async () => {
    const { engine, address, task, provider } = await begin('reporting');
    const other = await begin('reporting');
    const before = await readStoredState(task);
    const [ownPath, otherPath] = [address, other.address].map(url =>
      new URL(url).pathname.split('/').slice(3),
    );
    const [key, token] = ownPath ?? [];
    for (const path of [
      `/engine-webhooks/${engine}/${key}/${'A'.repeat(24)}`,
      `/engine-webhooks/${engine}/${key}/${token}A`,
      `/engine-webhooks/${other.engine}/${key}/${token}`,
      `/engine-webhooks/${engine}/${otherPath?.[0]}/${token}`,
      `/engine-webhooks/${engine}/%00/${token}`,
      `/engine-webhooks/none/${key}/${token}`,
      `/engine-webhooks/${engine}/${key}`,
    ])
      assert.equal(await report(`${kinora.url}${path}`), 404, path);
    assert.equal(await report(`${kinora.url}/engine-webhooks/${engine}/x/y`, 'x'.repeat(300 * 1024)), 404);
    assert.equal(await readStoredState(task), before);
    assert.equal(await report(address, 'x'.repeat(300 * 1024)), 413);
    for (const begunTask of [{ engine, address, provider, task }, other]) {
      begunTask.provider.finishJobs();
      assert.equal(await report(begunTask.address, 'x'.repeat(200 * 1024)), 204);
      assert.equal((await imageEnd(kinora, begunTask.task)).status, 'SUCCESS');
      assert.equal((await readNotified(begunTask.engine)).length, 1);
    }
  },
);

test(
  'a flood of reports is rejected, and each accepted report causes at most one check',
  { timeout },
  async () => {
    const { provider, task, address } = await begin('reporting');
    const pollsBefore = provider.polls();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => report(address)));
    assert.deepEqual([...new Set(statuses)].sort(), [204, 429]);
    assert.ok(provider.polls() - pollsBefore <= statuses.filter(status => status === 204).length);
    provider.finishJobs();
    await until(
      () => report(address),
      status => status === 204,
    );
    assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  },
);

test(
  'a process that serves and works checks the work of a report without a notification',
  { timeout },
  async () => {
    const separateApp = await startTestApp({ kinds, settings });
    const listener = await openNotifications({ connectionString: separateApp.databaseUrl });
    after(() => listener.close());
    const payloads: string[] = [];
    listener.on('kinora_report', payload => payloads.push(payload));
    const begunTask = await begin('reporting', separateApp);
    begunTask.provider.finishJobs();
    assert.equal(await report(begunTask.address), 204);
    assert.equal((await imageEnd(separateApp, begunTask.task)).status, 'SUCCESS');
    // Notifications arrive in order: had there been one, it would be here before this one.
    await separateApp.app.db.pool.query(`select pg_notify('kinora_report', 'the last one')`);
    await until(
      async () => payloads.includes('the last one'),
      isThere => isThere,
    );
    assert.deepEqual(payloads, ['the last one']);
  },
);

test('without a public URL, providers get no URL for reports', { timeout }, async () => {
  const local = await startTestApp({
    kinds: reportingKinds,
    settings: { KINORA_SECRET_KEY: settings.KINORA_SECRET_KEY, KINORA_BASE_URL: 'http://localhost:4040' },
  });
  const localOperator = await signedIn(local, 'operator');
  const provider = await startReportingProvider();
  provider.finishJobs();
  await localOperator.done('engine add', { engine: 'one', kind: 'reporting', url: provider.url });
  await localOperator.done('model add', {
    accepts: 'any-size',
    model: 'm',
    kind: 'image',
    operations: ['grid'],
    price,
  });
  await localOperator.done('route add', { model: 'm', engine: 'one' });
  const end = await imageEnd(local, await imagine(local, 'a fox --model m'));
  assert.equal(end.status, 'SUCCESS');
  assert.equal(provider.acceptedCalls[0]?.body.webhook, null);
});
