/**
 * lobe-midjourney-webui (github.com/lobehub, state of June 2024) against the service. Its own server makes the calls. It
 * fetches a task at once, with no look at what it got, and then every 2 s until SUCCESS, here at once.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, until, type TestApp } from '../support/app.ts';
import { cardsForPuppet } from '../support/cards.ts';
import { plainPicture } from '../support/image-client.ts';
import { startPuppet } from '../support/puppet.ts';
import { puppetEngine } from '../support/puppet-engine.ts';

let kinora: TestApp;

before(async () => {
  const puppet = await startPuppet();
  kinora = await startTestApp({ engines: [puppetEngine(puppet.url)], cards: cardsForPuppet });
});

/** The base has no `/mj`; without a secret in its settings there is no header at all. */
function openLobe({ base = kinora.url, secret = kinora.imageKey } = {}) {
  const headers = { 'Content-Type': 'application/json', ...(secret && { 'Mj-Api-Secret': secret }) };
  const request = async (path: string, data?: object): Promise<any> => {
    // It joins the addresses with care: one slash between them.
    const address = `${base.replace(/\/+$/, '')}${path}`;
    const body = data && { method: 'POST', body: JSON.stringify(data) };
    const response = await fetch(address, { headers, ...body });
    // What is not well becomes a message with the body in it, and an empty answer.
    if (!response.ok) return { message: JSON.parse(await response.text()) };
    return response.json();
  };
  /** Throws where it would: it reads fields of whatever it was told. */
  const follow = async (id: string, seen: any[]): Promise<any> => {
    seen.push(viewOf(await request(`/mj/task/${id}/fetch`)));
    const poll = async () => {
      const task = await request(`/mj/task/${id}/fetch`);
      seen.push(viewOf(task));
      return task;
    };
    // FAILURE is not its end: it polls on until its page is closed.
    return until(poll, ({ status }) => status === 'SUCCESS' || status === 'FAILURE');
  };
  return {
    request,
    /** A reference picture stands in front, else there is a space; `base64Array` is never set, so never sent. */
    imagine: (prompts: string, referenceImageUrl = '') =>
      request('/mj/submit/imagine', { prompt: `${referenceImageUrl} ${prompts}` }),
    change: (data: { action: string; index?: number; taskId: string }) => request('/mj/submit/change', data),
    follow,
  };
}

/** What it reads of a task on the way; each line is one that would throw, or show nonsense, if the field were wrong. */
function viewOf(task: any) {
  const percent = Number.parseInt(task.progress || '0');
  assert.ok(percent >= 0 && percent <= 100, `progress ${task.progress}`);
  assert.equal(typeof task.id, 'string');
  assert.ok(task.imageUrl === null || URL.canParse(task.imageUrl), task.imageUrl);
  return { id: task.id, status: task.status, percent };
}

test('a prompt with a space before it is drawn, and the very first fetch finds the task', async () => {
  const lobe = openLobe();
  const { result } = await lobe.imagine('a cat --v 1');
  const seen: any[] = [];
  const task = await lobe.follow(result, seen);
  assert.equal(seen[0].id, result);
  assert.deepEqual([task.status, task.progress, task.action], ['SUCCESS', '100%', 'IMAGINE']);
  assert.equal(task.prompt.trim(), 'a cat --v 1');
  const image = await fetch(task.imageUrl);
  assert.match(image.headers.get('content-type') ?? '', /^image\//, 'its picture server asks without a key');
});

test('U, V and reroll are by task and index, reroll without one, and its overlay stays on what can be varied', async () => {
  const lobe = openLobe();
  const { result: taskId } = await lobe.imagine('a cat --v 1');
  await lobe.follow(taskId, []);
  const changed = async (data: { action: string; index?: number }) => {
    const { code, result } = await lobe.change({ ...data, taskId });
    assert.equal(code, 1);
    return (await lobe.follow(result, [])).action;
  };
  assert.equal(await changed({ action: 'UPSCALE', index: 2 }), 'UPSCALE');
  assert.equal(await changed({ action: 'VARIATION', index: 4 }), 'VARIATION');
  assert.match(await changed({ action: 'REROLL' }), /^(IMAGINE|REROLL)$/);
});

test('a slash at the end of its base address does no harm, and a reference picture goes in front', async () => {
  const lobe = openLobe({ base: `${kinora.url}/` });
  const { body } = await call(`${kinora.url}/mj/submit/upload-discord-images`, {
    key: kinora.imageKey,
    json: { base64Array: [await plainPicture()] },
  });
  const { result } = await lobe.imagine('a cat --v 1', body.result[0]);
  const task = await lobe.follow(result, []);
  assert.equal(task.status, 'SUCCESS', task.failReason);
});

test('a failed task stays readable for as long as it goes on asking', async () => {
  const lobe = openLobe();
  const { result } = await lobe.imagine('\\{"check":"refuse"\\} --v 1');
  assert.equal((await lobe.follow(result, [])).status, 'FAILURE');
  for (let poll = 0; poll < 3; poll++)
    assert.equal(viewOf(await lobe.request(`/mj/task/${result}/fetch`)).status, 'FAILURE');
});

test('without a secret, or with a wrong one, it can show why', async () => {
  for (const secret of ['', 'wrong']) {
    const { message } = await openLobe({ secret }).imagine('a cat');
    assert.ok(message.description.length > 0, JSON.stringify(message));
  }
});
