/**
 * A stranger signs up, verifies the address, and makes a picture, in a real browser; and
 * resets a forgotten password.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { password, signedIn } from '../../support/clients/console-client.ts';
import { consoleAddress, openConsole } from '../../support/browser/console-page.ts';
import { startMailServer, type TestMailServer } from '../../support/mail/mail-server.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';

let smtp: TestMailServer;
let kinora: TestApp;

before(async () => {
  smtp = await startMailServer();
  kinora = await startTestApp({
    settings: {
      KINORA_BASE_URL: 'https://pictures.example.com',
      KINORA_SMTP_URL: smtp.url,
      KINORA_MAIL_FROM: 'kinora@example.com',
      KINORA_SIGN_UP: 'open',
      KINORA_SIGN_UP_CREDIT: '1',
      KINORA_SIGN_UPS_PER_HOUR: '1000',
    },
  });
  // Without an operator, the sign-in page offers nothing else.
  const operator = await signedIn(kinora, 'operator');
  const announcement = 'Maintenance on Sunday';
  await operator.done('site change', { name: 'Pictures', terms: 'Be <b>kind</b>.', announcement });
});
after(() => smtp.close());

/** The link leads to the public address of the server, which is not that of the test. */
async function waitForLink(count: number): Promise<string> {
  await until(async () => smtp.mails.length >= count, Boolean);
  return consoleLink.exec(smtp.mails[count - 1]?.text ?? '')?.[1] ?? '';
}
const consoleLink = /https:\/\/pictures\.example\.com\/console(\/\S+)/;
const waitForPath = (page: Page, path: string) => page.waitForURL(`${consoleAddress(kinora)}/console${path}`);

test('a stranger signs up on a phone in Chinese, and in English on a desktop', async () => {
  for (const [number, look] of [
    { language: 'zh', viewport: { width: 390, height: 844 } } as const,
    { language: 'en', viewport: { width: 1280, height: 900 } } as const,
  ].entries()) {
    const isChinese = look.language === 'zh';
    const email = `stranger-${number}@example.com`;
    const { page } = await openConsole({ kinora, path: '/sign-in', ...look });
    await page.getByRole('link', { name: isChinese ? '注册账户' : 'Create account' }).click();
    await waitForPath(page, '/sign-up');
    await page.fill('input[name=email]', 'not an address');
    await page.click('button[type=submit]');
    await page.getByText(isChinese ? '请填写邮箱' : 'Enter your email address, such as').waitFor();
    await page.fill('input[name=email]', email);
    await page.click('button[type=submit]');
    await page
      .getByRole('status')
      .getByText(isChinese ? '请查看邮箱' : 'Check your inbox')
      .waitFor();
    await page.goto(`${consoleAddress(kinora)}/console${await waitForLink(number + 1)}`);
    await page.getByRole('heading', { name: isChinese ? '完成注册' : 'Finish your account' }).waitFor();
    assert.equal(await page.inputValue('input[name=email]'), email);
    await page.fill('input[name=name]', `Stranger ${number}`);
    await page.getByText('Maintenance on Sunday').waitFor();
    await page.fill('input[name=password]', password);
    await page.click('button[type=submit]');
    await page.getByText(isChinese ? '请接受服务条款' : 'Accept the terms to continue').waitFor();
    await page.check('input[name=terms]');
    await page.click('button[type=submit]');
    await waitForPath(page, '/welcome');
  }
  const { page } = await openConsole({ kinora, path: '/legal/terms' });
  await page.getByText('Be <b>kind</b>.').waitFor();
  const { rows } = await kinora.app.db.pool.query(
    `select name, available_micros from accounts where name like 'Stranger%' order by name`,
  );
  assert.deepEqual(rows, [
    { name: 'Stranger 0', available_micros: 1_000_000n },
    { name: 'Stranger 1', available_micros: 1_000_000n },
  ]);
});

test('a forgotten password is reset from the sign-in page', async () => {
  const { page } = await openConsole({ kinora, path: '/sign-in' });
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await waitForPath(page, '/forgot');
  await page.fill('input[name=email]', 'stranger-1@example.com');
  await page.click('button[type=submit]');
  await page.getByRole('status').waitFor();
  await page.goto(`${consoleAddress(kinora)}/console${await waitForLink(3)}`);
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.fill('input[name=email]', 'stranger-1@example.com');
  await page.fill('input[name=password]', 'quite another battery');
  await page.click('button[type=submit]');
  await waitForPath(page, '/image');
});

test('a visitor goes from the sign-in page to models and prices, and from there to a new account', async () => {
  const { page, visit } = await openConsole({ kinora, path: '/sign-in' });
  await page.getByRole('link', { name: 'See models and prices' }).click();
  await waitForPath(page, '/models');
  await page.getByRole('banner').getByText('Pictures').waitFor();
  await page
    .getByText(/from \$0\.005/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole('link', { name: 'Compare prices' }).count(), 0);
  await page.getByRole('link', { name: 'Sketch', exact: true }).click();
  await waitForPath(page, '/models/sketch');
  await page
    .getByText(`${consoleAddress(kinora)}`)
    .or(page.getByText('curl'))
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Create account' }).click();
  await waitForPath(page, '/sign-up');
  await visit('/compare');
  await page.waitForURL('**/sign-in?next=*');
});

test('a visitor compares the plans on a phone, signs in as the owner of an account, and starts one', async () => {
  const operator = await signedIn(kinora, 'operator');
  await operator.done('group create', { group: 'large', kind: 'image', models: ['sketch'], open: false });
  const plan = await operator.done('plan create', {
    name: 'Large',
    price: 90,
    credit: 120,
    groups: ['large'],
    max_open: 7,
  });
  const { id } = await operator.done('account create', { name: 'Visitor' });
  const owner = await signedIn(kinora, 'owner', id);
  const { page } = await openConsole({ kinora, path: '/sign-in', viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'See plans' }).click();
  const offer = page.getByRole('article', { name: 'Large' });
  for (const text of ['$90.00 per month', '$120.00 of credit each month', 'Concurrent tasks: 7'])
    await offer.getByText(text).waitFor();
  await offer.getByRole('link', { name: 'Sketch' }).click();
  await page.waitForURL('**/models/sketch');
  await page.getByRole('banner').getByRole('link', { name: 'Plans' }).click();
  await offer.getByRole('link', { name: 'Sign in and start' }).click();
  await page.fill('input[name=email]', owner.email);
  await page.fill('input[name=password]', password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**/ledger?ask=plan&plan=${plan.id}`);
  assert.ok(await page.getByRole('radio', { name: /Large/ }).isChecked());
  await page.getByText('You pay $90.00 on the page of the payment provider.', { exact: false }).waitFor();
});

test('a visitor who chooses a plan and signs up lands at its purchase, on whatever device the mail is opened', async () => {
  const operator = await signedIn(kinora, 'operator');
  await operator.done('plan create', { name: 'Least', price: 1, credit: 1 });
  const { id } = await operator.done('plan create', { name: 'Chosen', price: 5, credit: 6 });
  const { page } = await openConsole({ kinora, path: '/plans' });
  await page.getByRole('article', { name: 'Chosen' }).getByRole('link', { name: 'Create account' }).click();
  await waitForPath(page, `/sign-up?plan=${id}`);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Create account' }).click();
  await waitForPath(page, `/sign-up?plan=${id}`);
  const count = smtp.mails.length;
  await page.fill('input[name=email]', 'subscriber@example.com');
  await page.click('button[type=submit]');
  await page.getByRole('status').waitFor();
  const { page: other } = await openConsole({ kinora, path: '/sign-in' });
  await other.goto(`${consoleAddress(kinora)}/console${await waitForLink(count + 1)}`);
  await other.fill('input[name=name]', 'Subscriber');
  await other.fill('input[name=password]', password);
  await other.check('input[name=terms]');
  await other.click('button[type=submit]');
  await waitForPath(other, `/ledger?ask=plan&plan=${id}`);
  assert.ok(await other.getByRole('radio', { name: /Chosen/ }).isChecked());
});
