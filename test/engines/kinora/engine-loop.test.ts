/** A model whose engine leads back to the same server, by way of a gateway. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { serve } from '../../support/servers/serve.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { acceptedTask, imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { countTasks } from '../../support/setups/kinora-pair.ts';
import { viaHeader } from '../../../src/platform/lib/network/own-requests.ts';

const slots = 2;
let kinora: TestApp;
let client: ImageClient;
/** What the gateway leaves out: headers that it does not know, or fields of the body too. */
let drops: 'nothing' | 'header' | 'all' = 'nothing';
/** The marks of the last submit that the gateway received. */
let marks: unknown;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } });
  client = imageClient(kinora);
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', {
    engine: 'gateway',
    kind: 'mj-proxy',
    url: await startGateway(kinora.url),
    secret: kinora.imageKey,
    slots,
    settings: { dialect: 'kinora' },
  });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: 'relay', kind: 'image', versions: ['7'], price });
  await operator.done('route add', { model: 'relay', engine: 'gateway' });
  await operator.done('route change', { model: 'sketch', engine: 'sketch', enabled: false });
});

/** Passes requests on to the server behind it. */
async function startGateway(behind: string): Promise<string> {
  return serve(async (incoming, response) => {
    const { method = 'GET', url = '/' } = incoming;
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    if (url.includes('/submit/')) marks = headers[viaHeader];
    if (drops !== 'nothing') delete headers[viaHeader];
    const text = (await buffer(incoming)).toString();
    const body = drops === 'all' && text ? JSON.stringify({ ...JSON.parse(text), state: undefined }) : text;
    const answer = await fetch(new URL(url, behind), {
      method,
      headers: headers as Record<string, string>,
      ...(body && { body }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
}

async function assertNothingCharged(): Promise<void> {
  const { problems, heldMicros, chargedMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros, chargedMicros], [[], 0n, 0n]);
}

test('the second pass is refused by name, so one task fails and no other begins', async () => {
  const { status, failReason } = await client.make('imagine', { prompt: 'a red fox' });
  assert.equal(status, 'FAILURE');
  assert.match(failReason ?? '', /leads back to this server/);
  assert.equal(await countTasks(kinora), 1);
  await assertNothingCharged();
});

test('the requests of a task name the other installations that it has come through', async () => {
  const other = 'a1b2c3d4e5f60718293a4b5c';
  const via = { [viaHeader]: `${other}, not a mark` };
  const submission = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    headers: via,
    json: { prompt: 'a red fox' },
  });
  assert.equal((await client.end(submission.body.result)).status, 'FAILURE');
  const [first, ownMark, ...more] = String(marks).split(', ');
  assert.deepEqual([first, more], [other, []]);
  assert.match(ownMark ?? '', /^[\da-f]{24}$/);
  const { rows } = await kinora.app.db.pool.query('select via from tasks where via is not null');
  assert.deepEqual(rows, [{ via: other }]);
});

test('a gateway that drops the header and passes on the body hides nothing', async () => {
  drops = 'header';
  const before = await countTasks(kinora);
  const { failReason } = await client.make('imagine', { prompt: 'a red fox' });
  assert.match(failReason ?? '', /leads back to this server/);
  assert.equal(await countTasks(kinora), before + 1);
  await assertNothingCharged();
});

test('a client may write its own state, also one that looks like a start key', async () => {
  const state = '0190b3c2-0000-7000-8000-000000000001:1';
  const { body } = await client.submit('imagine', { prompt: 'a red fox', state });
  assert.equal((await client.end(body.result)).status, 'FAILURE');
  assert.equal(body.code, 1);
});

test('behind a gateway that drops both, cancelling the first task ends all that came of it', async () => {
  drops = 'all';
  const before = await countTasks(kinora);
  const first = acceptedTask(await client.submit('imagine', { prompt: 'a red fox' }));
  // The engine has two slots, so the third task of the chain waits.
  await until(
    () => countTasks(kinora),
    count => count === before + slots + 1,
  );
  assert.equal((await client.cancel(first)).body.code, 1);
  const states = await until(
    async () => (await kinora.app.db.pool.query('select phase from task_states')).rows,
    rows => rows.every(({ phase }) => ['failed', 'cancelled'].includes(phase)),
  );
  // The waiting task may get the slot of a cancelled one, and begin another, before it is cancelled too.
  assert.ok(states.filter(({ phase }) => phase === 'cancelled').length > slots);
  await assertNothingCharged();
});
