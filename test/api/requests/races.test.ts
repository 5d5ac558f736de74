/** Concurrent requests: each takes the effects of the others into account. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { call, imagine, until, type TestApp } from '../../support/servers/app.ts';
import {
  consoleClient,
  password,
  signedIn,
  type ConsoleClient,
} from '../../support/clients/console-client.ts';
import { smallClip, videoClient } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let operator: ConsoleClient & { accountId: string; email: string };

before(async () => {
  kinora = await startScriptedApp();
  operator = await signedIn(kinora, 'operator');
});

const sql = (text: string, values: unknown[] = []): Promise<{ rows: any[] }> =>
  kinora.app.db.pool.query(text, values);
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('of many concurrent password guesses only as many are checked as the limit allows', async () => {
  const client = await signedIn(kinora, 'member');
  const startMs = systemClock.now();
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      consoleClient(kinora).post('/api/session', { email: client.email, password: `guess ${index}` }),
    ),
  );
  // The sixth may follow a second later, the seventh two seconds after that, and so on. On a busy
  // machine they all take longer.
  const laterChecks = Math.floor(Math.log2(1 + (systemClock.now() - startMs) / 1000));
  const checked = guesses.filter(({ status }) => status === 401).length;
  assert.ok(
    checked >= 5 && checked <= 5 + laterChecks,
    `${checked} were checked, ${laterChecks} may have been later`,
  );
  assert.equal(guesses.filter(({ status }) => status === 429).length, 40 - checked);
  await sql('delete from sign_in_failures');
});

test('a link with an invalid secret is always rejected, without hashing a password', async () => {
  const tries = await Promise.all(
    Array.from({ length: 100 }, () =>
      consoleClient(kinora).post('/api/join', {
        secret: 'ki_x',
        email: 'x@example.com',
        name: 'x',
        password,
      }),
    ),
  );
  assert.ok(tries.every(({ body }) => body.error.code === 'invitation_unknown'));
});

test('an invitation is invalid once it is revoked or its creator may no longer invite', async () => {
  const owner = await signedIn(kinora, 'owner');
  const readSecret = async (role: string) =>
    String((await owner.run('user invite', { role })).body.link).split('#')[1];
  const join = (secret: string | undefined, email: string) =>
    consoleClient(kinora).post('/api/join', { secret, email, name: 'x', password });
  const [revokedSecret, laterSecret] = [await readSecret('member'), await readSecret('owner')];
  const invitations = (await owner.run('invitation list')).body.data;
  const { id } = invitations.find(({ role }: { role: string }) => role === 'member');
  assert.equal((await owner.run('invitation revoke', { id })).status, 200);
  assert.equal((await join(revokedSecret, 'a@example.com')).status, 404);
  await operator.run('user disable', { user: owner.email });
  assert.equal((await join(laterSecret, 'b@example.com')).status, 404);
  await operator.run('user enable', { user: owner.email });
  assert.equal((await join(laterSecret, 'b@example.com')).status, 404, 'it stays invalid');
});

test('a user who forgot the password gets a reset link, which ends their other sessions', async () => {
  const member = await signedIn(kinora, 'member');
  const { link, email } = (await operator.run('user recover', { user: member.email })).body;
  const secret = String(link).split('#')[1];
  const next = 'a password to remember';
  const recover = (address: string) =>
    consoleClient(kinora).post('/api/join', { secret, email: address, name: 'x', password: next });
  assert.equal((await recover('other@example.com')).status, 404);
  assert.equal((await recover(email)).body.user.role, 'member');
  assert.equal((await member.get('/api/session')).status, 401);
  assert.equal((await member.post('/api/session', { email, password: next })).status, 200);
});

test('of two operators who demote each other concurrently, one remains', async () => {
  const other = await signedIn(kinora, 'operator');
  const answers = await Promise.all([
    operator.run('user role', { user: other.email, role: 'owner' }),
    other.run('user role', { user: operator.email, role: 'owner' }),
  ]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(statuses(answers)));
  const { rows } = await sql(`select email from users where role = 'operator' and disabled_at is null`);
  assert.equal(rows.length, 1);
  if (rows[0].email !== operator.email) operator = Object.assign(other, { accountId: operator.accountId });
});

test('two concurrent changes of one token or one group are both kept', async () => {
  const { id } = (await operator.run('token create', { group: 'video' })).body;
  await operator.run('group create', { group: 'raced', kind: 'video', models: ['sketch-short'] });
  for (let round = 1; round <= 6; round++) {
    await Promise.all([
      operator.run('token change', { token: id, cap_day: String(round) }),
      operator.run('token change', { token: id, max_open: round }),
      operator.run('group change', { group: 'raced', factor: `0.${round}` }),
      operator.run('group change', { group: 'raced', moderated: round % 2 === 0 }),
    ]);
    const token = (await operator.run('token list')).body.data.find((one: { id: string }) => one.id === id);
    assert.deepEqual([token.cap_day, token.max_open], [`${round}.00`, round]);
    const group = (await operator.run('group list')).body.data.find(
      (one: { group: string }) => one.group === 'raced',
    );
    assert.deepEqual([group.factor, group.moderated], [`0.${round}0`, round % 2 === 0]);
  }
});

test('of many concurrent refunds of one task, one succeeds and the others are rejected with the reason', async () => {
  const client = videoClient(kinora);
  const { id } = await client.make({ ...smallClip, prompt: 'x' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => operator.run('ledger refund', { task: id, reason: 'blurred' })),
  );
  assert.deepEqual(statuses(answers), [200, ...Array<number>(7).fill(400)]);
  for (const { status, body } of answers)
    if (status === 400) assert.match(body.error.message, /already been refunded/);
  const [line] = (await operator.run('usage show', { by: 'model' })).body.data;
  assert.equal(line.refunded, line.amount);
});

test('a prompt of several tasks that exceeds a limit is rejected as a whole', async () => {
  for (const [limits, expectedMessage] of [
    [
      { cap_total: '0.05' },
      /total spending cap of this token: it costs 0.06 USD, but only 0.05 of 0.05 remains/,
    ],
    [{ max_open: 2 }, /limited to 2 concurrent tasks/],
    [{ max_per_minute: 2 }, /limited to 2 tasks per minute/],
  ] as const) {
    const { key } = (await operator.run('token create', { group: 'image', ...limits })).body;
    const json = { prompt: 'a {red, green, blue} fox --v 1' };
    const { body } = await call(`${kinora.url}/mj/submit/imagine`, { key, json });
    assert.match(body.description, expectedMessage);
    assert.ok(
      (await imagine({ ...kinora, imageKey: key }, 'a fox --v 1')).length > 0,
      'a single task is accepted',
    );
  }
});

test('a price can be withdrawn until it takes effect', async () => {
  const price = { unit: 'clip', rules: [{ unitPrice: '3' }], tiers: { fast: '1' } };
  const set = (from?: string) =>
    operator.run('price set', { model: 'sketch-short', price, ...(from && { from }) });
  const { version } = (await set('30d')).body;
  const withdraw = (withdrawnVersion: string) =>
    operator.run('price withdraw', { model: 'sketch-short', version: withdrawnVersion });
  assert.equal((await withdraw(version)).status, 200);
  assert.equal((await withdraw(version)).status, 400);
  const now = (await set()).body;
  const quoted = () => videoClient(kinora).post('videos/quote', { model: 'sketch-short', prompt: 'x' });
  await until(quoted, ({ body }) => body.amount === '3.00');
  assert.equal((await withdraw(now.version)).status, 400);
});

test('invalid input is rejected with the allowed values', async () => {
  for (const [name, input, expectedMessage] of [
    ['ledger list', { before: '9223372036854775808' }, /expected the ID of an entry/],
    ['audit list', { before: 'x' }, /expected the ID of an entry/],
    ['ledger list', { kind: 'nonsense' }, /allowed: opening, top_up/],
    ['ledger list', { kind: '' }, /allowed: opening, top_up/],
    ['task list', { state: '' }, /allowed: .*queued/],
    ['margin show', { by: '' }, /allowed: day, model, engine/],
    ['margin show', { by: 'day,nonsense' }, /allowed: day, model, engine/],
    ['ledger list', { from: '2026-02-30' }, /expected a time/],
    ['ledger list', { from: '2026-02-02', to: '2026-02-01' }, /must be before/],
    ['usage show', { from: '2026-02-02', to: '2026-02-01' }, /must be before/],
    ['price list', { model: 'nope' }, /Available: sketch/],
    ['token create', { group: 'image', cap_day: '-5' }, /expected an amount/],
    ['token create', { group: 'image', expires: '2020-01-01' }, /expected a time in the future/],
    ['token create', { group: 'image', expires: '999999d' }, /expected a time/],
    ['account create', { name: operator.accountId }, /look like an ID/],
  ] as const) {
    const { status, body } = await operator.run(name, input);
    assert.equal(status, 400, `${name} ${JSON.stringify(input)}`);
    assert.match(body.error.message, expectedMessage);
  }
});
