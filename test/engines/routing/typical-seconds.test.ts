/** The typical duration of a task, measured from its submit to its result. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { statement } from '../../../src/platform/db/statement.ts';
import { imageEnd, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { acceptedTask, imageClient, plainPicture } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startScriptedApp();
});

const age = statement(
  'test_age',
  `update tasks set created_at = created_at - interval '1 hour' where public_id = $1`,
);

test('time in a modal does not count as duration, and waiting for the engine does', async () => {
  const client = imageClient(kinora);
  const solo = await client.pressAndWait(await client.make('imagine', { prompt: 'a cat --v 6' }), 'U1');
  const modalTask = acceptedTask(await client.press(solo, 'Inpaint'));
  await kinora.app.db.query(age, [modalTask]);
  const mask = await plainPicture({ width: solo.imageWidth ?? 64, height: solo.imageHeight ?? 64 }, 'white');
  acceptedTask(await client.modal(modalTask, { prompt: 'a dog', maskBase64: mask }));
  await imageEnd(kinora, modalTask);
  await kinora.app.db.query(age, [solo.id]);
  const owner = await signedIn(kinora, 'owner');
  const { body: task } = await owner.run('task show', { task: modalTask });
  assert.ok(Date.parse(task.ordered) - Date.parse(task.created) >= 3_600_000);
  const { data } = (await owner.get('/api/model.list')).body;
  const model = data.find(({ id }: { id: string }) => id === task.model);
  const byAction = model.usual_seconds_by_action;
  assert.ok(byAction.VARIATION.fast < 3600, 'painting the mask is not counted');
  assert.ok(byAction.UPSCALE.fast >= 3600, 'a task submitted an hour before its result took an hour');
  assert.deepEqual(model.usual_seconds, byAction.IMAGINE);
  assert.equal(model.median_seconds, byAction.IMAGINE.fast);
});
