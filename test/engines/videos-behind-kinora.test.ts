/**
 * Kinora in front of Kinora: the clips of one are made by the other, each with its own accounts and books. Whatever fails and whenever,
 * each clip is made and charged at most once at the rear, and both books balance.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until } from '../support/app.ts';
import { booksOf } from '../support/books.ts';
import { signedIn } from '../support/console-client.ts';
import { openCutProxy, type CutProxy } from '../support/cut-proxy.ts';
import { type RestartingApp, startRestartingApp } from '../support/restarting-app.ts';
import { acceptedClip, dataUrl, pngOf, type VideoClient, videoClient } from '../support/video-client.ts';

/** Drawn in seconds, at 0.03 a second at the rear and 0.05 in front. */
const small = { model: 'far', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
const prompt = 'sailboats on a lake at dawn';

let rear: RestartingApp;
let front: RestartingApp;
let between: CutProxy;
let far: VideoClient;
let near: VideoClient;
let builtIn: { stop(): Promise<void>; go(): Promise<void> };

before(async () => {
  [rear, front] = await Promise.all([startRestartingApp(), startRestartingApp()]);
  between = await openCutProxy(rear.url);
  [far, near] = [videoClient(rear), videoClient(front)];
  const { body: card } = await call(`${rear.url}/v1/models/sketch-motion`, { key: rear.videoKey });
  const [operator, behind] = [await signedIn(front, 'operator'), await signedIn(rear, 'operator')];
  builtIn = {
    stop: () => behind.done('engine drain', { engine: 'sketch' }),
    go: () => behind.done('engine resume', { engine: 'sketch' }),
  };
  await operator.done('engine add', {
    engine: 'rear',
    kind: 'openai-media',
    url: between.url,
    secret: rear.videoKey,
    settings: { dialect: 'kinora', sound: true },
  });
  await operator.done('model add', {
    model: 'far',
    kind: 'video',
    parameters: card.parameters.properties,
    references: { input_reference: { max: 1 } },
    price: { unit: 'second', rules: [{ unitPrice: '0.05' }], tiers: { fast: '1' } },
  });
  await operator.done('route add', { model: 'far', engine: 'rear', upstream: 'sketch-motion' });
});

/** The records of the clips at the rear that were created meanwhile, oldest first. */
async function addedAtRear(act: () => Promise<void>): Promise<any[]> {
  const earlier = new Set(await far.ids());
  await act();
  const added = (await far.ids()).filter(id => !earlier.has(id));
  return Promise.all(added.map(async id => (await far.get(`videos/${id}`)).body));
}

/** A clip that the rear has accepted: its ids in front and at the rear. */
async function accepted(json: object): Promise<{ readonly id: string; readonly behind: string }> {
  const earlier = await far.ids();
  const { id } = acceptedClip(await near.create(json));
  const find = async () => (await far.ids()).find(one => !earlier.includes(one));
  const behind = await until(find, one => one !== undefined);
  // Its handle is stored in front.
  const { pool } = front.app.db;
  const isRunning = `select from task_runs where phase = 'running' and public_id = $1`;
  await until(
    () => pool.query(isRunning, [id]),
    ({ rowCount }) => rowCount === 1,
  );
  return { id, behind: behind as string };
}

const outcome = ({ status, usage }: any) => [status, usage.charged];

test('clips from words and from a picture are made at the rear, and cost in front what the rear charged', async () => {
  const made = await addedAtRear(async () => {
    const words = await near.made({ ...small, prompt, seed: 7, audio: true, motion: 'high' });
    const picture = dataUrl(await pngOf(200, { width: 480, height: 480 }));
    const moved = await near.made({ ...small, prompt, input_reference: picture });
    for (const { id, metadata, usage } of [words, moved]) {
      assert.deepEqual([metadata.width, metadata.height, metadata.duration], [480, 480, 2]);
      assert.equal(usage.amount, '0.10');
      const content = await fetch(`${front.url}/v1/videos/${id}/content`, {
        headers: { authorization: `Bearer ${front.videoKey}` },
      });
      assert.equal(content.headers.get('content-type'), 'video/mp4');
    }
  });
  assert.deepEqual(
    made.map(({ seed, usage }) => [seed, usage.amount, usage.charged]),
    [
      [7, '0.08', true],
      [made[1].seed, '0.06', true],
    ],
    'with sound and without',
  );
  const { rows } = await front.app.db.pool.query(
    `select cost_micros::int as cost from tasks where phase = 'succeeded' order by created_at`,
  );
  assert.deepEqual(
    rows.map(({ cost }) => cost),
    [80_000, 60_000],
  );
});

test('what the rear rejects, and what it fails to make, fails in front with its reason, uncharged', async () => {
  const made = await addedAtRear(async () => {
    const unreadable = await near.end(acceptedClip(await near.create({ ...small, prompt: 'qwzx' })).id);
    assert.deepEqual([unreadable.status, unreadable.usage.charged], ['failed', false]);
    assert.match(unreadable.error.message, /prompt/);
  });
  assert.deepEqual(made, []);
  await builtIn.stop();
  const { id, behind } = await accepted({ ...small, prompt });
  await far.post(`videos/${behind}/cancel`);
  const failed = await near.end(id);
  assert.deepEqual([failed.status, failed.usage.charged], ['failed', false]);
  await builtIn.go();
});

test('a clip that is cancelled in front is cancelled at the rear, and charged nowhere', async () => {
  await builtIn.stop();
  const { id, behind } = await accepted({ ...small, prompt });
  await near.post(`videos/${id}/cancel`);
  for (const record of [await near.end(id), await far.end(behind)]) {
    assert.equal(record.error.code, 'cancelled');
    assert.equal(record.usage.charged, false);
  }
  await builtIn.go();
});

test('a clip is made once although the rear is restarted while it draws', async () => {
  const made = await addedAtRear(async () => {
    const { id, behind } = await accepted({ ...small, prompt });
    await until(
      () => far.get(`videos/${behind}`),
      ({ body }) => body.status !== 'queued',
    );
    await rear.restart();
    assert.equal((await near.end(id)).status, 'completed');
  });
  assert.deepEqual(made.map(outcome), [['completed', true]]);
});

test('a clip is made once although the one in front is restarted meanwhile', async () => {
  await builtIn.stop();
  const made = await addedAtRear(async () => {
    const { id } = await accepted({ ...small, prompt });
    await front.restart();
    await builtIn.go();
    assert.equal((await near.end(id)).status, 'completed');
  });
  assert.deepEqual(made.map(outcome), [['completed', true]]);
});

test('a clip whose start was answered in vain is made and charged once', async () => {
  const made = await addedAtRear(async () => {
    between.loseAnswer('POST /v1/videos ');
    await near.made({ ...small, prompt });
  });
  assert.equal(between.lost, 1);
  assert.deepEqual(made.map(outcome), [['completed', true]]);
});

test('both books balance, and the cost in front is what the rear charged', async () => {
  const [charged, costs] = [await booksOf(rear), await booksOf(front)];
  assert.deepEqual([charged.problems, costs.problems], [[], []]);
  assert.deepEqual([charged.heldMicros, costs.heldMicros], [0n, 0n]);
  const { rows } = await front.app.db.pool.query(
    `select sum(cost_micros)::bigint as cost from tasks where phase = 'succeeded'`,
  );
  assert.equal(BigInt(rows[0].cost), charged.chargedMicros);
});
