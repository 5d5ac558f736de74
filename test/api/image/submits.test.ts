/**
 * Every way to submit on the image interface, over HTTP. The scripted engine generates the images, because
 * only the interface is under test.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { banWords } from '../../../src/core/moderation/banned-words.ts';
import { call, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import {
  acceptedTask,
  imageClient,
  plainPicture,
  waitFor,
  type ImageClient,
} from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { isFullRun } from '../../support/depth.ts';

let kinora: TestApp;
let client: ImageClient;

before(async () => {
  kinora = await startScriptedApp();
  client = imageClient(kinora);
});

test('permutations and repetitions are separate tasks, and the result is the first one', async () => {
  const { body } = await client.submit('imagine', { prompt: 'a {red, blue} ball --v 1' });
  assert.equal(body.properties.taskIds.length, 2);
  assert.equal(body.result, body.properties.taskIds[0]);
  assert.match(body.description, /\. 2 tasks from this prompt, [\d.]+ [A-Z]{3} in total$/);
  const records = await Promise.all(body.properties.taskIds.map((id: string) => client.end(id)));
  assert.deepEqual(
    records.map(record => record.prompt),
    ['a red ball --v 1', 'a blue ball --v 1'],
  );
  const repeatAnswer = await client.submit('imagine', { prompt: 'a ball --v 1 --repeat 3' });
  const repeatIds: string[] = repeatAnswer.body.properties.taskIds;
  const seeds = await Promise.all(repeatIds.map(async id => (await client.end(id)).seed));
  assert.equal(new Set(seeds).size, 3, 'each has its own seed');
});

test('images have the known sizes of their version and aspect ratio', async () => {
  const size = async (parameters: string) => {
    const { imageWidth, imageHeight } = await client.make('imagine', { prompt: `a hill ${parameters}` });
    return [(imageWidth ?? 0) / 2, (imageHeight ?? 0) / 2];
  };
  assert.deepEqual(await size('--v 2'), [256, 256]);
  assert.deepEqual(await size('--v 6.1 --ar 16:9'), [1456, 816]);
  assert.deepEqual(await size('--draft'), [512, 512]);
  if (!isFullRun) return;
  assert.deepEqual(await size('--v 4'), [512, 512]);
  assert.deepEqual(await size('--v 7'), [1024, 1024]);
  assert.deepEqual(await size('--niji 6 --ar 2:3'), [896, 1344]);
});

test('the tier limits how many tasks a prompt may create, and exceeding the limit creates none', async () => {
  const before = await checkLedger(kinora);
  const rejection = await client.submit('imagine', { prompt: 'a {red, blue} ball --v 1 --relax' });
  assert.deepEqual([rejection.body.code, rejection.body.result], [4, null]);
  assert.match(rejection.body.description, /relax allows at most 1/);
  assert.equal((await client.submit('imagine', { prompt: 'a ball --v 1 --repeat 11' })).body.code, 4);
  assert.deepEqual(await checkLedger(kinora), before);
});

test('a repeated request of several tasks returns the same tasks', async () => {
  const submit = () =>
    client.submit('imagine', { prompt: 'a {big, small} box --v 1' }, { 'idempotency-key': 'boxes' });
  const [first, second] = await Promise.all([submit(), submit()]);
  const third = await submit();
  assert.deepEqual(second.body.properties.taskIds, first.body.properties.taskIds);
  assert.deepEqual(third.body.properties.taskIds, first.body.properties.taskIds);
});

test('submitted images are served, and their URLs precede the prompt', async () => {
  const record = await client.make('imagine', {
    prompt: 'a cat --v 1',
    base64Array: [`data:image/png;base64,${await plainPicture()}`],
  });
  const [address = '', ...words] = (record.prompt ?? '').split(' ');
  assert.equal(words.join(' '), 'a cat --v 1');
  const file = await fetch(address);
  assert.equal(file.headers.get('content-type'), 'image/png');
  assert.match(record.description, /^\/imagine http/);
});

test('two images are accepted without text, one is not', async () => {
  const picture = await plainPicture();
  assert.equal(
    (await client.make('imagine', { prompt: '--v 1', base64Array: [picture, picture] })).status,
    'SUCCESS',
  );
  const { body } = await client.submit('imagine', { prompt: '--v 1', base64Array: [picture] });
  assert.equal(body.code, 4);
});

test('a file that is not an image is rejected with the reason and leaves nothing behind', async () => {
  const rejectionReason = async (body: object) => {
    const answer = await client.submit('imagine', { prompt: 'a cat --v 1', ...body });
    assert.deepEqual([answer.status, answer.body.code, answer.body.result], [200, 4, null]);
    return answer.body.description as string;
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  assert.match(await rejectionReason({ base64Array: ['not base64!'] }), /base64Array\.0/);
  assert.match(await rejectionReason({ base64Array: [svg] }), /cannot be used/);
  assert.match(
    await rejectionReason({ base64Array: [(await plainPicture()).slice(0, 60)] }),
    /cannot be used/,
  );
  const { rows } = await kinora.app.db.pool.query(
    "select count(*)::int as n from uploads where storage_key like '%'",
  );
  const uploads = rows[0].n;
  await rejectionReason({ base64Array: [await plainPicture()], prompt: 'a --ar wrong' });
  assert.equal((await kinora.app.db.pool.query('select count(*)::int as n from uploads')).rows[0].n, uploads);
});

test('URLs of private addresses are rejected in every form', async () => {
  for (const link of [
    'http://127.0.0.1:1/a.png',
    'http://localhost/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/a.png',
    'http://0x7f000001/a.png',
    'http://10.0.0.1/a.png',
  ]) {
    const { body } = await client.submit('imagine', { prompt: `${link} a cat --v 1` });
    assert.equal(body.code, 4, link);
    assert.match(body.description, /Invalid link/, link);
    const rejection = await client.submit('imagine', { prompt: 'a cat --v 1', notifyHook: link });
    assert.equal(rejection.body.code, 4, link);
  }
});

test('a blend accepts two to five images and generates a grid of the requested shape', async () => {
  const picture = await plainPicture();
  const record = await client.make('blend', {
    base64Array: [picture, picture],
    dimensions: 'LANDSCAPE',
    botType: 'MID_JOURNEY',
  });
  assert.equal(record.action, 'BLEND');
  assert.match(record.description, /^\/blend \S+ 2$/);
  assert.equal(record.imageUrls?.length, 4);
  assert.deepEqual([record.imageWidth, record.imageHeight], [2 * 1344, 2 * 896]);
  for (const base64Array of [[picture], [], Array(6).fill(picture)])
    assert.equal((await client.submit('blend', { base64Array })).body.code, 4);
});

test('a describe returns four prompts and the image, and its buttons submit the prompts', async () => {
  const record = await client.make('describe', { base64: await plainPicture(), botType: 'MID_JOURNEY' });
  assert.equal(record.action, 'DESCRIBE');
  assert.match(record.prompt ?? '', /^1️⃣ .+\n\n2️⃣ .+\n\n3️⃣ .+\n\n4️⃣ .+$/);
  assert.equal(record.properties['finalPrompt'], record.prompt);
  assert.deepEqual([record.imageWidth, record.imageHeight], [null, null]);
  assert.equal((await fetch(record.imageUrl ?? '')).status, 200);
  assert.deepEqual(
    record.buttons.map(({ emoji, label }) => emoji + label),
    ['1️⃣', '2️⃣', '3️⃣', '4️⃣', '🔄', '🎉Imagine all'],
  );
  const modal = await client.press(record, 'PicReader::2');
  assert.equal(modal.body.code, 21);
  assert.equal(modal.body.properties.finalPrompt, 'picture 2 --ar 1:1');
  acceptedTask(await client.modal(modal.body.result, {}));
  const grid = await client.end(modal.body.result);
  assert.deepEqual([grid.action, grid.prompt, grid.parentId], ['IMAGINE', 'picture 2 --ar 1:1', record.id]);
  const all = await client.press(record, 'PicReader::all');
  const { taskIds } = all.body.properties;
  assert.equal(new Set(taskIds).size, 4);
  assert.equal(all.body.result, taskIds.join(','));
  const retriedRecord = await client.pressAndWait(record, 'Picread::Retry');
  assert.deepEqual([retriedRecord.action, retriedRecord.imageUrl], ['DESCRIBE', record.imageUrl]);
});

test('a shorten marks the words and returns five shorter prompts, and its buttons submit them', async () => {
  const record = await client.make('shorten', { prompt: 'a very big dog', botType: 'MID_JOURNEY' });
  assert.equal(record.action, 'SHORTEN');
  const text = record.properties['finalPrompt'] ?? '';
  assert.match(text, /^## Important tokens\n.+\n## Shortened prompts\n1️⃣ [\s\S]+5️⃣ .+$/);
  assert.equal(record.properties['finalZhPrompt'], '');
  assert.equal(record.imageUrl, null);
  const modal = await client.press(record, 'MJ::JOB::PromptAnalyzer::5'.replace('JOB', 'Job'));
  assert.equal(modal.body.properties.finalPrompt, 'a very big dog 5');
  acceptedTask(await client.modal(modal.body.result, { prompt: 'my own words --v 1' }));
  assert.equal((await client.end(modal.body.result)).prompt, 'my own words --v 1');
  const details = await client.pressAndWait(record, 'Show Details');
  assert.match(details.properties['finalPrompt'] ?? '', /\(1\.00\)/);
});

test('edits and retextures keep the size of their image', async () => {
  const image = await plainPicture({ width: 200, height: 120 });
  const edit = await client.make('edits', {
    prompt: 'a red ball',
    image,
    maskBase64: await plainPicture(undefined, 'white'),
  });
  assert.deepEqual([edit.action, edit.imageWidth, edit.imageHeight], ['EDIT', 400, 240]);
  assert.equal((await client.make('edit', { prompt: 'a ball', image })).action, 'EDIT');
  assert.equal((await client.make('retexture', { prompt: 'gold', image })).action, 'RETEXTURE');
  assert.equal((await client.submit('edits', { prompt: 'a ball', image: 'nothing' })).body.code, 4);
});

test('an image is animated to clips, which can be selected, upscaled and extended', async () => {
  const image = await plainPicture({ width: 160, height: 96 });
  const record = await client.make('video', { prompt: '', image, motion: 'high', batchSize: 2 });
  assert.equal(record.action, 'VIDEO');
  assert.equal(record.videoUrls?.length, 2);
  assert.equal(record.videoUrl, record.videoUrls?.[0]?.url);
  assert.ok(!('imageUrls' in record));
  assert.deepEqual(
    record.buttons.map(({ label }) => label),
    [
      'U1',
      'U2',
      'Extend 1 (High motion)',
      'Extend 1 (Low motion)',
      'Extend 2 (High motion)',
      'Extend 2 (Low motion)',
    ],
  );
  const video = await fetch(record.videoUrl ?? '');
  assert.equal(video.headers.get('content-type'), 'video/mp4');
  assert.deepEqual([record.usage.quantity, record.usage.amount], [2, '0.10']);
  for (const wrong of [{}, { image, batchSize: 3 }, { taskId: record.id }, { image, endImage: 'x' }])
    assert.equal(
      (await client.submit('video', { prompt: 'a', ...wrong })).body.code,
      4,
      JSON.stringify(wrong),
    );
});

test('uploads get URLs that prompts can use and that return the same bytes', async () => {
  const picture = await plainPicture();
  const { body } = await client.submit('upload-discord-images', { base64Array: [picture] });
  assert.equal(body.code, 1);
  const [address] = body.result;
  const file = Buffer.from(await (await fetch(address)).arrayBuffer());
  assert.equal(file.toString('base64'), picture);
  const record = await client.make('imagine', { prompt: `a cat --sref ${address} --v 6` });
  assert.equal(record.status, 'SUCCESS');
});

test('change and simple-change press the same buttons as action', async () => {
  const grid = await client.make('imagine', { prompt: 'a house --v 1' });
  const one = acceptedTask(await client.submit('change', { taskId: grid.id, action: 'UPSCALE', index: 2 }));
  assert.equal(acceptedTask(await client.submit('simple-change', { content: `${grid.id} u2` })), one);
  assert.equal(acceptedTask(await client.press(grid, 'U2')), one);
  assert.equal((await client.make('simple-change', { content: `${grid.id} V3` })).action, 'VARIATION');
  assert.equal(
    (await client.make('change', { taskId: grid.id, action: 'REROLL', index: 1 })).action,
    'IMAGINE',
  );
  for (const wrong of ['', grid.id, `${grid.id} U5`, 'U1', `${grid.id} X1`])
    assert.equal((await client.submit('simple-change', { content: wrong })).body.code, 4, wrong);
  assert.equal((await client.submit('change', { taskId: grid.id, action: 'UPSCALE' })).body.code, 4);
});

test('show finds the task of a job id, image-seed its seed', async () => {
  const grid = await client.make('imagine', { prompt: 'a tree --v 1 --seed 42' });
  assert.equal(acceptedTask(await client.submit('show', { jobId: grid.properties['messageHash'] })), grid.id);
  assert.equal((await client.submit('show', { jobId: 'x' })).body.code, 4);
  const seed = await call(`${kinora.url}/mj/task/${grid.id}/image-seed`, { key: kinora.imageKey });
  assert.deepEqual([seed.body.code, seed.body.result], [1, '42']);
  const unknown = await call(`${kinora.url}/mj/task/0/image-seed`, { key: kinora.imageKey });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 3]);
});

test('a banned word is rejected with code 24 and the word, in every field with a prompt', async () => {
  await banWords(kinora.app.db, ['forbidden', '禁词']);
  const rejectionBody = async (name: string, body: object) => {
    const answer = await waitFor(
      () => client.submit(name, body),
      ({ body: { code } }) => code === 24,
    );
    assert.equal(answer.body.result, null);
    return answer.body.properties;
  };
  assert.deepEqual(await rejectionBody('imagine', { prompt: 'a FORBIDDEN thing --v 1' }), {
    errorCode: 'banned_word',
    promptEn: 'a FORBIDDEN thing --v 1',
    bannedWord: 'forbidden',
  });
  assert.equal((await rejectionBody('shorten', { prompt: '一个禁词在这里' })).bannedWord, '禁词');
  await rejectionBody('edits', {
    prompt: 'forbidden',
    image: await plainPicture({ width: 100, height: 80 }),
  });
  acceptedTask(await client.submit('imagine', { prompt: 'unforbidden --v 1' }));
});

test('an unsupported operation is rejected with code 4 and a sentence', async () => {
  const swap = await call(`${kinora.url}/mj/insight-face/swap`, { key: kinora.imageKey, json: {} });
  assert.deepEqual([swap.status, swap.body.code], [200, 4]);
  assert.match(swap.body.description, /does not support/);
});
