/** The version of a prompt that names none: that of the token's group, otherwise that of the server. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';

let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  // No image is generated: the jobs are read from the queue.
  kinora = await startTestApp({ settings: { KINORA_ROLE: 'api' } });
  operator = await signedIn(kinora, 'operator');
});

const changeVersion = (version: unknown) =>
  operator.run('group change', { group: 'image', default_version: version });

/** The version in the job of a request. */
async function readVersion(json: Readonly<Record<string, unknown>>, key = kinora.imageKey): Promise<string> {
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, { key, json });
  assert.ok(body.result, JSON.stringify(body));
  const { rows } = await kinora.app.db.pool.query('select job from tasks where public_id = $1', [
    body.result,
  ]);
  return rows[0].job.version;
}

test('the version of the server applies if the group has none', async () => {
  const [group] = await operator.done('group list');
  assert.deepEqual([group.group, group.default_version], ['image', null]);
  assert.equal(await readVersion({ prompt: 'a fox' }), '7');
  assert.equal(await readVersion({ prompt: 'a fox', botType: 'NIJI_JOURNEY' }), 'niji 7');
});

test('the version of the group applies to the next prompt that names none', async () => {
  assert.equal((await changeVersion('niji 6')).body.default_version, 'niji 6');
  assert.equal(await readVersion({ prompt: 'a fox' }), 'niji 6');
  assert.equal(await readVersion({ prompt: 'a fox', botType: 'NIJI_JOURNEY' }), 'niji 6');
  assert.equal(await readVersion({ prompt: 'a fox --v 6.1' }), '6.1');
  assert.equal(await readVersion({ prompt: 'a fox --niji 5' }), 'niji 5');
  await changeVersion('6.1');
  assert.equal(await readVersion({ prompt: 'a fox' }), '6.1');
  assert.equal(await readVersion({ prompt: 'a fox', botType: 'NIJI_JOURNEY' }), 'niji 7');
  const [group] = await operator.done('group list');
  assert.equal(group.default_version, '6.1');
  const [entry] = await operator.done('audit list', { limit: 1 });
  assert.deepEqual([entry.before.default_version, entry.after.default_version], ['niji 6', '6.1']);
});

test('a group keeps its version when another field is changed, and loses it with "none"', async () => {
  await operator.done('group change', { group: 'image', factor: '1' });
  assert.equal(await readVersion({ prompt: 'a fox' }), '6.1');
  await changeVersion('none');
  assert.equal(await readVersion({ prompt: 'a fox' }), '7');
});

test('a token of another group uses the version of that group', async () => {
  await operator.done('group create', {
    group: 'anime',
    kind: 'image',
    models: 'sketch',
    default_version: 'niji 5',
  });
  const { key } = await operator.done('token create', { group: 'anime', name: 'anime' });
  assert.equal(await readVersion({ prompt: 'a fox' }, key), 'niji 5');
  assert.equal(await readVersion({ prompt: 'a fox' }), '7');
});

test('a group accepts only versions that prompts can name, and only for image models', async () => {
  const unknown = await changeVersion('9');
  assert.equal(unknown.status, 400);
  assert.match(JSON.stringify(unknown.body), /default_version/);
  const video = await operator.run('group change', { group: 'video', default_version: '7' });
  assert.equal(video.status, 400);
  assert.match(JSON.stringify(video.body), /only image models have versions/);
});
