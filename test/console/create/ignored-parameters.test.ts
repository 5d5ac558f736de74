/** Parameters that a model cannot honor are named in the record of the task and on its page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, imageEnd, imagine, startTestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { openConsole } from '../../support/browser/console-page.ts';

test('ignored parameters are listed in the record and, in both languages, on the page', async () => {
  const kinora = await startTestApp();
  const user = await signedIn(kinora, 'operator');
  const task = await imagine(kinora, 'a fox');
  await imageEnd(kinora, task);
  const record = async () =>
    (await call(`${kinora.url}/mj/task/${task}/fetch`, { key: kinora.imageKey })).body.properties;
  const readIgnored = async () => (await user.done('task show', { task })).ignored;
  assert.deepEqual(['ignored' in (await record()), await readIgnored()], [false, undefined]);
  const other = await imagine(kinora, 'a boat');
  await imageEnd(kinora, other);
  // As the planner stores it on submit.
  await kinora.app.db.pool.query(
    `update tasks set job = jsonb_set(job, '{ignored}', '["--stylize", "--weird"]') where public_id = $1`,
    [other],
  );
  assert.deepEqual((await user.done('task show', { task: other })).ignored, ['--stylize', '--weird']);
  for (const [language, text] of [
    ['en', 'Ignored by this model: --stylize, --weird'],
    ['zh', '此模型忽略了：--stylize, --weird'],
  ] as const) {
    const { page } = await openConsole({ kinora, user, path: `/task/${other}`, language });
    await page.getByText(text).waitFor();
  }
  const { body } = await call(`${kinora.url}/mj/task/list-by-condition`, {
    key: kinora.imageKey,
    json: { ids: [other] },
  });
  assert.deepEqual(body[0].properties.ignored, ['--stylize', '--weird']);
});
