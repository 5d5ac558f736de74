/** Retrying a failed task: the same job at today's price and under today's rules. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, until, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { acceptedTask, imageClient, plainPicture } from '../../support/clients/image-client.ts';
import { gatherLog } from '../../support/servers/log-lines.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

const log = gatherLog();
let kinora: TestApp;
let operator: Awaited<ReturnType<typeof signedIn>>;
let member: Awaited<ReturnType<typeof signedIn>>;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_LOG_LEVEL: 'info' }, logTo: log });
  operator = await signedIn(kinora, 'operator');
  member = await signedIn(kinora, 'member');
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const show = async (task: string) => (await operator.run('task show', { task })).body;
const retry = (task: string, key: string) => operator.run('task retry', { task, key });
const code = async (answer: ReturnType<typeof retry>) => (await answer).body.error?.code;
const failingPrompt = '{"check":"refuse"}';

async function makeFailedTask(prompt = failingPrompt): Promise<string> {
  const id = await imagine(kinora, prompt);
  await imageEnd(kinora, id);
  return id;
}

test('a retry is a new task with the same job, and repeating it with the same key returns that task', async () => {
  const id = await makeFailedTask(failingPrompt);
  const answers = await Promise.all([retry(id, 'one'), retry(id, 'one'), retry(id, 'one')]);
  const retryId = answers[0]?.body.id;
  assert.notEqual(retryId, id);
  for (const { body } of [...answers, await retry(id, 'one')]) assert.equal(body.id, retryId);
  const other = (await retry(id, 'two')).body.id;
  assert.notEqual(other, retryId);
  const { rows } = await sql(
    'select job - $2::text as job, public_id from tasks where public_id = any($1) order by id',
    [[id, retryId, other], 'taskId'],
  );
  assert.equal(rows.length, 3);
  assert.deepEqual(rows[1].job, rows[0].job);
  const holds = (await show(retryId)).entries.filter(({ kind }: { kind: string }) => kind === 'hold');
  assert.equal(holds.length, 1);
  assert.equal(await code(retry(retryId, 'one')), 'idempotency_conflict');
  const audit = (await operator.run('audit list', { object: retryId })).body.data;
  assert.deepEqual(
    audit.map(({ action }: { action: string }) => action),
    ['task retry'],
  );
});

test('the log line of a retry names its request', async () => {
  const { headers, body } = await retry(await makeFailedTask(), 'logged');
  const [line] = log.lines('task submitted').filter(({ task }) => task === body.id);
  assert.equal(line?.requestId, headers.get('x-request-id'));
  assert.equal(line?.['existed'], false);
  assert.doesNotMatch(JSON.stringify(line), /refuse/);
});

test('members can use the same key for their retries, and each gets their own task', async () => {
  const createFailedTask = async () => {
    const user = await signedIn(kinora, 'member');
    const { key } = await user.done('token create', { group: 'image' });
    const id = await imagine({ ...kinora, imageKey: key }, failingPrompt);
    await imageEnd({ ...kinora, imageKey: key }, id);
    return { user, id };
  };
  const failedTasks = [await createFailedTask(), await createFailedTask()];
  for (const { user, id } of failedTasks) {
    const { id: retryId } = await user.done('task retry', { task: id, key: 'shared' });
    assert.equal((await user.done('task retry', { task: id, key: 'shared' })).id, retryId);
  }
});

test("a member's retry is not charged to the token of an owner who answered its modal", async () => {
  const [owner, user] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'member')];
  const wide = await owner.done('token create', { group: 'image', scope: 'account' });
  const userToken = await user.done('token create', { group: 'image' });
  const client = imageClient({ ...kinora, imageKey: userToken.key });
  const solo = await client.pressAndWait(await client.make('imagine', { prompt: 'a dialog --v 7' }), 'U1');
  const id = acceptedTask(await client.press(solo, 'CustomZoom'));
  acceptedTask(await imageClient({ ...kinora, imageKey: wide.key }).modal(id, { prompt: 'a cat --zoom 2' }));
  await client.end(id);
  await sql(
    `update tasks set phase = 'failed', error_code = 'internal', charged_micros = 0 where public_id = $1`,
    [id],
  );
  const rejection = await user.run('task retry', { task: id, key: 'not mine' });
  assert.equal(rejection.body.error.code, 'token_unknown');
});

test('only failed and cancelled tasks can be retried, and only by users who can access them', async () => {
  const id = await imagine(kinora, 'a good task --v 1');
  await imageEnd(kinora, id);
  assert.equal(await code(retry(id, 'good')), 'retry_not_ended');
  assert.equal(await code(retry('1', 'good')), 'task_unknown');
  assert.equal(
    (await member.run('task retry', { task: await makeFailedTask(), key: 'x' })).body.error.code,
    'task_unknown',
  );
  const client = imageClient(kinora);
  const solo = await client.pressAndWait(await client.make('imagine', { prompt: 'a dialog --v 7' }), 'U1');
  const asking = acceptedTask(await client.press(solo, 'CustomZoom'));
  await operator.run('task cancel', { task: asking });
  assert.equal(await code(retry(asking, 'asking')), 'retry_unanswered');
});

test('a retry of a follow-up uses the same button of the same task, and its image is generated', async () => {
  const client = imageClient(kinora);
  // Runs long enough to be cancelled.
  const grid = await client.end(await imagine(kinora, '{"checks":200}'));
  const hanging = acceptedTask(await client.press(grid, 'V3'));
  await operator.run('task cancel', { task: hanging });
  await until(
    () => show(hanging),
    ({ state }) => state === 'cancelled',
  );
  const retryId = (await retry(hanging, 'button')).body.id;
  await imageEnd(kinora, retryId);
  const retryTask = await show(retryId);
  assert.deepEqual([retryTask.parent, retryTask.button, retryTask.cells.length], [grid.id, 'V3', 4]);
});

test('a retry of a clip costs as much as a new clip', async () => {
  const json = { model: 'sketch-short', prompt: failingPrompt, resolution: '720p', aspect_ratio: '1:1' };
  const { id } = (await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json })).body;
  await videoEnd(kinora, id);
  const before = await show(id);
  await operator.run('group change', { group: 'video', factor: '3' });
  const retryId = (await retry(id, 'clip')).body.id;
  const quoted = await call(`${kinora.url}/v1/videos/quote`, { key: kinora.videoKey, json });
  const after = await show(retryId);
  assert.equal(Number(after.price.amount), Number(quoted.body.amount));
  assert.equal(Number(after.price.amount), 3 * Number(before.price.amount));
  assert.deepEqual(after.parameters, before.parameters);
  await operator.run('group change', { group: 'video', factor: '1' });
});

test('a retry is validated like a new request: words, images, token, balance', async () => {
  const bannedTask = await makeFailedTask('{"check":"refuse","x":"forbidden"}');
  await operator.run('banned add', { words: 'forbidden' });
  assert.equal(await code(retry(bannedTask, 'word')), 'banned_word');
  await operator.run('banned remove', { words: 'forbidden' });
  const client = imageClient(kinora);
  const picture = await plainPicture({ width: 256, height: 256 });
  const edit = acceptedTask(
    await client.submit('edits', {
      prompt: `${failingPrompt.replace(/[{}]/g, '\\$&')} --v 7`,
      image: picture,
    }),
  );
  await imageEnd(kinora, edit);
  const editRetry = (await retry(edit, 'pictured')).body.id;
  assert.ok(editRetry, 'the image of the task is still there');
  await imageEnd(kinora, editRetry);
  const { rows } = await sql(
    "select job->'inputs'->0->>'storageKey' as key from tasks where public_id = $1",
    [edit],
  );
  await kinora.app.storage.deleteFolder(rows[0].key.split('/').slice(0, -1).join('/'));
  assert.equal(await code(retry(edit, 'gone')), 'input_expired');
  const { body } = await operator.run('token create', { group: 'image', cap_total: '0.045' });
  const cappedKinora = { ...kinora, imageKey: body.key };
  const task = await imagine(cappedKinora, failingPrompt);
  await imageEnd(cappedKinora, task);
  await operator.run('token change', { token: body.id, cap_total: '0.001' });
  assert.equal(await code(retry(task, 'capped')), 'token_cap_reached');
  await operator.run('token revoke', { token: body.id });
  assert.equal(await code(retry(task, 'revoked')), 'retry_token_revoked');
  const other = (await operator.run('token create', { group: 'image' })).body;
  const retryAnswer = await operator.run('task retry', { task, key: 'with another', token: other.id });
  assert.equal((await show(retryAnswer.body.id)).token.id, other.id);
  const unknown = operator.run('task retry', { task, key: 'unknown', token: 'kn-nobody' });
  assert.equal(await code(unknown), 'token_unknown');
});
