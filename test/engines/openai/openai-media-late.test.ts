/**
 * Media servers that answer 502 after they generated the output: a free one is asked again, a paid one is
 * not, and another Kinora returns the clip that it has.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { imageEnd, startTestApp, type TestApp, until } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { imageClient } from '../../support/clients/image-client.ts';
import { gatherLog } from '../../support/servers/log-lines.ts';
import { type MediaServer, startMediaServer } from '../../support/providers/media-server.ts';
import { acceptedClip, videoClient } from '../../support/clients/video-client.ts';

let kinora: TestApp;
const log = gatherLog();

before(async () => {
  const settings = { KINORA_ALLOWED_NETWORKS: '127.0.0.1', KINORA_LOG_LEVEL: 'info' };
  kinora = await startTestApp({ settings, logTo: log });
});

/** An engine with a model of the same name. */
async function addEngine(engine: string, { url }: MediaServer, settings: object): Promise<void> {
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine, kind: 'openai-media', url, settings });
  const isClips = engine.endsWith('clips');
  const unit = isClips ? 'clip' : 'image';
  await operator.done('model add', {
    model: engine,
    kind: isClips ? 'video' : 'image',
    ...(isClips ? { parameters } : { operations: ['grid'] }),
    price: { unit, rules: [{ unitPrice: '0.05' }], tiers: { fast: '1' } },
  });
  await operator.done('route add', { model: engine, engine, cost: '0.04', cost_unit: unit });
}

const parameters = {
  seconds: { type: 'integer', enum: [1], default: 1 },
  resolution: { type: 'string', enum: ['480p'], default: '480p' },
  aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
  fps: { type: 'integer', enum: [12], default: 12 },
};

/**
 * Submits a task of which only the first response is lost. Returns how it ended, and how many
 * requests and outputs there were.
 */
async function submitAndWait(server: MediaServer, model: string) {
  server.behavior.lateStatus = 502;
  const id = await submitTask(model);
  await until(
    async () => server.requests.length,
    count => count > 0,
  );
  server.behavior.lateStatus = undefined;
  const isEnded = ({ rows: [task] }: any) => task && ['succeeded', 'failed'].includes(task.phase);
  const ask = `select phase, error_code, charged_micros::int as charged, cost_micros::int as cost from tasks where public_id = $1`;
  const { rows } = await until(() => kinora.app.db.pool.query(ask, [id]), isEnded);
  return [...Object.values(rows[0]), server.requests.length];
}

async function submitTask(model: string): Promise<string> {
  if (model.endsWith('clips'))
    return acceptedClip(await videoClient(kinora).create({ model, prompt: 'a red fox' })).id;
  const { body } = await imageClient(kinora).submit('imagine', { prompt: `a red fox --model ${model}` });
  return body.result;
}

test('a free server gets the request again', async () => {
  for (const [model, makes, units] of [
    ['free-pictures', 'pictures', 4],
    ['free-clips', 'clips', 1],
  ] as const) {
    const server = await startMediaServer();
    await addEngine(model, server, { makes, paid: false });
    const end = await submitAndWait(server, model);
    assert.deepEqual(end, ['succeeded', null, units * 50_000, units * 40_000, 2], model);
  }
});

test('a paid server gets no second request: the task fails uncharged, and its possible cost is kept', async () => {
  for (const [model, makes, units] of [
    ['paid-pictures', 'pictures', 4],
    ['paid-clips', 'clips', 1],
  ] as const) {
    const server = await startMediaServer();
    await addEngine(model, server, { makes, paid: true });
    assert.deepEqual(
      await submitAndWait(server, model),
      ['failed', 'start_unknown', 0, units * 40_000, 1],
      model,
    );
  }
});

test('operators learn why it is unknown whether a paid server began, clients do not', async () => {
  const operator = await signedIn(kinora, 'operator');
  for (const [name, behavior, cause] of [
    ['lost', { lateStatus: 500 }, 'it responded with status 500: the answer is lost'],
    ['odd', { status: 502, isProxy: true }, 'it responded with status 502'],
    ['cut', { fault: 'reset' }, 'the connection closed before it responded: socket hang up'],
  ] as const) {
    const model = `${name}-pictures`;
    await addEngine(model, await startMediaServer(behavior), { makes: 'pictures', paid: true });
    const task = await submitTask(model);
    const end = await imageEnd(kinora, task);
    assert.match(
      end.failReason,
      /^It is unknown whether the engine started the task, so it is not retried\./,
    );
    const taskDetails = await operator.done('task show', { task });
    assert.equal(taskDetails.error_cause.split(' (')[0], cause);
    const [line, ...otherLines] = log.lines('engine failed').filter(one => one.task === task);
    assert.deepEqual(otherLines, []);
    assert.ok(line?.['err'].message.startsWith(cause.split(':')[0]), JSON.stringify(line));
    const losses = await operator.done('margin losses');
    assert.equal(losses.find((one: { task: string }) => one.task === task).message, end.failReason);
  }
});

test('a paid server that returns too few images has answered: the task fails with the reason, once', async () => {
  const server = await startMediaServer({ fault: 'too few' });
  await addEngine('few-pictures', server, { makes: 'pictures', paid: true });
  const task = await submitTask('few-pictures');
  const end = await imageEnd(kinora, task);
  assert.match(end.failReason, /^The engine failed: it returned 3 of 4 images$/);
  const { rows } = await kinora.app.db.pool.query(
    'select error_code, charged_micros::int as charged, cost_micros::int as cost from tasks where public_id = $1',
    [task],
  );
  assert.deepEqual(rows[0], { error_code: 'engine_error', charged: 0, cost: 160_000 });
  assert.equal(server.requests.length, 1);
});

test('work of a paid server whose cost nobody knows is listed among the losses, too', async () => {
  const server = await startMediaServer({ lateStatus: 502 });
  await addEngine('unpriced-clips', server, { makes: 'clips', paid: true });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('route change', { model: 'unpriced-clips', engine: 'unpriced-clips', cost: null });
  const lostTask = await submitTask('unpriced-clips');
  await videoClient(kinora).end(lostTask);
  server.behavior.lateStatus = undefined;
  server.behavior.contentStatuses = [410];
  const unfetchedTask = await submitTask('unpriced-clips');
  await videoClient(kinora).end(unfetchedTask);
  const losses = await operator.done('margin losses');
  const readLine = (id: string) => losses.find(({ task }: { task: string }) => task === id);
  assert.deepEqual(
    [readLine(lostTask)?.code, readLine(lostTask)?.cost, readLine(lostTask)?.job],
    ['start_unknown', null, null],
  );
  assert.deepEqual(
    [readLine(unfetchedTask)?.cost, readLine(unfetchedTask)?.job],
    [null, [...server.jobs.keys()].at(-1)],
  );
});

test('another Kinora gets the request again with the same key and returns the clip that it has', async () => {
  const server = await startMediaServer({ dialect: 'kinora' });
  await addEngine('far-clips', server, { dialect: 'kinora' });
  assert.deepEqual(await submitAndWait(server, 'far-clips'), ['succeeded', null, 50_000, 120_000, 2]);
  assert.equal(server.jobs.size, 1);
});

test('the ledger balances', async () => {
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
