/** Which processes run, and in which version: by `node list` and in the Console's overview. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { App } from '../../src/app/start/app.ts';
import { version } from '../../src/platform/version.ts';
import { openConsole, phone, type ConsoleUser } from '../support/browser/console-page.ts';
import { signedIn } from '../support/clients/console-client.ts';
import { startTestApp, until, type TestApp, startTestAppOn } from '../support/servers/app.ts';
import { done, newFolder } from '../support/setups/restored-place.ts';

let kinora: TestApp;
let worker: App;
let operator: ConsoleUser;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_ROLE: 'api' } });
  const place = { ...kinora, dataDir: await newFolder() };
  worker = (await startTestAppOn(place, { settings: { KINORA_ROLE: 'worker' } })).app;
  operator = await signedIn(kinora, 'operator');
});

const oldHost = 'kinora-worker-7c9d8f6b5-x2k4q.internal.example';
const roles = async () => (await operator.done('node list')).map(({ role }: { role: string }) => role);
const rolesAre = (...expected: string[]) =>
  until(roles, actual => JSON.stringify(actual) === JSON.stringify(expected));
const card = (page: Page) => page.getByRole('region', { name: /^(Processes|进程)$/ });

test('each process is listed with its role, version and host, also on the command line', async () => {
  await rolesAre('api', 'worker');
  const nodes = await done(['node', 'list'], { databaseUrl: kinora.databaseUrl, dataDir: kinora.dataDir });
  for (const node of nodes) {
    assert.deepEqual([node.version, node.host], [version, hostname()]);
    assert.ok(Date.parse(node.started) <= Date.parse(node.seen));
  }
  assert.equal((await (await signedIn(kinora, 'owner')).run('node list')).status, 403);
});

test('the overview names the processes, and says when their versions differ', async () => {
  const { page } = await openConsole({ kinora, user: operator, path: '/overview' });
  const items = card(page).getByRole('listitem');
  await items
    .filter({ hasText: 'Worker' })
    .filter({ hasText: `version ${version}` })
    .waitFor();
  assert.equal(await items.count(), 2);
  assert.equal(await card(page).getByText('different versions').count(), 0);
  await kinora.app.db.pool.query(
    `insert into nodes (id, role, version, host, started_at) values (gen_random_uuid(), 'worker', '9.9.9', $1, now())`,
    [oldHost],
  );
  await page.reload();
  await card(page).getByText('The processes run different versions.').waitFor();
  const { page: chinese } = await openConsole({
    kinora,
    user: operator,
    path: '/overview',
    language: 'zh',
    viewport: phone,
  });
  await card(chinese).getByText('各进程的版本不同').waitFor();
  const old = card(chinese).getByRole('listitem').filter({ hasText: '版本 9.9.9' });
  await old.waitFor();
  const { height = Infinity } = (await old.boundingBox()) ?? {};
  assert.ok(height < 120, `a long name is broken into lines of a few letters: ${height} px`);
  await kinora.app.db.pool.query('delete from nodes where host = $1', [oldHost]);
});

test('a process that stops is no longer listed', async () => {
  await rolesAre('api', 'worker');
  await worker.stop();
  assert.deepEqual(await roles(), ['api']);
});
