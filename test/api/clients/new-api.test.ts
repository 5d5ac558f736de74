/** The gateway new-api in front of this server: what its users get through it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until, type TestApp } from '../../support/servers/app.ts';
import { startHookReceiver } from '../../support/clients/hook-receiver.ts';
import { plainPicture, type ImageRecord } from '../../support/clients/image-client.ts';
import { decodeGo } from './go-json.ts';
import { readAction, openGateway, recordShape, type Gateway, type GatewayTask } from './new-api.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
});

const open = (baseUrl = kinora.url) => openGateway({ baseUrl, key: kinora.imageKey, passesHooks: true });

/** Polls until the gateway considers the task ended. */
async function waitForEnd(gateway: Gateway, id: string): Promise<GatewayTask> {
  const ask = async () => {
    await gateway.poll();
    return gateway.tasks.get(id) as GatewayTask;
  };
  return until(ask, ({ progress }) => progress === '100%');
}

async function makeRecord(gateway: Gateway, path: string, body: object): Promise<ImageRecord> {
  const answer = await gateway.submit(path, body);
  assert.equal(answer.code, 1, JSON.stringify(answer));
  const task = await waitForEnd(gateway, answer.result);
  assert.deepEqual([task.status, task.failReason, task.isRefunded], ['SUCCESS', '', false]);
  return (await call(`${kinora.url}/mj/task/${task.id}/fetch`, { key: kinora.imageKey })).body;
}

const imagine = (gateway: Gateway, prompt: string) => makeRecord(gateway, '/mj/submit/imagine', { prompt });

async function upscaleImage(gateway: Gateway, prompt: string): Promise<ImageRecord> {
  const grid = await imagine(gateway, prompt);
  const { customId } = grid.buttons[0] as { customId: string };
  return makeRecord(gateway, '/mj/submit/action', { taskId: grid.id, customId });
}

test('a submit with a mode prefix is accepted, and every poll decodes strictly', async () => {
  const gateway = open();
  const body = {
    prompt: 'a cat <3 & "a dog" --v 1',
    botType: 'MID_JOURNEY',
    accountFilter: { modes: ['TURBO'] },
    base64Array: [],
    notifyHook: '',
    state: '',
  };
  const record = await makeRecord(gateway, '/mj-relax/mj/submit/imagine', body);
  assert.equal(record.prompt, 'a cat <3 & "a dog" --v 1');
  assert.equal(record.mode, 'FAST', 'the gateway drops prefix and filter');
  const image = await fetch(gateway.tasks.get(record.id)?.imageUrl ?? '');
  assert.equal(image.status, 200, 'forwarded without a key');
  assert.match(image.headers.get('content-type') ?? '', /^image\//, 'with its content type');
  await gateway.poll();
});

test('the base URL of its channel may end in a slash', async () => {
  const gateway = open(`${kinora.url}/`);
  assert.equal((await imagine(gateway, 'a cat --v 1')).status, 'SUCCESS');
});

test('failed and cancelled tasks are failures at its next poll, and it refunds its users', async () => {
  const gateway = open();
  const failing = await gateway.submit('/mj/submit/imagine', { prompt: '\\{"check":"refuse"\\} --v 1' });
  const hanging = await gateway.submit('/mj/submit/imagine', { prompt: '\\{"check":"hang"\\} --v 1' });
  await gateway.poll();
  const cancel = `${kinora.url}/mj/task/${hanging.result}/cancel`;
  await call(cancel, { key: kinora.imageKey, json: {} });
  for (const { result } of [failing, hanging]) {
    const task = await waitForEnd(gateway, result);
    assert.deepEqual([task.status, task.isRefunded], ['FAILURE', true]);
    assert.ok(task.failReason.length > 0);
  }
});

test('a queued task is accepted, with a code that it can replace in the text', async () => {
  const gateway = open();
  const answers = [];
  for (let index = 0; index < 8; index++)
    answers.push(await gateway.submit('/mj/submit/imagine', { prompt: '\\{"check":"hang"\\} --v 1' }));
  assert.ok(answers.some(({ properties }) => properties.numberOfQueues > 0));
  assert.ok(
    answers.every(({ code }) => code === 1),
    JSON.stringify(answers),
  );
  for (const { result } of answers)
    await call(`${kinora.url}/mj/task/${result}/cancel`, { key: kinora.imageKey, json: {} });
});

test('a button with a modal returns 21 for regions and zooms, and is accepted for other buttons', async () => {
  const gateway = open();
  const picture = await upscaleImage(gateway, 'a cat --draft');
  const press = (name: string, more: object = {}) => {
    const { customId } = picture.buttons.find(({ customId }) => customId.includes(name)) ?? {};
    return gateway.submit('/mj/submit/action', { taskId: picture.id, customId, ...more });
  };
  const answer = await press('Inpaint');
  assert.equal(answer.code, 21);
  assert.equal((await press('CustomZoom')).code, 21);
  const modal = {
    taskId: answer.result,
    prompt: 'a hat',
    maskBase64: await plainPicture(undefined, 'white'),
  };
  assert.equal((await makeRecord(gateway, '/mj/submit/modal', modal)).action, 'VARIATION');
  const remix = await press('low_variation', { enableRemix: true });
  assert.deepEqual([remix.code, gateway.tasks.has(remix.result)], [1, true]);
  assert.equal((await makeRecord(gateway, '/mj/submit/modal', { taskId: remix.result })).action, 'VARIATION');
});

test('it can read the action and index of every button of a single image, for each version it knows', async () => {
  const gateway = open();
  const unknown = new Set<string>();
  for (const version of ['--v 5.2', '--v 6.1', '--draft']) {
    const picture = await upscaleImage(gateway, `a cat ${version} --ar 3:2`);
    for (const { customId } of picture.buttons) {
      try {
        readAction('/mj/submit/action', { customId });
      } catch (error) {
        unknown.add(
          customId
            .split('::')
            .slice(1, 3)
            .join(' ')
            .replace(/ .{32,}/, ''),
        );
        assert.match(String(error), /unknown_action/);
      }
    }
  }
  assert.deepEqual([...unknown], ['JOB animate_high', 'JOB animate_low', 'BOOKMARK']);
});

test('it changes images by task and index, and by the one-line form of old clients', async () => {
  const gateway = open();
  const { id: taskId } = await imagine(gateway, 'a cat --v 1');
  const change = (action: string, index: number) =>
    makeRecord(gateway, '/mj/submit/change', { action, index, taskId });
  assert.equal((await change('UPSCALE', 1)).action, 'UPSCALE');
  assert.equal((await change('REROLL', 1)).parentId, taskId);
  const simple = { content: `${taskId} v2`, taskId };
  assert.equal((await makeRecord(gateway, '/mj/submit/simple-change', simple)).action, 'VARIATION');
});

test('a rejection is a row with its reason and no price, and never disables the channel', async () => {
  const gateway = open();
  const taskId = '1234567890123456';
  const customId = 'MJ::JOB::upsample::1::none';
  const rejections = [
    await gateway.submit('/mj/submit/imagine', { prompt: 'a cat --ar wrong' }),
    await gateway.submit('/mj/submit/action', { taskId, customId }),
    await gateway.submit('/mj/submit/modal', { taskId }),
    await gateway.submit('/mj/insight-face/swap', { sourceBase64: 'a', targetBase64: 'b' }),
    await openGateway({ baseUrl: kinora.url, key: 'wrong' }).submit('/mj/submit/imagine', { prompt: 'a' }),
  ];
  for (const { code, description, result } of rejections) {
    assert.ok(code !== 1 && description.length > 0);
    assert.equal(result, null);
  }
  assert.equal(gateway.isChannelOff, false);
});

test('a seed is text, fetched with a GET that has a body, and an upload returns a list of URLs', async () => {
  const gateway = open();
  const { id } = await imagine(gateway, 'a cat --v 1 --seed 77');
  const seed = await gateway.seed(id);
  assert.deepEqual([seed.code, seed.result], [1, '77']);
  const base64Array = [await plainPicture(), await plainPicture()];
  const upload = await gateway.submit('/mj/submit/upload-discord-images', { base64Array });
  assert.equal(upload.result.length, 2);
  const description = await makeRecord(gateway, '/mj/submit/describe', { base64: base64Array[0] });
  assert.match(description.prompt ?? '', /^1️⃣ /);
});

test('its webhook receiver decodes every delivery strictly', async () => {
  const gateway = open();
  const receiver = await startHookReceiver();
  const notifyHook = `${receiver.url}/mj/notify`;
  const record = await makeRecord(gateway, '/mj/submit/imagine', { prompt: 'a cat --v 1', notifyHook });
  const records = await until(
    async () => receiver.hooks.map(({ body }) => decodeGo(recordShape, JSON.parse(body))),
    list => list.at(-1)?.status === 'SUCCESS',
  );
  assert.ok(records.every(({ id, failReason }) => id === record.id && failReason === ''));
  assert.equal(records.at(-1).progress, '100%');
});
