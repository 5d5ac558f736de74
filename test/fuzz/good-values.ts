/**
 * Existing values on the server under test, by the name of the field that takes them,
 * and values that may be removed.
 */
import { invite } from '../../src/core/accounts/invitations.ts';
import { call, type TestApp } from '../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../support/clients/console-client.ts';
import { acceptedTask, imageClient } from '../support/clients/image-client.ts';
import type { StandingTasks } from '../support/requests/standing-tasks.ts';
import { dataUrl, renderPng } from '../support/clients/video-client.ts';
import type { GoodValues } from './fuzz-requests.ts';

export interface GoodValueFixtures {
  readonly kinora: TestApp;
  readonly standing: StandingTasks;
  readonly operator: ConsoleClient & { readonly accountId: string };
  readonly hookUrl: string;
}

const times = <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> =>
  Array.fromAsync({ length: count }, make);

export async function makeGoodValues(fixtures: GoodValueFixtures): Promise<GoodValues> {
  const { standing, operator, kinora } = fixtures;
  const client = imageClient(kinora);
  const modals = await times(20, async () =>
    acceptedTask(await client.press(await client.fetch(standing.solo.id), 'CustomZoom')),
  );
  const disposableTasks = [
    modals[0],
    (await client.submit('imagine', { prompt: 'a cat --v 1' })).body.result,
  ];
  const account = (await operator.done('account create', { name: 'Fuzz' })).id;
  const usual = {
    ...makeTaskValues(fixtures, modals),
    ...(await makePictureValues()),
    ...(await makeConsoleValues(fixtures)),
    ...listPlainValues(fixtures.hookUrl),
  };
  return {
    usual,
    instead: {
      'DELETE /v1/videos/:id': { id: [standing.foreignClip, 'video_none'] },
      'POST /api/task.delete': { tasks: [disposableTasks] },
      'POST /api/task.cancel': { task: [...disposableTasks, standing.clip] },
      'POST /mj/task/:id/cancel': { id: [...disposableTasks, standing.grid.id] },
      'POST /api/collection.delete': { collection: ['none'] },
      'POST /api/token.revoke': { token: ['none'] },
      'POST /api/account.suspend': { account: [account] },
      'POST /api/account.change': { account: [account] },
      'POST /api/group.create': { group: ['fuzz-one', 'fuzz-two'] },
      'POST /api/group.change': { group: ['fuzz-one', 'fuzz-two'] },
      'POST /api/group.close': { group: ['fuzz-one', 'fuzz-two'] },
      'POST /api/group.delete': { group: ['fuzz-one', 'fuzz-two'] },
    },
  };
}

function makeTaskValues({ standing }: GoodValueFixtures, modals: readonly string[]) {
  const { grid, solo, clip, foreignGrid, foreignClip, mediaPath } = standing;
  const tasks = [grid.id, solo.id, clip, foreignGrid.id, foreignClip];
  return {
    id: [grid.id, solo.id, clip, clip, 'sketch', 'sketch-short'],
    task: tasks,
    tasks: [tasks, tasks.join(','), [clip]],
    taskId: [grid.id, solo.id, ...modals],
    ids: [tasks],
    jobId: [grid.job, solo.job],
    customId: ['upsample::2', 'variation::1', 'reroll::0::SOLO'].map(verb => `MJ::JOB::${verb}::${grid.job}`),
    content: [`${grid.id} U2`, `${grid.id} V1`, `${grid.id} R`],
    video: [{ id: clip }, clip],
    file: [mediaPath.split('/').at(-1) ?? ''],
  };
}

async function makePictureValues() {
  const picture = dataUrl(await renderPng(9, { width: 16, height: 16 }));
  // One image that is stored takes as long as a hundred that are rejected.
  const some = [picture, '', 'x', 'data:,', 'data:image/png;base64,', 'data:image/png;base64,AAAA'];
  return {
    base64Array: [[picture, picture], ...some.map(one => [one])],
    base64: some,
    image: some,
    maskBase64: some,
    input_reference: [...some, { image_url: picture }, { url: 'x' }, { file_id: 'x' }],
    reference_images: some.map(one => [one]),
    first_frame: some,
    last_frame: some,
  };
}

async function makeConsoleValues({ kinora, operator, hookUrl }: GoodValueFixtures) {
  const { db } = kinora.app;
  const json = { model: 'sketch-short', prompt: 'a cat', webhook_url: hookUrl };
  await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json });
  const other = await signedIn(kinora, 'member');
  const listIds = async (name: string, client: ConsoleClient = operator) =>
    ((await client.done(name)) as { id: unknown }[]).map(({ id }) => id);
  const { accountId } = operator;
  const createInvitation = () => invite(db, { accountId, role: 'member', email: undefined, hours: 100 });
  const code = await operator.done('code create', { amount: '1' });
  const accounts = await listIds('account list');
  return {
    hook: await listIds('webhook list'),
    token: await times(3, async () => (await other.done('token create', { group: 'image' })).id),
    user: [(await other.get('/api/session')).body.user.id, other.email],
    email: [other.email, 'somebody@example.com'],
    session: await listIds('session list', other),
    secret: await times(20, async () => (await createInvitation()).secret),
    account: accounts,
    accounts: [accounts, 'First account'],
    collection: [(await operator.done('collection create', { name: 'fuzz' })).id],
    code: [code.code],
  };
}

function listPlainValues(hookUrl: string) {
  return {
    notifyHook: [hookUrl],
    webhook_url: [hookUrl],
    url: [hookUrl],
    action: ['UPSCALE', 'VARIATION', 'REROLL', 'token create'],
    index: [1, 2, 3, 4],
    prompt: ['a cat --v 1', 'a {red, blue} ball', 'a cat'],
    key: ['fuzz-key'],
    group: ['image', 'video'],
    kind: ['image', 'video'],
    model: ['sketch', 'sketch-short', 'sketch-motion', 'sketch-cast', 'sketch-frames'],
    models: ['sketch', ['sketch-short']],
    engine: ['scripted'],
    name: ['a name'],
    role: ['member', 'owner', 'operator'],
    // Each valid password costs a tenth of a second.
    password: ['correct horse battery', 'x', 'short', 'password', 'y'.repeat(300)],
    current: ['correct horse battery', '', 'y'.repeat(300), 'z'.repeat(2000)],
    amount: ['1', '0.000001'],
    balance: ['1'],
    factor: ['1.5'],
    reason: ['a test'],
    words: ['fuzz-only-word'],
    month: ['2026-11'],
    from: ['2026-11-01T00:00:00Z', '1d'],
    to: ['2027-11-01T00:00:00Z'],
    expires: ['90d', 'never'],
    overlap: ['1h'],
    before: ['1', '100'],
    limit: [1, 100],
    by: ['day', 'day,model', 'token,user,tier'],
    price: ['{"unit":"clip","rules":[{"unitPrice":"0.1"}],"tiers":{"fast":"1"}}'],
    version: [1, 2],
    seconds: [4, '4'],
    state: ['s'],
    addresses: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'],
    response: [{ id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }],
    q: ['cat'],
  };
}
