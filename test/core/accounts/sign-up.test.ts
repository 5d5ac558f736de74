/**
 * Signing up, password resets and invitations by e-mail, against a real SMTP server.
 * @NOTE length: one server and one mail server for all of them.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { sweepMails } from '../../../src/core/mail/mail-queue.ts';
import { queueWarnings } from '../../../src/core/mail/queue-warnings.ts';
import { inspectPicture, toPng } from '../../../src/media/picture/picture.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import {
  consoleClient,
  password,
  signedIn,
  type ConsoleClient,
} from '../../support/clients/console-client.ts';
import { startMailServer, type ReceivedMail, type TestMailServer } from '../../support/mail/mail-server.ts';
import { solveProof } from '../../support/mail/solve-proof.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';

const baseUrl = 'https://pictures.example.com';
let smtp: TestMailServer;
let kinora: TestApp;

const mailSettings = () => ({
  KINORA_BASE_URL: baseUrl,
  KINORA_SMTP_URL: smtp.url,
  KINORA_MAIL_FROM: 'Kinora <kinora@example.com>',
});

before(async () => {
  smtp = await startMailServer();
  kinora = await startTestApp({
    settings: {
      ...mailSettings(),
      KINORA_SIGN_UP: 'open',
      KINORA_SIGN_UP_CREDIT: '5',
      KINORA_SIGN_UPS_PER_HOUR: '1000',
    },
  });
});
after(() => smtp.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await kinora.app.db.pool.query(text, values)).rows;
const address = () => `person-${newRowId()}@example.com`;

async function waitForMail(to: string, count = 1): Promise<ReceivedMail> {
  const listMails = () => smtp.mails.filter(mail => mail.to === to);
  await until(async () => listMails().length >= count, Boolean);
  return listMails()[count - 1] as ReceivedMail;
}

function readSecret({ text }: ReceivedMail): string {
  const [, secret] = /\/console\/join#(ki_\w+)/.exec(text) ?? [];
  assert.ok(secret, text);
  return secret;
}

async function ask(path: string, email: string, client: ConsoleClient = consoleClient(kinora)) {
  return client.post(path, { email, proof: await solveProof(client) });
}

async function signUpForPlan(email: string, plan: string) {
  const client = consoleClient(kinora);
  return client.post('/api/sign-up', { email, plan, proof: await solveProof(client) });
}

const join = (secret: string, email: string, more: object = {}) =>
  consoleClient(kinora).post('/api/join', { secret, email, name: 'Grace', password, ...more });

test('a stranger asks with an address, and opens an account with the link that comes by mail', async () => {
  const email = address();
  const response = await ask('/api/sign-up', email);
  assert.deepEqual([response.status, response.body], [200, { sent: true }]);
  assert.deepEqual(
    await sql('select from users where email = $1', [email]),
    [],
    'nothing exists before the link is opened',
  );
  const mail = await waitForMail(email);
  assert.match(mail.subject, /Confirm your email address/);
  assert.match(
    mail.text,
    /^https:\/\/pictures\.example\.com\/console\/join#ki_/m,
    'the configured URL, not that of a request',
  );
  const secret = readSecret(mail);
  const { body: link } = await consoleClient(kinora).post('/api/join.look', { secret });
  assert.deepEqual([link.kind, link.email, link.role, link.account], ['sign_up', email, 'owner', '']);
  const client = consoleClient(kinora);
  const { status, body } = await client.post('/api/join', { secret, email, name: 'Grace', password });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((await client.done('account balance')).available, '5.00');
  const [entry] = await client.done('ledger list');
  assert.deepEqual([entry.kind, entry.amount], ['opening', '5.00']);
  assert.match(entry.reason, /^trial credit, expires on \d{4}-\d\d-\d\d$/);
  assert.equal((await join(secret, email)).body.error.code, 'invitation_unknown', 'the link works once');
  // The token of an owner of their own account.
  assert.equal((await client.run('token create', { group: 'image', name: 'first' })).status, 200);
});

test('the operator names the server, and its terms are accepted at a sign-up, as text and not as markup', async () => {
  const operator = await signedIn(kinora, 'operator');
  const terms = 'Be kind.\n<script>alert(1)</script>';
  await operator.done('site change', { name: 'Pictures', contact: 'help@example.com', terms });
  const stranger = consoleClient(kinora);
  const { site } = (await stranger.get('/api/about')).body;
  assert.deepEqual(site, {
    name: 'Pictures',
    contact: 'help@example.com',
    announcement: null,
    logo: null,
    terms: true,
    privacy: false,
  });
  assert.deepEqual((await stranger.get('/api/legal?text=terms')).body, { text: terms });
  const email = address();
  await ask('/api/sign-up', email);
  const mail = await waitForMail(email);
  assert.match(mail.subject, /for Pictures$/);
  const secret = readSecret(mail);
  const rejection = await join(secret, email);
  assert.deepEqual([rejection.body.error.code, rejection.body.error.param], ['field_invalid', 'terms']);
  assert.equal((await join(secret, email, { terms: true })).status, 200);
  const [user] = await sql('select terms_accepted_at from users where email = $1', [email]);
  assert.ok(user.terms_accepted_at);
  await operator.done('site change', { name: 'none', terms: 'none', contact: 'none' });
  assert.equal((await stranger.get('/api/about')).body.site.name, 'Kinora');
  assert.equal((await (await signedIn(kinora, 'owner')).run('site change', { name: 'Mine' })).status, 403);
});

test('the operator gives the site a logo and colors that can be read; pages and mails show them', async () => {
  const operator = await signedIn(kinora, 'operator');
  const readChangeError = async (change: Record<string, unknown>) => {
    const { status, body } = await operator.run('site change', change);
    assert.equal(status, 400, JSON.stringify(body));
    return [body.error.param, body.error.message];
  };
  assert.deepEqual(await readChangeError({ accent_light: '#ffcc00' }), [
    'accent_light',
    'Invalid value for "accent_light": text in #ffcc00 has a contrast of 1.2 on the light theme, and at least 4.5 is needed to read it. The nearest shade that has it: #806600.',
  ]);
  const [, shade] = await readChangeError({ accent_dark: '#400080' });
  assert.match(shade, /dark theme.*#\w{6}\.$/);
  await readChangeError({ accent_light: 'red' });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const [param, why] = await readChangeError({ logo: svg.toString('base64'), accent_light: '#765e00' });
  assert.deepEqual([param, /an SVG/.test(why)], ['logo', true], why);
  const page = async () => (await fetch(`${kinora.url}/console`)).text();
  assert.doesNotMatch(await page(), /--accent/, 'a refused change changes nothing');

  const pixels = { width: 512, height: 256, data: new Uint8Array(512 * 256 * 4).fill(200) };
  const png = Buffer.concat([await toPng(pixels), Buffer.from('<script>')]);
  const after = await operator.done('site change', {
    name: 'Pictures',
    logo: png.toString('base64'),
    accent_light: '#765E00',
    accent_dark: '#ffcc00',
  });
  assert.deepEqual([after.accent_light, after.accent_dark], ['#765e00', '#ffcc00']);
  const { site } = (await consoleClient(kinora).get('/api/about')).body;
  const logo = await fetch(`${kinora.url}${site.logo}`);
  const bytes = Buffer.from(await logo.arrayBuffer());
  assert.equal(logo.headers.get('content-type'), 'image/png');
  assert.deepEqual((await inspectPicture(bytes)).width, 192, 'made small');
  assert.ok(!bytes.includes('<script>'), 'made again from its pixels');
  const response = await fetch(`${kinora.url}/console`);
  const html = await response.text();
  const [, style = ''] = /<style>(.*)<\/style>/.exec(html) ?? [];
  assert.match(style, /:root\{--accent:#ffcc00;--on-accent:#000000/);
  const hash = createHash('sha256').update(style).digest('base64');
  assert.ok(response.headers.get('content-security-policy')?.includes(`style-src 'self' 'sha256-${hash}'`));
  assert.match(html, /<title>Pictures<\/title>/);
  assert.ok(html.includes(`<link rel="icon" href="${site.logo}" />`));
  const start = await (await fetch(`${kinora.url}/`)).text();
  assert.ok(start.includes(site.logo) && start.includes('--accent:#ffcc00'), start.slice(0, 3000));

  const email = address();
  await ask('/api/sign-up', email);
  const { raw } = await waitForMail(email);
  assert.match(raw, /Content-ID: <logo@kinora>/);
  assert.match(raw.replaceAll(/=\r?\n/g, ''), /background:#765e00;color:#ffffff/);
  await operator.done('site change', {
    name: 'none',
    logo: 'none',
    accent_light: 'none',
    accent_dark: 'none',
  });
  assert.doesNotMatch(await page(), /--accent/);
  assert.equal((await fetch(`${kinora.url}${site.logo}`)).status, 404);
});

test('an address with a user gets another mail, and the same answer', async () => {
  const { email } = await signedIn(kinora, 'owner');
  const [knownAnswer, unknownAnswer] = [
    await ask('/api/sign-up', email),
    await ask('/api/sign-up', address()),
  ];
  assert.deepEqual([knownAnswer.status, knownAnswer.body], [unknownAnswer.status, unknownAnswer.body]);
  const mail = await waitForMail(email);
  assert.match(mail.subject, /already have a user/);
  assert.doesNotMatch(mail.text, /ki_/);
});

test('the link of a sign-up carries the id of a plan that is offered, and nothing else', async () => {
  const operator = await signedIn(kinora, 'operator');
  const { id } = await operator.done('plan create', { name: 'Chosen', price: 5, credit: 6 });
  const links = async (email: string, count: number) =>
    /\/console(\/\S+)/.exec((await waitForMail(email, count)).text)?.[1]?.replace(/#.*/, '');
  const email = address();
  const { email: ownerEmail } = await signedIn(kinora, 'owner');
  await signUpForPlan(email, id);
  await signUpForPlan(ownerEmail, id);
  assert.equal(await links(email, 1), `/join?plan=${id}`);
  assert.equal(await links(ownerEmail, 1), `/sign-in?plan=${id}`);
  await signUpForPlan(email, newRowId());
  assert.equal(await links(email, 2), '/join', 'no such plan');
  await operator.done('plan retire', { plan: id });
  await signUpForPlan(email, id);
  assert.equal(await links(email, 3), '/join', 'not offered');
  for (const plan of ['Chosen', '//evil.example', `${id}#ki_x`]) {
    const { status, body } = await signUpForPlan(address(), plan);
    assert.deepEqual([status, body.error.param], [400, 'plan'], plan);
  }
});

test('a forgotten password is reset by mail; an unknown address gets the same answer and no mail', async () => {
  const { email } = await signedIn(kinora, 'owner');
  const nobody = address();
  const [knownAnswer, unknownAnswer] = [
    await ask('/api/password.forgot', email),
    await ask('/api/password.forgot', nobody),
  ];
  assert.deepEqual([knownAnswer.status, knownAnswer.body], [unknownAnswer.status, unknownAnswer.body]);
  const secret = readSecret(await waitForMail(email));
  const next = 'another correct horse battery';
  assert.equal((await join(secret, email, { password: next })).status, 200);
  assert.equal((await consoleClient(kinora).post('/api/session', { email, password: next })).status, 200);
  assert.deepEqual(await sql('select from mails where recipient = $1', [nobody]), []);
});

test('a proof of work is needed, counts once, and cannot be changed', async () => {
  const client = consoleClient(kinora);
  const proof = await solveProof(client);
  const send = (sentProof: unknown) => client.post('/api/sign-up', { email: address(), proof: sentProof });
  const wrong = { ...proof, solution: { ...proof.solution, counter: 1, derivedKey: '00' } };
  const cheap = {
    ...proof,
    challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, cost: 1, keyPrefix: '' } },
  };
  assert.equal((await send(cheap)).body.error.code, 'proof_invalid');
  assert.equal((await send(proof)).body.error.code, 'proof_invalid', 'a try uses up the challenge');
  const good = await solveProof(client);
  assert.equal((await send(good)).status, 200);
  assert.equal((await send(good)).body.error.code, 'proof_invalid');
  assert.equal((await send(wrong)).body.error.code, 'proof_invalid');
  assert.equal((await client.post('/api/sign-up', { email: address() })).body.error.code, 'field_invalid');
});

test('a machine whose clock is a day ahead accepts a proof of work', async t => {
  const client = consoleClient(kinora);
  const proof = await solveProof(client);
  const machine = t.mock.method(Date, 'now', () => systemClock.now() + 24 * 3_600_000);
  assert.equal((await client.post('/api/sign-up', { email: address(), proof })).status, 200);
  machine.mock.restore();
});

test('an address gets at most three such mails an hour, without a word about it', async () => {
  const email = address();
  for (let time = 0; time < 5; time++) assert.equal((await ask('/api/sign-up', email)).status, 200);
  await waitForMail(email, 3);
  assert.equal((await sql('select from mails where recipient = $1', [email])).length, 3);
  // Only the newest link works.
  const secrets = smtp.mails.filter(({ to }) => to === email).map(readSecret);
  const states = await Promise.all(
    secrets.map(async secret => (await consoleClient(kinora).post('/api/join.look', { secret })).status),
  );
  assert.deepEqual(states, [404, 404, 200]);
});

test('an invitation is sent by mail, and its secret is shown to nobody else', async () => {
  const owner = await signedIn(kinora, 'owner');
  const email = address();
  const invitation = await owner.done('user invite', { email, send: true });
  assert.equal(invitation.link, null);
  const mail = await waitForMail(email);
  assert.match(mail.subject, new RegExp(`${owner.email} invites you`));
  assert.equal((await join(readSecret(mail), email)).status, 200);
  assert.equal((await owner.run('user invite', { send: true })).body.error.code, 'field_invalid');
});

test('what a mail server rejects is given up, what it defers is tried again, what it does not answer is not', async () => {
  const operator = await signedIn(kinora, 'operator');
  const readState = async (to: string) =>
    (await sql('select state, tries, error from mails where recipient = $1', [to]))[0];
  const [rejectedAddress, deferredAddress, unansweredAddress] = [address(), address(), address()];
  for (const [to, behavior] of [
    [rejectedAddress, 'reject'],
    [deferredAddress, 'later'],
    [unansweredAddress, 'hangUp'],
  ] as const) {
    smtp.behaviors.push(behavior);
    await ask('/api/sign-up', to);
    await until(async () => (await readState(to))?.error, Boolean);
  }
  assert.deepEqual(
    [(await readState(rejectedAddress))?.state, (await readState(unansweredAddress))?.state],
    ['failed', 'unknown'],
  );
  assert.match((await readState(rejectedAddress))?.error, /No such mailbox/);
  assert.deepEqual(
    [(await readState(deferredAddress))?.state, (await readState(deferredAddress))?.tries],
    ['queued', 1],
  );
  const before = smtp.countAttempts();
  await sql(`update mails set due_at = now() where recipient = any($1)`, [
    [rejectedAddress, deferredAddress, unansweredAddress],
  ]);
  await waitForMail(deferredAddress);
  assert.equal(smtp.countAttempts() - before, 1, 'only the deferred one');
  const unknownMails = await operator.done('mail list', { state: 'unknown' });
  assert.deepEqual(
    unknownMails.map(({ to }: { to: string }) => to),
    [unansweredAddress],
  );
  const testMail = await operator.run('mail test', { to: address() });
  assert.equal(testMail.status, 200);
  smtp.behaviors.push('reject');
  const rejection = await operator.run('mail test', { to: address() });
  assert.deepEqual([rejection.status, rejection.body.error.code], [503, 'mail_not_sent']);
});

test('a mail that its process left half sent is not sent again', async () => {
  const email = address();
  await sql(
    `insert into mails (id, kind, recipient, language, data, state, tries, changed_at)
     values ($1, 'sign_up', $2, 'en', '{}', 'sending', 1, now() - interval '6 minutes')`,
    [newRowId(), email],
  );
  await sweepMails(kinora.app.db);
  const [mail] = await sql('select state from mails where recipient = $1', [email]);
  assert.equal(mail.state, 'unknown');
  assert.deepEqual(
    smtp.mails.filter(({ to }) => to === email),
    [],
  );
});

test('a mail of a newer version waits for a process of it, and delays no other', async () => {
  const email = address();
  await sql(
    `insert into mails (id, kind, recipient, language, data, due_at) values ($1, 'invented_later', $2, 'en', '{}', now() - interval '1 hour')`,
    [newRowId(), email],
  );
  const next = address();
  await ask('/api/sign-up', next);
  await waitForMail(next);
  const [mail] = await sql('select state, tries from mails where recipient = $1', [email]);
  assert.deepEqual([mail.state, mail.tries], ['queued', 0]);
});

test('a low balance and a cap that is almost used up are told once each, in the language of the person', async () => {
  const owner = await signedIn(kinora, 'owner');
  const [account] = await sql(
    `insert into accounts (id, name, available_micros) values (gen_random_uuid(), $1, 3000000) returning id`,
    [newRowId()],
  );
  await sql(`update users set account_id = $1, language = 'zh' where email = $2`, [account.id, owner.email]);
  await owner.done('account alert', { below: '4' });
  assert.equal((await owner.done('account balance')).alert_below, '4.00');
  const { id } = await owner.done('token create', { group: 'image', name: 'Shop', cap_total: '10' });
  await sql('update tokens set spent_micros = 9600000, last_used_at = now() where id = $1', [id]);
  for (let time = 0; time < 3; time++) await queueWarnings(kinora.app.db, 'USD');
  await waitForMail(owner.email, 2);
  const subjects = smtp.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  assert.equal(subjects.length, 2);
  assert.ok(
    subjects.some(subject => /余额低于 4\.00 USD/.test(subject)),
    subjects.join(),
  );
  assert.ok(
    subjects.some(subject => /令牌 Shop 即将用尽限额/.test(subject)),
    subjects.join(),
  );
  await sql('update accounts set available_micros = 5000000 where id = $1', [account.id]);
  await queueWarnings(kinora.app.db, 'USD');
  await sql('update accounts set available_micros = 2000000 where id = $1', [account.id]);
  await queueWarnings(kinora.app.db, 'USD');
  await waitForMail(owner.email, 3);
});

test('text of people is shown as text in mails', async () => {
  const owner = await signedIn(kinora, 'owner');
  const renamedAccount = await owner.done('account rename', {
    name: '<img src=x onerror=alert(1)>\r\nBcc: x@example.com',
  });
  assert.equal(renamedAccount.name, '<img src=x onerror=alert(1)> Bcc: x@example.com', 'one line');
  const email = address();
  await owner.done('user invite', { email, send: true });
  const { raw } = await waitForMail(email);
  const html = raw.slice(raw.indexOf('Content-Type: text/html'));
  assert.match(html, /&#60;img/);
  assert.doesNotMatch(html, /<img/);
});

test('where sign-up is by invitation or closed, it is rejected; a closed server rejects invitations too', async () => {
  const inviteOnlyApp = await startTestApp({ settings: mailSettings() });
  const client = consoleClient(inviteOnlyApp);
  const body = { email: address(), proof: await solveProof(client) };
  assert.equal((await client.post('/api/sign-up', body)).body.error.code, 'sign_up_closed');
  assert.equal((await client.get('/api/about')).body.sign_up, 'invitation');
  const closed = await startTestApp({ settings: { KINORA_SIGN_UP: 'closed' } });
  const link = new URL(String(closed.app.setupLink)).hash.slice(1);
  const operator = consoleClient(closed);
  const joined = await operator.post('/api/join', { secret: link, email: address(), name: 'Op', password });
  assert.equal(joined.status, 200);
  assert.equal((await operator.run('user invite')).body.error.code, 'sign_up_closed');
  assert.equal((await operator.get('/api/sign-up.challenge')).body.error.code, 'mail_not_offered');
});

test('sign-ups are limited by network and to the allowed domains', async () => {
  const strict = await startTestApp({
    settings: {
      ...mailSettings(),
      KINORA_SIGN_UP: 'open',
      KINORA_SIGN_UPS_PER_HOUR: '2',
      KINORA_SIGN_UP_DOMAINS: 'example.com, example.org',
    },
  });
  const client = consoleClient(strict);
  const elsewhere = await ask('/api/sign-up', 'ann@example.net', client);
  assert.equal(elsewhere.body.error.code, 'field_invalid');
  assert.match(
    elsewhere.body.error.message,
    /example\.net cannot sign up here. Allowed: example\.com, example\.org/,
  );
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('/api/sign-up', address(), client)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 429, 429]);
});
