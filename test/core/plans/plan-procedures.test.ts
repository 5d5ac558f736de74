/** Plans as operators and customers manage them over HTTP. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { consoleClient, signedIn } from '../../support/clients/console-client.ts';
import { readAvailable, type Shop, startShop } from '../../support/payments/shop.ts';
import { startTestApp } from '../../support/servers/app.ts';

let shop: Shop;

before(async () => {
  shop = await startShop();
  const { operator } = shop;
  await operator.done('group create', { group: 'pro', kind: 'image', models: ['sketch'], open: false });
  await operator.done('plan create', {
    name: 'Pro',
    price: '20',
    credit: '25',
    groups: ['pro'],
    max_open: 4,
    description: 'For studios',
  });
  await operator.done('plan create', { name: 'Basic', price: 10, credit: 12 });
});

test('customers see the plans that are offered, operators all of them with their subscribers', async () => {
  const { operator } = shop;
  const customer = await shop.newCustomer();
  await operator.done('plan create', { name: 'Old', price: 5, credit: 5 });
  await operator.done('plan retire', { plan: 'old' });
  const customerPlans: { name: string; subscribers?: number }[] = await customer.done('plan list');
  assert.deepEqual(
    customerPlans.map(({ name, subscribers }) => [name, subscribers]),
    [
      ['Basic', undefined],
      ['Pro', undefined],
    ],
  );
  const all: { name: string; state: string; subscribers: number }[] = await operator.done('plan list');
  assert.deepEqual(
    all.map(({ name, state, subscribers }) => [name, state, subscribers]),
    [
      ['Basic', 'offered', 0],
      ['Pro', 'offered', 0],
      ['Old', 'retired', 0],
    ],
  );
  const rejection = await operator.run('plan start', { account: customer.accountId, plan: 'Old' });
  assert.deepEqual([rejection.status, rejection.body.error.code], [409, 'plan_retired']);
  assert.equal((await operator.done('plan retire', { plan: 'Old', undo: true })).state, 'offered');
  await operator.done('plan retire', { plan: 'Old' });
});

test('a visitor sees the plans on offer with the models of their groups, unless models are not public', async () => {
  const visitor = consoleClient(shop.kinora);
  const { body: about } = await visitor.get('/api/about');
  assert.equal(about.plans, true);
  const { body } = await visitor.run('plan list');
  const proPlan = body.data.find(({ name }: { name: string }) => name === 'Pro');
  assert.deepEqual(
    [proPlan.groups, proPlan.models, 'subscribers' in proPlan],
    [['pro'], [{ id: 'sketch', name: 'Sketch' }], false],
  );
  assert.ok(body.data.every(({ state }: { state: string }) => state === 'offered'));
  const closed = await startTestApp({ settings: { KINORA_PUBLIC_MODELS: 'false' } });
  const closedVisitor = consoleClient(closed);
  const closedOperator = await signedIn(closed, 'operator');
  await closedOperator.done('plan create', { name: 'Pro', price: '20', credit: '30' });
  assert.equal((await closedVisitor.run('plan list')).status, 401);
  assert.equal((await closedVisitor.get('/api/about')).body.plans, false);
  await closed.stop();
});

test('an operator gives an account a plan and stops it, which both can see, and the audit log tells', async () => {
  const { operator } = shop;
  const customer = await shop.newCustomer();
  const subscription = await operator.done('plan start', {
    account: customer.accountId,
    plan: 'pro',
    months: 3,
  });
  assert.deepEqual(
    [
      subscription.plan,
      subscription.state,
      subscription.credit_left,
      subscription.months,
      subscription.groups,
    ],
    ['Pro', 'active', '25.00', 3, ['pro']],
  );
  assert.equal(await readAvailable(customer), 25);
  assert.deepEqual((await customer.done('subscription show')).subscription, subscription);
  const groups: { group: string }[] = await customer.done('group list');
  assert.ok(groups.some(({ group }) => group === 'pro'));
  assert.equal((await customer.run('token create', { group: 'pro', name: 'x' })).status, 200);
  const secondStart = await operator.run('plan start', { account: customer.accountId, plan: 'basic' });
  assert.deepEqual([secondStart.status, secondStart.body.error.code], [409, 'plan_running']);
  const stopped = await operator.done('plan stop', { account: customer.accountId });
  assert.deepEqual([stopped.state, stopped.cancelled], ['active', true]);
  const endedSubscription = await operator.done('plan stop', { account: customer.accountId, now: true });
  assert.equal(endedSubscription.state, 'ended');
  assert.equal((await customer.done('subscription show')).subscription, null);
  const none = await operator.run('plan stop', { account: customer.accountId });
  assert.deepEqual([none.status, none.body.error.code], [409, 'plan_missing']);
  const subscriptions: { id: string; credit_left: null }[] = await customer.done('subscription list');
  assert.deepEqual(
    subscriptions.map(({ id, credit_left }) => [id, credit_left]),
    [[subscription.id, null]],
  );
  const audit: { action: string }[] = await customer.done('audit list');
  assert.deepEqual(
    audit.map(({ action }) => action).filter(action => action.startsWith('plan')),
    ['plan stop', 'plan stop', 'plan start'],
  );
  assert.deepEqual(await reconcile(shop.kinora.app.db), []);
});

test('a change of a plan is a new version, and only what differs makes one', async () => {
  const { operator } = shop;
  const unchangedPlan = await operator.done('plan change', { plan: 'basic', price: '10' });
  assert.equal(unchangedPlan.version, 1);
  const changedPlan = await operator.done('plan change', {
    plan: 'basic',
    price: '11',
    max_open: 3,
    name: 'Basic 2',
  });
  assert.deepEqual(
    [changedPlan.version, changedPlan.price, changedPlan.max_open, changedPlan.name],
    [2, '11.00', 3, 'Basic 2'],
  );
  const restoredPlan = await operator.done('plan change', {
    plan: 'basic 2',
    max_open: 'none',
    name: 'Basic',
  });
  assert.deepEqual([restoredPlan.version, restoredPlan.max_open], [3, null]);
});

test('what is wrong is rejected with what is allowed, and changes nothing', async () => {
  const { operator } = shop;
  const before = await operator.done('plan list');
  for (const [name, input, expected] of [
    ['plan create', { name: 'Pro', price: 1, credit: 1 }, /there is a plan "Pro"/],
    ['plan create', { name: 'X', price: '0.001', credit: 1 }, /a multiple of 0.01 USD/],
    ['plan create', { name: 'X', price: '0.5', credit: 1, currency: 'jpy' }, /a multiple of 1.00 JPY/],
    ['plan create', { name: 'X', price: 0, credit: 1 }, /price/],
    ['plan create', { name: 'X', price: 1, credit: 1, groups: 'nowhere' }, /nowhere/],
    ['plan create', { name: 'X', price: 1, credit: 1, currency: 'dollars' }, /currency/],
    ['plan change', { plan: 'Pro', name: 'basic' }, /there is a plan "basic"/],
    ['plan change', { plan: 'nothing' }, /no plan "nothing". Plans: Basic, Pro/],
    ['plan start', { account: 'nobody', plan: 'Pro' }, /nobody/],
  ] as const) {
    const { status, body } = await operator.run(name, input);
    assert.ok(status >= 400 && status < 500, `${name} ${status}`);
    assert.match(body.error.message, expected);
  }
  assert.deepEqual(await operator.done('plan list'), before);
});

test('only operators make and give plans, and an account sees its own only', async () => {
  const [customer, other] = [await shop.newCustomer(), await shop.newCustomer()];
  for (const [name, input] of [
    ['plan create', { name: 'Y', price: 1, credit: 100 }],
    ['plan change', { plan: 'Pro', price: 1 }],
    ['plan retire', { plan: 'Pro' }],
    ['plan start', { account: customer.accountId, plan: 'Pro' }],
    ['plan stop', { account: customer.accountId }],
  ] as const)
    assert.equal((await customer.run(name, input)).status, 403, name);
  await shop.operator.done('plan start', { account: other.accountId, plan: 'Pro' });
  for (const name of ['subscription show', 'subscription list'])
    assert.equal((await customer.run(name, { account: other.accountId })).status, 404, name);
  const member = await signedIn(shop.kinora, 'member', other.accountId);
  assert.equal((await member.done('subscription show')).subscription.plan, 'Pro');
  assert.equal((await member.run('subscription list', {})).status, 403);
});
