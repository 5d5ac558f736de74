/**
 * Which tasks a key can access: those of its user, or those of the whole account if an owner
 * chose that, as in the Console.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { readEvents } from '../../support/clients/event-reader.ts';
import { acceptedTask, imageClient, type ImageRecord } from '../../support/clients/image-client.ts';
import { acceptedClip, hanging, smallClip, videoClient } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

interface Somebody {
  readonly user: ConsoleClient & { email: string; accountId: string };
  readonly app: TestApp;
  readonly image: ReturnType<typeof imageClient>;
  readonly video: ReturnType<typeof videoClient>;
}

let kinora: TestApp;
let ann: Somebody;
let bob: Somebody;
let owner: Somebody;
/** The owner, with account-wide keys. */
let wide: Somebody;
let grid: ImageRecord;
let clip: string;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  [ann, bob, owner] = [
    await withKeys(await signedIn(kinora, 'member')),
    await withKeys(await signedIn(kinora, 'member')),
    await withKeys(await signedIn(kinora, 'owner')),
  ];
  wide = await withKeys(owner.user, 'account');
  grid = await ann.image.make('imagine', { prompt: 'a cat --v 1' });
  const webhook_url = 'http://127.0.0.1:9999/hook?secret=1';
  clip = (await ann.video.make({ ...smallClip, prompt: 'a cat', webhook_url })).id;
});

async function withKeys(user: Somebody['user'], scope = 'own'): Promise<Somebody> {
  const [image, video] = await user.done('token create', { group: 'image,video', scope });
  const app = { ...kinora, imageKey: image.key, videoKey: video.key };
  return { user, app, image: imageClient(app), video: videoClient(app) };
}

const mj = ({ app }: Somebody, path: string, json?: unknown) =>
  call(`${kinora.url}/mj/${path}`, { key: app.imageKey, ...(json !== undefined && { json }) });

test('a task is returned to keys of its user and to account-wide keys, and is unknown to all others', async () => {
  const annWithNewKeys = await withKeys(ann.user);
  for (const one of [ann, annWithNewKeys, wide]) {
    assert.equal((await mj(one, `task/${grid.id}/fetch`)).status, 200);
    assert.equal((await one.video.get(`videos/${clip}`)).status, 200);
  }
  for (const one of [bob, owner, { ...bob, app: kinora, video: videoClient(kinora) }]) {
    // Twice, because a cached record must not be served to a key that cannot access it.
    for (let tries = 0; tries < 2; tries++) {
      assert.equal((await mj(one, `task/${grid.id}/fetch`)).status, 404);
      assert.equal((await one.video.get(`videos/${clip}`)).status, 404);
    }
    for (const path of ['content', 'webhooks', 'events'])
      assert.equal((await one.video.get(`videos/${clip}/${path}`)).status, 404, path);
  }
});

test('lists contain only tasks that the key can access', async () => {
  const waiting = acceptedTask(await ann.image.submit('imagine', { prompt: 'a dog --v 1' }));
  const listIds = (answer: { body: any }) => answer.body.map(({ id }: { id: string }) => id);
  for (const [one, sees] of [
    [ann, true],
    [wide, true],
    [bob, false],
    [owner, false],
  ] as const) {
    const lists = [
      listIds(await mj(one, 'task/list')),
      listIds(await mj(one, 'task/list-by-condition', { ids: [grid.id, waiting] })),
    ];
    for (const ids of lists) assert.equal(ids.includes(grid.id), sees);
    assert.equal((await one.video.ids()).includes(clip), sees);
    assert.equal((await one.video.get(`videos?after=${clip}`)).status, sees ? 200 : 400);
  }
  await ann.image.end(waiting);
});

test('the queue contains only tasks that the key can access', async () => {
  await kinora.app.db.pool.query(
    `insert into engines (name, drained_at, drained_by) values ('scripted', now(), 'test')
     on conflict (name) do update set drained_at = now(), drained_by = 'test'`,
  );
  const id = acceptedTask(await ann.image.submit('imagine', { prompt: 'a dog --v 1' }));
  const readQueue = async (one: Somebody) =>
    (await mj(one, 'task/queue')).body.map((task: { id: string }) => task.id);
  assert.deepEqual([await readQueue(ann), await readQueue(wide)], [[id], [id]]);
  assert.deepEqual([await readQueue(bob), await readQueue(owner)], [[], []]);
  assert.equal((await mj(bob, `task/${id}/cancel`, {})).status, 404);
  assert.equal((await mj(ann, `task/${id}/cancel`, {})).body.code, 1);
  await kinora.app.db.pool.query('update engines set drained_at = null, drained_by = null');
});

test("a member cannot start from, cancel or delete another member's task", async () => {
  for (const one of [bob, owner]) {
    const { body } = await one.image.press(grid, 'V1');
    assert.match(body.description, /no task/);
    const job = grid.properties['messageHash'];
    assert.match((await mj(one, 'submit/show', { jobId: job })).body.description, /no task/);
    assert.equal((await mj(one, `task/${grid.id}/image-seed`)).status, 404);
    const video = { id: clip };
    const answers = [
      await one.video.post(`videos/${clip}/remix`, { prompt: 'a dog' }),
      await one.video.post('videos/edits', { video, prompt: 'a dog' }),
      await one.video.post('videos/extensions', { video, prompt: 'a dog' }),
      await one.video.post(`videos/${clip}/cancel`),
      await one.video.remove(clip),
    ];
    assert.deepEqual(
      answers.map(({ body: { error } }) => error.code),
      Array<string>(answers.length).fill('task_unknown'),
    );
  }
  const running = acceptedClip(await ann.video.create(hanging)).id;
  assert.equal((await bob.video.post(`videos/${running}/cancel`)).status, 404);
  assert.equal((await bob.video.remove(running)).status, 404);
  assert.match((await ann.video.get(`videos/${running}`)).body.status, /queued|in_progress/);
  assert.equal((await wide.video.post(`videos/${running}/cancel`)).status, 200);
  assert.equal((await wide.video.remove(running)).status, 200);
});

test('two members can use the same Idempotency-Key and button, and each gets their own task', async () => {
  const headers = { 'idempotency-key': 'the same' };
  const json = { ...smallClip, prompt: 'twice' };
  const [anns, annsRepeat, bobs] = [
    acceptedClip(await ann.video.create(json, headers)).id,
    acceptedClip(await ann.video.create(json, headers)).id,
    acceptedClip(await bob.video.create(json, headers)).id,
  ];
  assert.equal(anns, annsRepeat);
  assert.notEqual(anns, bobs);
  const picture = { prompt: 'a bird --v 1' };
  const submit = async ({ image }: Somebody) =>
    acceptedTask(await image.submit('imagine', picture, { 'idempotency-key': 'of pictures' }));
  const ids = [await submit(ann), await submit(ann), await submit(bob)];
  assert.equal(new Set(ids).size, 2);

  const ofOwner = acceptedTask(await wide.image.press(grid, 'U1'));
  const [first, second] = [
    acceptedTask(await ann.image.press(grid, 'U1')),
    acceptedTask(await ann.image.press(grid, 'U1')),
  ];
  assert.equal(first, second);
  assert.notEqual(first, ofOwner);
  assert.equal((await mj(ann, `task/${first}/fetch`)).status, 200);
});

test('an event stream contains only tasks that the key can access, and ends when its scope changes', async () => {
  const openStream = ({ app }: Somebody) => readEvents(`${kinora.url}/v1/events`, app.videoKey);
  const accountCaller = await withKeys(owner.user, 'account');
  const [bobs, anns, all] = [await openStream(bob), await openStream(ann), await openStream(accountCaller)];
  const id = acceptedClip(await ann.video.create({ ...smallClip, prompt: 'told' })).id;
  await ann.video.end(id);
  for (const reader of [anns, all])
    await reader.when(() => reader.eventNames(id).includes('video.completed'));
  const bobsClip = acceptedClip(await bob.video.create({ ...smallClip, prompt: 'told' })).id;
  await bobs.when(() => bobs.eventNames(bobsClip).includes('video.completed'));
  assert.deepEqual(bobs.eventNames(id), []);

  const [{ id: token }] = (await owner.user.done('token list')).filter(({ prefix }: { prefix: string }) =>
    accountCaller.app.videoKey.startsWith(prefix),
  );
  await owner.user.done('token change', { token, scope: 'own' });
  assert.equal(await all.end, 'ended');
  await until(
    () => accountCaller.video.get(`videos/${id}`),
    ({ status }) => status === 404,
  );
});

test("a session's stream on a token ends when its user changes role or is disabled", async () => {
  const operator = await signedIn(kinora, 'operator');
  const other = await signedIn(kinora, 'owner');
  const { id: token } = await other.done('token create', { group: 'video' });
  const open = () =>
    readEvents(`${kinora.url}/v1/events`, { cookie: other.cookie, 'kinora-token': token } as never);
  const asOwner = await open();
  await operator.done('user role', { user: other.email, role: 'member' });
  assert.equal(await asOwner.end, 'ended');
  const asMember = await open();
  assert.equal(asMember.status, 200);
  await operator.done('user disable', { user: other.email });
  assert.equal(await asMember.end, 'ended');
});

test('only an owner can create an account-wide key, and it narrows when the owner becomes a member', async () => {
  for (const scope of ['account', 'everything']) {
    const { status } = await bob.user.run('token create', { group: 'image', scope });
    assert.equal(status, scope === 'account' ? 403 : 400);
  }
  const bobsToken = (await bob.user.done('token list'))[0].id;
  assert.equal((await bob.user.run('token change', { token: bobsToken, scope: 'account' })).status, 403);
  assert.equal((await bob.user.done('token list'))[0].scope, 'own');

  const [other, operator] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'operator')];
  const theirs = await withKeys(other, 'account');
  assert.equal((await mj(theirs, `task/${grid.id}/fetch`)).status, 200);
  await operator.done('user role', { user: other.email, role: 'member' });
  await until(
    () => mj(theirs, `task/${grid.id}/fetch`),
    ({ status }) => status === 404,
  );
  assert.deepEqual(
    (await other.done('token list')).map(({ scope }: { scope: string }) => scope),
    ['own', 'own'],
  );
});

test("a task that an owner submits in the Console with a member's token belongs to the owner", async () => {
  const [{ id: token }] = (await ann.user.done('token list')).filter(
    ({ kind }: { kind: string }) => kind === 'image',
  );
  const json = { prompt: 'made by the owner --v 1' };
  const { body } = await owner.user.post('/mj/submit/imagine', json, { 'kinora-token': token });
  const id = acceptedTask({ body } as never);
  await wide.image.end(id);
  assert.equal((await mj(ann, `task/${id}/fetch`)).status, 404);
  const isTaskShown = async (user: ConsoleClient) =>
    (await user.done('task list')).some((line: { id: string }) => line.id === id);
  assert.deepEqual([await isTaskShown(ann.user), await isTaskShown(owner.user)], [false, true]);
  const { done } = owner.user;
  const usage = await done('usage show', { by: 'user' });
  assert.ok(usage.some(({ user, requests }: any) => user === owner.user.email && requests > 0));
});

test('a member does not see the webhook receivers of other members', async () => {
  const hooks = async ({ user }: Somebody) => (await user.done('webhook list')).map(({ url }: any) => url);
  assert.equal((await hooks(ann)).length, 1);
  assert.deepEqual(await hooks(bob), []);
  await kinora.app.db.pool.query(
    `insert into hook_failures (account_id, origin, failures, failing_since) values ($1, 'http://127.0.0.1:9999', 3, now())
     on conflict do nothing`,
    [ann.user.accountId],
  );
  const receivers = async ({ user }: Somebody) => (await user.done('webhook receivers')).length;
  assert.deepEqual([await receivers(ann), await receivers(bob), await receivers(owner)], [1, 0, 1]);
});
