/** Buttons, modals and their cost, over HTTP. The scripted engine generates the images. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { expireTasks } from '../../../src/core/tasks/work/expire-tasks.ts';
import { call, type Answer, type TestApp } from '../../support/servers/app.ts';
import { stopAt } from '../../support/setups/stop-at.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  acceptedTask,
  findButton,
  imageClient,
  plainPicture,
  waitFor,
  type ImageClient,
  type ImageRecord,
} from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let client: ImageClient;

before(async () => {
  kinora = await startScriptedApp();
  client = imageClient(kinora);
});

/** One selected candidate of a small grid. */
async function picture(prompt: string): Promise<ImageRecord> {
  return client.pressAndWait(await client.make('imagine', { prompt: `${prompt} --draft` }), 'U1');
}

const names = (record: ImageRecord) =>
  record.buttons.map(({ customId }) => {
    const name = customId.split('::').slice(1, 3).join('::');
    return name.replace(/^JOB::/, '');
  });

testInFull('a selected image has the buttons that its version and shape allow', async () => {
  const wide = await picture('a cat --ar 16:9');
  assert.deepEqual(names(wide), [
    'upsample_v7_2x_subtle',
    'upsample_v7_2x_creative',
    'low_variation',
    'high_variation',
    'Inpaint::1',
    'Outpaint::50',
    'Outpaint::75',
    `CustomZoom::${wide.properties['messageHash']}`,
    'Outpaint::100',
    'pan_left',
    'pan_right',
    'pan_up',
    'pan_down',
    'animate_high',
    'animate_low',
    `BOOKMARK::${wide.properties['messageHash']}`,
  ]);
  assert.ok(wide.buttons.every(({ type, style }) => type === 2 && style === 2));
  const square = names(await picture('a cat'));
  assert.ok(!square.includes('Outpaint::100'), 'a square image cannot be squared');
  const listButtons = async (version: string) =>
    names(
      await client.pressAndWait(await client.make('imagine', { prompt: `a cat ${version} --ar 1:2` }), 'U1'),
    );
  assert.deepEqual((await listButtons('--v 3')).slice(0, 2), ['low_variation', 'high_variation']);
  assert.deepEqual((await listButtons('--v 5.2')).slice(0, 2), ['upsample_v5_2x', 'upsample_v5_4x']);
  assert.equal((await listButtons('--v 6.1'))[0], 'upsample_v6r1_2x_subtle');
  assert.equal((await listButtons('--niji 6'))[0], 'upsample_v6_2x_subtle');
  assert.equal((await listButtons('--v 8.1'))[0], 'upsample_v7_2x_subtle');
});

test('a pressed button turns green for every poll', async () => {
  const grid = await client.make('imagine', { prompt: 'a cat --v 1' });
  await client.press(grid, 'U3');
  const styles = async () => (await client.fetch(grid.id)).buttons.map(({ style }) => style).join('');
  await waitFor(styles, joined => joined === '223222222');
});

testInFull('each button generates an image of the expected size', async () => {
  const wide = await picture('a cat --ar 16:9');
  const size = { width: wide.imageWidth ?? 0, height: wide.imageHeight ?? 0 };
  const actionAndSize = async (button: string) => {
    const record = await client.pressAndWait(wide, button);
    const parts = record.imageUrls ? 2 : 1;
    return [record.action, (record.imageWidth ?? 0) / parts, (record.imageHeight ?? 0) / parts];
  };
  const wider = Math.round((size.width * 1.5) / 16) * 16;
  const higher = Math.round((size.height * 1.5) / 16) * 16;
  assert.deepEqual(await actionAndSize('subtle'), ['UPSCALE', size.width * 2, size.height * 2]);
  assert.deepEqual(await actionAndSize('low_variation'), ['VARIATION', size.width, size.height]);
  assert.deepEqual(await actionAndSize('Outpaint::50'), ['ZOOM', size.width, size.height]);
  assert.deepEqual(await actionAndSize('Outpaint::75'), ['ZOOM', size.width, size.height]);
  assert.deepEqual(await actionAndSize('Outpaint::100'), ['ZOOM', 1024, 1024]);
  assert.deepEqual(await actionAndSize('pan_left'), ['PAN', wider, size.height]);
  assert.deepEqual(await actionAndSize('pan_up'), ['PAN', size.width, higher]);
});

test('selecting a candidate is free, and an upscale costs by its size', async () => {
  const grid = await client.make('imagine', { prompt: 'a cat' });
  assert.equal(grid.usage.amount, '0.04');
  const image = await client.pressAndWait(grid, 'U2');
  assert.deepEqual([image.usage.amount, image.usage.charged], ['0.00', false]);
  assert.equal((await client.pressAndWait(image, 'creative')).usage.amount, '0.02');
  assert.equal((await client.make('imagine', { prompt: 'a cat --draft' })).usage.amount, '0.02');
});

test('a custom zoom waits for its prompt with status MODAL and without a hold', async () => {
  const wide = await picture('a cat --ar 16:9');
  const before = await checkLedger(kinora);
  const modal = await client.press(wide, 'Custom Zoom');
  assert.equal(modal.body.code, 21);
  assert.match(modal.body.description, /confirm/);
  assert.match(modal.body.properties.finalPrompt, /^a cat --ar 16:9 .*--zoom 2$/);
  assert.equal((await client.fetch(modal.body.result)).status, 'MODAL');
  assert.deepEqual(await checkLedger(kinora), before);
  const wrong = await client.modal(modal.body.result, { prompt: 'a cat --zoom 9' });
  assert.deepEqual([wrong.body.code, wrong.body.result], [4, null]);
  assert.equal((await client.fetch(modal.body.result)).status, 'MODAL', 'an invalid prompt changes nothing');
  const answer = () => client.modal(modal.body.result, { prompt: 'a cat in a frame --zoom 1.4' });
  assert.equal(acceptedTask(await answer()), modal.body.result);
  assert.equal((await answer()).body.result, modal.body.result, 'the same answer returns its task');
  const record = await client.end(modal.body.result);
  assert.deepEqual([record.action, record.prompt], ['ZOOM', 'a cat in a frame --zoom 1.4']);
  assert.equal((await client.modal(modal.body.result, { prompt: 'another' })).body.code, 4);
  assert.equal(before.chargedMicros + 20_000n, (await checkLedger(kinora)).chargedMicros);
});

test('a custom zoom with another ratio reframes, and one that changes nothing is rejected', async () => {
  const square = await picture('a cat');
  const modal = await client.press(square, 'Custom Zoom');
  assert.equal((await client.modal(modal.body.result, { prompt: 'a cat --zoom 1' })).body.code, 4);
  acceptedTask(await client.modal(modal.body.result, { prompt: 'a cat --zoom 1 --ar 2:1' }));
  const record = await client.end(modal.body.result);
  assert.ok(Math.abs((record.imageWidth ?? 0) / (record.imageHeight ?? 1) - 2) < 0.06);
});

test('a modal answer with only the task id uses the proposed zoom', async () => {
  const modal = await client.press(await picture('a cat'), 'MJ::CustomZoom');
  acceptedTask(await client.modal(modal.body.result, {}));
  assert.equal((await client.end(modal.body.result)).status, 'SUCCESS');
});

test('a region requires a mask, of any size', async () => {
  const image = await picture('a cat');
  const modal = await client.press(image, 'Vary (Region)');
  const missing = await client.modal(modal.body.result, { prompt: 'a dog' });
  assert.equal(missing.body.code, 4);
  assert.match(missing.body.description, /maskBase64/);
  const blank = await client.modal(modal.body.result, { maskBase64: await plainPicture(undefined, 'black') });
  assert.equal(blank.body.code, 4);
  assert.match(blank.body.description, /no white area/);
  const mask = await plainPicture(undefined, 'white');
  acceptedTask(await client.modal(modal.body.result, { prompt: 'a dog', maskBase64: mask }));
  const record = await client.end(modal.body.result);
  assert.deepEqual([record.action, record.imageUrls?.length], ['VARIATION', 4]);
});

test('in remix mode a button opens a modal for a changed prompt', async () => {
  const grid = await client.make('imagine', { prompt: 'a cat --v 1' });
  const modal = await client.press(grid, 'V1', { enableRemix: true });
  assert.equal(modal.body.code, 21);
  acceptedTask(await client.modal(modal.body.result, { prompt: 'a dog --v 1' }));
  const record = await client.end(modal.body.result);
  assert.deepEqual([record.action, record.prompt], ['VARIATION', 'a dog --v 1']);
  assert.equal((await client.press(grid, 'V1')).body.code, 1, 'not without remix mode');
});

test('an unanswered modal expires without a charge, and a cancelled one stays cancelled', async () => {
  const image = await picture('a cat');
  const before = await checkLedger(kinora);
  const late = acceptedTask(await client.press(image, 'Custom Zoom'));
  const expireModal = `update tasks set modal_until = now() - interval '1 s' where public_id = $1`;
  await kinora.app.db.pool.query(expireModal, [late]);
  assert.equal((await client.modal(late, { prompt: 'a cat --zoom 2' })).body.code, 4, 'expired');
  await expireTasks(kinora.app.db, { retentionHours: 1, queueHours: 1, unservedMinutes: 60 });
  const record = await waitFor(
    () => client.fetch(late),
    ({ status }) => status === 'FAILURE',
  );
  assert.match(record.failReason ?? '', /was not confirmed in time/);
  const cancelled = acceptedTask(await client.press(image, 'Custom Zoom'));
  await client.cancel(cancelled);
  assert.equal((await client.modal(cancelled, {})).body.code, 4);
  assert.deepEqual(await checkLedger(kinora), before);
});

test('concurrent answers of one modal create one task with one hold', async () => {
  const image = await picture('a cat');
  const before = await checkLedger(kinora);
  const id = acceptedTask(await client.press(image, 'Custom Zoom'));
  const answers = await Promise.all(
    ['a dog --zoom 2', 'a fox --zoom 2', 'an owl --zoom 2'].map(prompt => client.modal(id, { prompt })),
  );
  assert.equal(answers.filter(({ body }) => body.result === id).length, 1);
  await client.end(id);
  const after = await checkLedger(kinora);
  assert.deepEqual([after.heldMicros, after.problems], [0n, []]);
  assert.equal(after.chargedMicros - before.chargedMicros, 20_000n);
});

test('a modal answered with another token is charged to that token, and the ledger balances', async () => {
  const user = await signedIn(kinora, 'owner');
  const tokens = [
    await user.done('token create', { group: 'image' }),
    await user.done('token create', { group: 'image' }),
  ];
  const [pressing, answering] = tokens.map(({ key }) => imageClient({ ...kinora, imageKey: key }));
  const grid = await pressing?.make('imagine', { prompt: 'a cat --draft' });
  const image = await pressing?.pressAndWait(grid as ImageRecord, 'U1');
  const id = acceptedTask((await pressing?.press(image as ImageRecord, 'Custom Zoom')) as Answer);
  assert.equal(acceptedTask((await answering?.modal(id, { prompt: 'a dog --zoom 2' })) as Answer), id);
  assert.equal((await pressing?.end(id))?.status, 'SUCCESS');
  const books = await checkLedger(kinora);
  assert.deepEqual([books.heldMicros, books.problems], [0n, []]);
  const tokenList: { spent: string }[] = await user.done('token list');
  const amounts = tokenList.map(({ spent }) => Number(spent));
  assert.ok((amounts.at(-1) ?? 0) > 0, JSON.stringify(amounts));
});

test('the migration repairs a task whose price is held on another token, and the task ends', async () => {
  const user = await signedIn(kinora, 'owner');
  const { id: other } = await user.done('token create', { group: 'image' });
  const image = await picture('a cat');
  const id = acceptedTask(await client.press(image, 'Custom Zoom'));
  const { rows } = await kinora.app.db.pool.query('select token_id from tasks where public_id = $1', [id]);
  await kinora.app.db.pool.query(
    `insert into engines (name, drained_at, drained_by) values ('scripted', now(), 'test')
     on conflict (name) do update set drained_at = now(), drained_by = 'test'`,
  );
  acceptedTask(await client.modal(id, { prompt: 'a dog --zoom 2' }));
  await kinora.app.db.pool.query('update tasks set token_id = $2 where public_id = $1', [id, other]);
  assert.equal((await checkLedger(kinora)).problems.length, 2);
  await kinora.app.db.pool.query(await readFile('migrations/0016-modal-tokens.sql', 'utf8'));
  await kinora.app.db.pool.query('update engines set drained_at = null, drained_by = null');
  assert.equal((await client.end(id)).status, 'SUCCESS');
  const books = await checkLedger(kinora);
  assert.deepEqual([books.heldMicros, books.problems], [0n, []]);
  const after = await kinora.app.db.pool.query('select token_id from tasks where public_id = $1', [id]);
  assert.equal(after.rows[0].token_id, rows[0].token_id);
});

for (const first of ['cancel a task', 'answer a modal'] as const)
  test(`a cancel takes effect if "${first}" comes first in its race with the answer of a modal`, async () => {
    const id = acceptedTask(await client.press(await picture('a cat'), 'Custom Zoom'));
    const answer = () => client.modal(id, { prompt: 'a dog --zoom 2' });
    const [winner, loser] =
      first === 'cancel a task' ? [() => client.cancel(id), answer] : [answer, () => client.cancel(id)];
    const waiting = stopAt(first === 'cancel a task' ? 'answer a modal' : 'cancel a task');
    const late = loser();
    await waiting.arrival;
    const early = await winner();
    waiting.resume();
    const cancelled = first === 'cancel a task' ? early : await late;
    assert.equal(cancelled.body.code, 1, JSON.stringify(cancelled.body));
    await late;
    await client.end(id);
    const books = await checkLedger(kinora);
    assert.deepEqual([books.heldMicros, books.problems], [0n, []]);
  });

test('a bookmark creates no task and returns the bookmarked image', async () => {
  const image = await picture('a cat');
  assert.equal(acceptedTask(await client.press(image, '❤️')), image.id);
  const style = async () => findButton(await client.fetch(image.id), '❤️').style;
  await waitFor(style, value => value === 3);
});

test('a follow-up uses the tier of its parent unless it names another', async () => {
  const grid = await client.make('imagine', { prompt: 'a cat --v 1 --relax' });
  assert.equal((await client.pressAndWait(grid, 'V1')).mode, 'RELAX');
  const { customId } = findButton(grid, 'V2');
  const turbo = await call(`${kinora.url}/mj-turbo/mj/submit/action`, {
    key: kinora.imageKey,
    json: { taskId: grid.id, customId },
  });
  assert.equal((await client.end(acceptedTask(turbo))).mode, 'TURBO');
});

test('a follow-up of a deleted image is rejected with the reason and no longer offered', async () => {
  const grid = await client.make('imagine', { prompt: 'a cat --v 1' });
  await kinora.app.db.pool.query(`update tasks set expires_at = now() where public_id = $1`, [grid.id]);
  const { body } = await client.press(grid, 'U1');
  assert.equal(body.code, 4);
  assert.match(body.description, /have expired and were deleted/);
});

testInFull('follow-ups can be chained, and each offers the buttons for the next', async () => {
  let grid = await client.make('imagine', { prompt: 'a cat --draft' });
  for (const button of ['Vary (Strong)', 'Zoom Out 2x', '➡️', 'Vary (Subtle)', '⬆️', 'Zoom Out 1.5x']) {
    const image = await client.pressAndWait(grid, 'U4');
    grid = await client.pressAndWait(image, button);
    assert.equal(grid.status, 'SUCCESS', `${button}: ${grid.failReason}`);
    assert.equal(grid.imageUrls?.length, 4);
  }
});
