/** Tasks in the Console: lists, facets, search, details, cancelling, and who can see which. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TaskRecord } from '../../../src/api/procedures/records/task-record.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { call, imageEnd, imagine, until, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { imageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { inDepth } from '../../support/depth.ts';

let kinora: TestApp;
let owner: Awaited<ReturnType<typeof signedIn>>;
let member: Awaited<ReturnType<typeof signedIn>>;
let operator: Awaited<ReturnType<typeof signedIn>>;
let stranger: ConsoleClient;
let memberKey: string;
const hanging = '{"check":"hang"}';

before(async () => {
  kinora = await startScriptedApp();
  owner = await signedIn(kinora, 'owner');
  member = await signedIn(kinora, 'member');
  operator = await signedIn(kinora, 'operator');
  const other = await anotherAccount(kinora);
  stranger = await signedIn(kinora, 'owner', other.accountId);
  await imageEnd(other, await imagine(other, 'a foreign fish'));
  memberKey = (await member.run('token create', { group: 'image', name: 'of the member' })).body.key;
});

async function lines(client: ConsoleClient, input: object = {}): Promise<TaskRecord[]> {
  const { status, body } = await client.run('task list', { ...input });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const show = async (client: ConsoleClient, task: string) => (await client.run('task show', { task })).body;

test('a grid, an upscale, a clip and a failed task are listed with all their fields', async () => {
  const client = imageClient(kinora);
  const grid = await client.make('imagine', { prompt: 'a red fox --ar 3:2 --seed 7' });
  const solo = await client.pressAndWait(grid, 'U2');
  const json = { model: 'sketch-short', prompt: 'a blue boat', resolution: '480p', aspect_ratio: '1:1' };
  const video = await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json });
  await videoEnd(kinora, video.body.id);
  const failed = await imagine(kinora, '{"check":"refuse"}');
  await imageEnd(kinora, failed);
  const records = await lines(owner);
  const line = (id: string) => records.find(one => one.id === id) as TaskRecord;
  assert.deepEqual(records.map(({ id }) => id).slice(0, 4), [failed, video.body.id, solo.id, grid.id]);
  const first = line(grid.id);
  assert.equal(first.prompt, 'a red fox --ar 3:2 --seed 7');
  assert.match(first.final_prompt ?? '', /^a red fox --ar 3:2/);
  assert.deepEqual(
    [first.kind, first.action, first.state, first.seed],
    ['image', 'IMAGINE', 'succeeded', '7'],
  );
  assert.deepEqual([first.width, first.height, first.cells.length], [1344, 896, 4]);
  assert.ok(first.sheet && first.cells[0]?.thumbnail);
  assert.equal((await fetch(`${kinora.url}${first.sheet}`)).status, 200);
  assert.deepEqual(
    [first.price.amount, first.price.charged, first.price.state, first.price.quantity],
    ['0.04', '0.04', 'charged', 4],
  );
  const button = first.buttons.find(({ label }) => label === 'U2');
  assert.deepEqual(
    [button?.pressed, button?.kind, button?.candidate, button?.price],
    [true, 'select', 1, '0.00'],
  );
  assert.deepEqual(
    [line(solo.id).parent, line(solo.id).button, line(solo.id).cells.length],
    [grid.id, 'U2', 1],
  );
  const clip = line(video.body.id);
  assert.deepEqual([clip.action, clip.clips.length, clip.seed !== null], ['VIDEO', 1, true]);
  assert.equal(clip.parameters['resolution'], '480p');
  assert.equal(line(failed).error?.code, 'content_refused');
  assert.equal(line(failed).price.state, 'released');
  const chinese = await owner.get('/api/task.list?state=failed');
  assert.ok(chinese.body.data.every(({ state }: TaskRecord) => state === 'failed'));
});

test('a task is shown with its phases, its money and related tasks', async () => {
  const client = imageClient(kinora);
  const grid = await client.make('imagine', { prompt: 'a story --v 7' });
  const [one, two] = [await client.pressAndWait(grid, 'U1'), await client.pressAndWait(grid, 'V1')];
  const details = await show(owner, one.id);
  assert.deepEqual(
    details.life.map(({ phase }: { phase: string }) => phase),
    ['queued', 'starting', 'running', 'saving', 'succeeded'],
  );
  assert.equal(details.life.at(-1).seconds, null);
  assert.ok(details.life[0].seconds >= 0);
  assert.deepEqual(
    details.entries.map(({ kind }: { kind: string }) => kind),
    ['hold', 'settle'],
  );
  assert.equal(details.lineage.parent.id, grid.id);
  assert.deepEqual(
    details.lineage.siblings.map(({ id }: TaskRecord) => id),
    [two.id],
  );
  const parent = await show(owner, grid.id);
  assert.deepEqual(
    parent.lineage.children.map(({ id }: TaskRecord) => id).toSorted(),
    [one.id, two.id].toSorted(),
  );
  assert.deepEqual(
    [parent.engine, parent.attempts > 0, parent.tries, parent.deliveries],
    ['scripted', true, 0, []],
  );
  assert.equal(parent.trace.reason, 'The model supports version 7.');
});

test('prompts are found by word prefixes, Chinese ones by characters, and a task by its id', async () => {
  const id = await imagine(kinora, 'Golden lighthouse, 森林里的小屋 by the sea');
  await imageEnd(kinora, id);
  const search = async (q: string) => (await lines(owner, { q })).map(line => line.id);
  for (const q of ['lighthouse', 'LIGHT', 'gold sea', '森林', '小屋', '里的小', id])
    assert.deepEqual(await search(q), [id], q);
  for (const q of ['house', '林森', 'golden mountain', '!!', "'", ':*', '&'])
    assert.deepEqual(await search(q), [], q);
});

test('facets count the listed tasks, each without its own filter', async () => {
  const all = await lines(owner, { limit: 200 });
  const facets = (await owner.run('task facets', { state: 'succeeded' })).body;
  const succeededTasks = all.filter(({ state }) => state === 'succeeded');
  assert.equal(facets.total, succeededTasks.length);
  for (const facet of ['state', 'kind', 'model', 'tier', 'action'] as const) {
    const from = facet === 'state' ? all : succeededTasks;
    for (const { value, count } of facets[facet])
      assert.equal(count, from.filter(line => line[facet] === value).length, `${facet} ${value}`);
    const total = facets[facet].reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    assert.equal(total, from.length, facet);
  }
  for (const { value, count, name } of facets.token) {
    const tasks = await lines(owner, { token: value, state: 'succeeded', limit: 200 });
    assert.deepEqual([tasks.length, tasks[0]?.token.name], [count, name]);
  }
  const chargedAmount = succeededTasks.reduce((sum, { price }) => sum + Number(price.charged), 0);
  assert.equal(Number(facets.amount).toFixed(4), chargedAmount.toFixed(4));
});

test('many tasks are listed page by page without a gap, also while others are created', async () => {
  const { rows } = await kinora.app.db.pool.query('select count(*)::int as count from tasks');
  const newTasks = await Promise.all(
    Array.from({ length: inDepth({ quick: 45, full: 110 }) - rows[0].count }, (_, index) =>
      imagine(kinora, `page ${index} --v 1`),
    ),
  );
  const expected = (await lines(owner, { limit: 200 })).map(({ id }) => id);
  const ids: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await lines(owner, { limit: 17, ...(before && { before }) });
    ids.push(...page.map(({ id }) => id));
    before = page.at(-1)?.id;
    if (page.length < 17) break;
    if (ids.length === 34) await imagine(kinora, 'made meanwhile --v 1');
  }
  assert.deepEqual(ids, expected);
  // One after the other, so that the timeout for each begins when the one before it has ended.
  for (const id of newTasks) await imageEnd(kinora, id);
});

test('a member sees their own tasks, an owner those of the account, an operator all, others none', async () => {
  const id = await imagine({ ...kinora, imageKey: memberKey }, 'of the member alone');
  await imageEnd({ ...kinora, imageKey: memberKey }, id);
  const ofOwner = await imagine(kinora, 'of the account');
  await imageEnd(kinora, ofOwner);
  assert.deepEqual(
    (await lines(member)).map(line => line.id),
    [id],
  );
  assert.equal((await member.run('task facets')).body.total, 1);
  const listIds = async (client: ConsoleClient) => (await lines(client, { limit: 200 })).map(line => line.id);
  assert.ok((await listIds(owner)).includes(id));
  const ofMember = await lines(owner, { user: member.email });
  assert.deepEqual(
    ofMember.map(line => line.id),
    [id],
  );
  assert.ok((await listIds(operator)).includes(id));
  const ofOperator = await lines(operator, { limit: 200, account: operator.accountId });
  assert.ok(ofOperator.every(({ account }) => account === operator.accountId));
  const foreign = await lines(stranger);
  assert.deepEqual(
    foreign.map(({ prompt }) => prompt),
    ['a foreign fish'],
  );
  assert.ok(!(await listIds(owner)).includes(foreign[0]?.id ?? ''));
  for (const name of ['task show', 'task cancel'])
    for (const [client, task] of [
      [stranger, id],
      [member, ofOwner],
    ] as const)
      assert.equal((await client.run(name, { task })).body.error.code, 'task_unknown', name);
  assert.equal(
    (await stranger.run('task list', { account: owner.accountId })).body.error.code,
    'account_unknown',
  );
  const token = (await lines(owner, { q: ofOwner }))[0]?.token.id;
  assert.equal((await member.run('task list', { token })).body.error.code, 'token_unknown');
});

test('a running task can be cancelled, a finished one cannot', async () => {
  const id = await imagine(kinora, hanging);
  await until(
    () => show(owner, id),
    ({ state }) => state === 'running',
  );
  const { body } = await owner.run('task cancel', { task: id });
  assert.deepEqual(body, { id, result: 'asked' });
  await until(
    () => show(owner, id),
    ({ state }) => state === 'cancelled',
  );
  assert.equal((await owner.run('task cancel', { task: id })).body.result, 'too_late');
  const audit = (await owner.run('audit list', { object: id })).body.data;
  assert.equal(audit[0]?.action, 'task cancel');
});

test('a queued task shows how many tasks are ahead of it', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) ids.push(await imagine(kinora, hanging));
  const waiting = (await lines(owner, { state: 'queued' })).toReversed();
  assert.ok(waiting.length > 2);
  assert.deepEqual(
    waiting.map(({ ahead }) => ahead),
    waiting.map((_, index) => index),
  );
  for (const id of ids) await owner.run('task cancel', { task: id });
});
