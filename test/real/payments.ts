/**
 * Our requests to Stripe against stripe-mock, Stripe's own server that checks requests against its OpenAPI
 * document. In the environment:
 *
 * REAL_STRIPE_MOCK  the path of the program. Default: the first argument, or `stripe-mock` on PATH
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { openStripe } from '../../src/core/payments/providers/stripe.ts';
import { newRowId } from '../../src/platform/lib/id.ts';
import { findProgram } from '../../src/platform/lib/machine/find-program.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freePort } from '../support/servers/free-port.ts';
import { waitUntil } from '../support/servers/wait-until.ts';

const { REAL_STRIPE_MOCK: program = process.argv[2] ?? findProgram('stripe-mock') } = process.env;

if (program) testMock(program);
else test('stripe-mock', { skip: 'install it: go install github.com/stripe/stripe-mock@latest' });

/** It always listens for HTTPS as well, on one port of the machine unless it is told another one. */
async function startMock(path: string): Promise<string> {
  const port = await freePort();
  const child = spawn(path, ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'], {
    stdio: 'ignore',
  });
  atEnd(async () => void child.kill());
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

function testMock(path: string): void {
  let mock: Promise<string> | undefined;
  const start = () => (mock ??= startMock(path));
  for (const currency of ['USD', 'JPY'])
    test(`a Checkout session in ${currency} is accepted, and has a page`, async () => {
      const url = await start();
      const stripe = openStripe({
        secretKey: 'sk_test_123',
        webhookSecret: 'whsec_test',
        url,
        currency,
      });
      const page = await stripe.checkout({
        payment: { id: newRowId(), method: 'card', currency, amountMicros: 20_000_000n },
        returnUrl: 'https://pictures.example.com/console/ledger?payment=1',
        notifyUrl: 'https://pictures.example.com/payments/stripe',
        title: 'Credit',
      });
      assert.match(page, /^https?:\/\//);
    });

  test('requests about subscriptions are accepted', async () => {
    const url = await start();
    const { plans } = openStripe({
      secretKey: 'sk_test_123',
      webhookSecret: 'whsec_test',
      url,
      currency: 'USD',
    });
    assert.ok(plans);
    const price = await plans.price({
      id: newRowId(),
      planId: newRowId(),
      name: 'Pro',
      version: 1,
      description: '',
      priceMicros: 20_000_000n,
      currency: 'USD',
      creditMicros: 25_000_000n,
      groups: [],
      maxOpen: undefined,
    });
    assert.ok(price);
    const returnUrl = 'https://pictures.example.com/console/plans';
    const page = await plans.subscribe({ subscriptionId: newRowId(), price, returnUrl });
    assert.match(page.url, /^https?:\/\//);
    assert.equal(typeof (await plans.close(page.checkout)), 'boolean');
    const change = { reference: 'sub_1', price, currentPrice: 'price_other' };
    assert.equal(typeof (await plans.preview(change)).amountMicros, 'bigint');
    for (const isNow of [true, false]) await plans.change({ ...change, isNow, prorationAt: undefined });
    await plans.setCancelled('sub_1', true);
    await plans.setCancelled('sub_1', false);
    await plans.end('sub_1');
    assert.match(await plans.portal('cus_1', returnUrl), /^https?:\/\//);
  });

  test('stripe-mock rejects what Stripe rejects', async () => {
    const url = await start();
    const response = await fetch(`${url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_123' },
      body: new URLSearchParams({ mode: 'payment', amount: '1' }),
    });
    assert.equal(response.status, 400);
  });
}
