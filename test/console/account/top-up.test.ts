/** A customer pays in the Console, in a real browser, with a server that speaks Stripe's API. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { openConsole } from '../../support/browser/console-page.ts';
import { stripeSettings } from '../../support/payments/shop.ts';
import { signedEvent, startStripeServer, type StripeServer } from '../../support/payments/stripe-server.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { freePort } from '../../support/servers/free-port.ts';

let stripe: StripeServer;
let kinora: TestApp;

before(async () => {
  stripe = await startStripeServer();
  const port = await freePort();
  kinora = await startTestApp({
    settings: {
      KINORA_PORT: String(port),
      ...stripeSettings(stripe),
      KINORA_BASE_URL: `http://localhost:${port}`,
      KINORA_OPENING_BALANCE: '0',
      KINORA_REFERRAL_CREDIT: '3',
    },
  });
});

async function confirmPayment(): Promise<void> {
  const payment = stripe.sessions.at(-1)?.fields['metadata[payment]'];
  const object = {
    metadata: { payment },
    payment_intent: 'pi_1',
    payment_status: 'paid',
    amount_total: 800,
    currency: 'usd',
  };
  const { body, headers } = signedEvent({ id: 'evt_1', type: 'checkout.session.completed', object });
  const { status } = await fetch(`${kinora.url}/payments/stripe`, { method: 'POST', body, headers });
  assert.equal(status, 200);
}

test('an owner tops up on a phone, comes back before the notification, and sees the credit arrive', async () => {
  const operator = await signedIn(kinora, 'operator');
  await operator.done('discount create', { code: 'SPRING20', percent: '20' });
  const { page } = await openConsole({
    kinora,
    role: 'owner',
    path: '/ledger',
    viewport: { width: 390, height: 844 },
  });
  await page.route('https://checkout.example/**', route => {
    const returnUrl = stripe.sessions.at(-1)?.fields['success_url'] ?? '';
    return route.fulfill({ contentType: 'text/html', body: `<a href="${returnUrl}">Pay $10.00</a>` });
  });
  await page.getByRole('button', { name: 'Top up', exact: true }).click();
  await page.getByText('$10.00', { exact: true }).click();
  await page.getByText('You pay $10.00 on the page of the payment provider.').waitFor();
  await page.getByLabel('Discount code (optional)').fill('nothing');
  await page.getByLabel('Credit to buy').focus();
  await page.getByText(/no such discount code/).waitFor();
  await page.getByLabel('Discount code (optional)').fill('spring20');
  await page.getByLabel('Credit to buy').focus();
  await page.getByText('You pay $8.00 instead of $10.00 on the page of the payment provider.').waitFor();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('link', { name: 'Pay $10.00' }).click();
  await page.getByText('Waiting for the payment provider to confirm.').waitFor();
  await confirmPayment();
  await page.getByText('Thank you. The credit is available.').waitFor();
  await page.locator('dd', { hasText: '$10.00' }).first().waitFor();
  await page.getByText('Paid', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Receipt R-20/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^R-20\d\d-000001\.pdf$/);
  await page.getByRole('button', { name: 'Billing details' }).click();
  await page.getByLabel('Address').fill('1 Main St\nSpringfield');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('without a payment provider the page offers none', async () => {
  const other = await startTestApp();
  const { page } = await openConsole({ kinora: other, role: 'owner', path: '/ledger' });
  await page.getByRole('button', { name: 'Redeem a code' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Top up', exact: true }).count(), 0);
});

test('the first steps of a customer: credit, tokens in the groups that the account has, and a client to copy from', async () => {
  const operator = await signedIn(kinora, 'operator');
  await operator.done('group create', {
    group: 'basic',
    kind: 'image',
    models: 'sketch',
    open: false,
    new_accounts: true,
  });
  for (const group of ['image', 'video']) await operator.done('group close', { group });
  const { id: account } = await operator.done('account create', { name: 'Newcomer' });
  const user = await signedIn(kinora, 'owner', account);
  const { page, visit } = await openConsole({ kinora, user, path: '/welcome' });
  await page.getByText('Images and clips are paid from the credit of your account').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('dialog', { name: 'Top up' }).waitFor();

  await operator.done('ledger top-up', { amount: '5', account });
  await visit('/welcome');
  await page.getByText('Your account has credit.').waitFor();
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await page.getByText('Image key (shown only once)').waitFor();
  const tokens: { group: string }[] = await user.done('token list');
  assert.deepEqual(
    tokens.map(({ group }) => group),
    ['basic'],
    'the group of the account, and none of the built-in ones',
  );
  await page.getByRole('button', { name: 'Client' }).click();
  await page.getByLabel('Key', { exact: true }).fill('kn_secret');
  await page.getByText('kn_sec…').first().waitFor();
  await page.getByRole('link', { name: 'First steps' }).waitFor();
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await page.waitForURL('**/console/image');
  await page.getByRole('link', { name: 'First steps' }).waitFor({ state: 'detached' });
  await visit('/gallery');
  await page.getByRole('link', { name: 'Tokens', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'First steps' }).count(), 0, 'hidden for good');
});

test('the operator sees revenue by day as a chart and a table, margins, losses, and the terms of an account', async () => {
  const { page, visit, user } = await openConsole({
    kinora,
    role: 'operator',
    path: '/accounts?tab=revenue',
  });
  const chart = page.getByRole('img', { name: 'Kept by day. The table below has the same values.' });
  await chart.waitFor();
  await page.locator('figcaption').getByText('$8.00').waitFor();
  await page.getByText('New accounts', { exact: true }).first().click();
  await page.getByRole('img', { name: /^New accounts by day/ }).waitFor();
  await page.getByRole('heading', { name: 'Margin of 30 days, by model and engine' }).waitFor();
  await page.getByText('None in the last 30 days.').waitFor();

  const { id: account } = await user.done('account create', { name: 'Terms' });
  await visit(`/accounts?open=${account}`);
  const steps = page.getByLabel('From this spending in a month (USD), this percent off');
  await steps.fill('100=200');
  await page.getByRole('button', { name: 'Set discount' }).click();
  await page.getByText(/Expected steps such as 100=5,500=10/).waitFor();
  await steps.fill('100=5, 500=10');
  await page.getByRole('button', { name: 'Set discount' }).click();
  await page.getByText('0% off now. Spent this month:').waitFor();
  await page.getByLabel('Words that prompts of this account must not contain').fill('goblin*');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('button', { name: 'Allow goblin*' }).waitFor();
  assert.deepEqual((await user.done('banned list', { account })) as string[], ['goblin*']);
  const volume = await user.done('volume show', { account });
  assert.deepEqual(
    volume.steps.map(({ percent }: { percent: string }) => percent),
    ['5', '10'],
  );
});

test('an owner gives a member a monthly budget on the people page', async () => {
  const owner = await signedIn(kinora, 'owner');
  const member = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, user: owner, path: `/people` });
  await page
    .getByRole('row', { name: new RegExp(member.email) })
    .getByRole('button')
    .first()
    .click();
  await page.getByLabel('Monthly budget (USD)').fill('20');
  await page.getByRole('button', { name: 'Set budget' }).click();
  await page.getByText('$20.00').first().waitFor();
  const people: { email: string; budget: string | null }[] = await owner.done('user list');
  assert.equal(people.find(({ email }) => email === member.email)?.budget, '20.00');
});

/** Reports what Stripe has to say about subscriptions. */
async function reportBilling(): Promise<void> {
  for (const event of stripe.billing.takeEvents()) {
    const { body, headers } = signedEvent(event);
    const { status } = await fetch(`${kinora.url}/payments/stripe`, { method: 'POST', body, headers });
    assert.equal(status, 200);
  }
}

test('an operator makes plans, and an owner chooses one, changes it, cancels it and resumes it', async () => {
  const operator = await openConsole({ kinora, role: 'operator', path: '/ledger' });
  const plans = operator.page.getByRole('region', { name: 'Plans on offer' });
  for (const [name, price, credit] of [
    ['Basic', '10', '12'],
    ['Pro', '20', '30'],
  ] as const) {
    await plans.getByRole('button', { name: 'Add plan' }).click();
    const dialog = operator.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Price per month').fill(price);
    await dialog.getByLabel('Credit per month').fill(credit);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await plans.getByText(name, { exact: true }).waitFor();
  }
  const { page } = await openConsole({
    kinora,
    role: 'owner',
    path: '/ledger',
    viewport: { width: 390, height: 844 },
  });
  await page.route('https://checkout.example/**', route => {
    const returnUrl = stripe.sessions.at(-1)?.fields['success_url'] ?? '';
    return route.fulfill({ contentType: 'text/html', body: `<a href="${returnUrl}">Subscribe</a>` });
  });
  const card = page.getByRole('region', { name: 'Plan', exact: true });
  await card.getByRole('button', { name: 'Choose plan' }).click();
  await page.getByRole('radio', { name: /Basic/ }).check();
  await page.getByText('You pay $10.00 on the page of the payment provider.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Subscribe' }).click();
  stripe.billing.pay(stripe.sessions.at(-1)?.fields ?? assert.fail());
  await reportBilling();
  await card.getByText('Plan: Basic').waitFor();
  await card.getByText('$12.00 of $12.00 left').waitFor();
  await card.getByRole('button', { name: 'Change plan' }).click();
  await page.getByText('Charged now: $10.00').waitFor();
  await page.getByText(/You pay the difference.*From .* you pay \$20\.00 per month/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Change plan' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reportBilling();
  await card.getByText('Plan: Pro').waitFor();
  await card.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reportBilling();
  await card.getByText(/Ends on/).waitFor();
  await card.getByRole('button', { name: 'Resume plan' }).click();
  await page.waitForResponse(response => response.url().includes('subscription.resume'));
  await reportBilling();
  await card.getByText(/Renews on/).waitFor();
});
