/**
 * lobe-midjourney-webui (github.com/lobehub, state of June 2024) against this server. Its own server makes
 * the calls. It fetches a task immediately, also if the submit failed, and then every 2 s until SUCCESS;
 * here it polls without a pause.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until, type TestApp } from '../../support/servers/app.ts';
import { plainPicture } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startScriptedApp();
});

/** The base URL has no `/mj`. Without a secret in its settings it sends no key header. */
function openLobe({ base = kinora.url, secret = kinora.imageKey } = {}) {
  const headers = { 'Content-Type': 'application/json', ...(secret && { 'Mj-Api-Secret': secret }) };
  const request = async (path: string, data?: object): Promise<any> => {
    // It joins URL parts with exactly one slash.
    const address = `${base.replace(/\/+$/, '')}${path}`;
    const body = data && { method: 'POST', body: JSON.stringify(data) };
    const response = await fetch(address, { headers, ...body });
    // An error becomes a message that contains the body, and an empty response.
    if (!response.ok) return { message: JSON.parse(await response.text()) };
    return response.json();
  };
  /** Throws where the client would: it reads fields of any response. */
  const follow = async (id: string, views: any[]): Promise<any> => {
    views.push(toView(await request(`/mj/task/${id}/fetch`)));
    const poll = async () => {
      const task = await request(`/mj/task/${id}/fetch`);
      views.push(toView(task));
      return task;
    };
    // It does not stop at FAILURE: it polls until its page is closed.
    return until(poll, ({ status }) => status === 'SUCCESS' || status === 'FAILURE');
  };
  return {
    request,
    /**
     * A reference image comes before the prompt, otherwise a space does. `base64Array` is
     * never set, so it is never sent.
     */
    imagine: (prompts: string, referenceImageUrl = '') =>
      request('/mj/submit/imagine', { prompt: `${referenceImageUrl} ${prompts}` }),
    change: (data: { action: string; index?: number; taskId: string }) => request('/mj/submit/change', data),
    follow,
  };
}

/**
 * What it reads of a task in progress. Each line would throw or show nonsense if the field had a wrong value.
 */
function toView(task: any) {
  const percent = Number.parseInt(task.progress || '0');
  assert.ok(percent >= 0 && percent <= 100, `progress ${task.progress}`);
  assert.equal(typeof task.id, 'string');
  assert.ok(task.imageUrl === null || URL.canParse(task.imageUrl), task.imageUrl);
  return { id: task.id, status: task.status, percent };
}

test('a prompt with a leading space is accepted, and the very first fetch finds the task', async () => {
  const lobe = openLobe();
  const { result } = await lobe.imagine('a cat --v 1');
  const views: any[] = [];
  const task = await lobe.follow(result, views);
  assert.equal(views[0].id, result);
  assert.deepEqual([task.status, task.progress, task.action], ['SUCCESS', '100%', 'IMAGINE']);
  assert.equal(task.prompt.trim(), 'a cat --v 1');
  const image = await fetch(task.imageUrl);
  assert.match(
    image.headers.get('content-type') ?? '',
    /^image\//,
    'its image server requests files without a key',
  );
});

test('upscale, variation and reroll work by task and index, and reroll without an index', async () => {
  const lobe = openLobe();
  const { result: taskId } = await lobe.imagine('a cat --v 1');
  await lobe.follow(taskId, []);
  const changeAction = async (data: { action: string; index?: number }) => {
    const { code, result } = await lobe.change({ ...data, taskId });
    assert.equal(code, 1);
    return (await lobe.follow(result, [])).action;
  };
  assert.equal(await changeAction({ action: 'UPSCALE', index: 2 }), 'UPSCALE');
  assert.equal(await changeAction({ action: 'VARIATION', index: 4 }), 'VARIATION');
  assert.match(await changeAction({ action: 'REROLL' }), /^(IMAGINE|REROLL)$/);
});

test('a base URL may end in a slash, and a reference image may precede the prompt', async () => {
  const lobe = openLobe({ base: `${kinora.url}/` });
  const { body } = await call(`${kinora.url}/mj/submit/upload-discord-images`, {
    key: kinora.imageKey,
    json: { base64Array: [await plainPicture()] },
  });
  const { result } = await lobe.imagine('a cat --v 1', body.result[0]);
  const task = await lobe.follow(result, []);
  assert.equal(task.status, 'SUCCESS', task.failReason);
});

test('a failed task stays readable while the client keeps polling', async () => {
  const lobe = openLobe();
  const { result } = await lobe.imagine('\\{"check":"refuse"\\} --v 1');
  assert.equal((await lobe.follow(result, [])).status, 'FAILURE');
  for (let poll = 0; poll < 3; poll++)
    assert.equal(toView(await lobe.request(`/mj/task/${result}/fetch`)).status, 'FAILURE');
});

test('with a missing or wrong secret, the response has a reason that it can show', async () => {
  for (const secret of ['', 'wrong']) {
    const { message } = await openLobe({ secret }).imagine('a cat');
    assert.ok(message.description.length > 0, JSON.stringify(message));
  }
});
