/**
 * Published prices of providers are proposals: nothing changes until an operator accepts one as it was shown.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { startTestApp, until } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { type ProviderAnswer, startProviderServer } from '../../support/providers/provider-server.ts';

let falPrices: object[] = [];
let rejection: ProviderAnswer | undefined;
const provider = await startProviderServer({
  isStart: () => false,
  answer: ({ path, headers, query }) => {
    if (rejection) return rejection;
    if (path === '/model/info') {
      const info = { output_cost_per_image: 0.04, input_cost_per_token: 1e-5 };
      const none = { model_name: 'other', model_info: {} };
      return { body: { data: [{ model_name: 'litellm-upstream', model_info: info }, none] } };
    }
    if (path !== '/v1/models/pricing' || headers.authorization !== 'Key planted-key') return { status: 401 };
    const endpointIds = query.getAll('endpoint_id');
    return {
      body: {
        prices: falPrices.filter((one: any) => endpointIds.includes(one.endpoint_id)),
        has_more: false,
      },
    };
  },
});

const kinora = await startTestApp({
  settings: { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) },
});
const { run, done } = await signedIn(kinora, 'operator');
const price = {
  unit: 'image',
  rules: [{ unitPrice: '0.05' }, { when: { operation: 'upscale' }, unitPrice: '0.10' }],
  tiers: { relax: '0.8', fast: '1' },
};
const upstream = 'fal-ai/painter';
const dollars = { endpoint_id: upstream, unit: 'image', currency: 'USD' };
await done('engine add', { engine: 'fal-1', kind: 'fal', url: provider.url, secret: 'planted-key' });
await done('engine add', {
  engine: 'gateway',
  kind: 'openai-media',
  url: provider.url,
  settings: { dialect: 'litellm', makes: 'pictures' },
});
await done('model add', { model: 'painter', kind: 'image', operations: ['grid'], price });
await done('route add', { model: 'painter', engine: 'fal-1', upstream });
await done('route add', { model: 'painter', engine: 'gateway', upstream: 'litellm-upstream' });

const proposals = (engine = 'fal-1') => done('price proposals', { engine });
const readRoute = async (engine: string) => (await done('route list', { model: 'painter', engine }))[0];
const readVersionCount = async () => (await done('price list', { model: 'painter' }))[0].versions.length;
const proposal = { model: 'painter', engine: 'fal-1', unit: 'image', amount: '0.025' };

async function readRejection(input: object): Promise<string> {
  const before = [await readRoute('fal-1'), await readVersionCount()];
  const { status, body } = await run('price accept', { ...proposal, ...input });
  assert.equal(status, 400, JSON.stringify(body));
  assert.deepEqual([await readRoute('fal-1'), await readVersionCount()], before);
  return body.error.message;
}

test('a proposal shows the price of the provider, the recorded cost and the margin, and changes nothing', async () => {
  falPrices = [{ ...dollars, unit_price: 0.025 }];
  const before = await readRoute('fal-1');
  const [line, ...otherLines] = await proposals();
  assert.deepEqual(otherLines, []);
  assert.deepEqual(line, {
    model: 'painter',
    engine: 'fal-1',
    state: 'changed',
    source: 'provider',
    unit: 'image',
    amount: '0.025',
    currency: 'USD',
    condition: null,
    cost: null,
    cost_unit: null,
    price: '0.04',
    price_unit: 'image',
    margin: null,
    margin_proposed: '0.015',
    message: null,
  });
  assert.deepEqual(await readRoute('fal-1'), before);
  assert.equal((await proposals('gateway'))[0].amount, '0.04');
});

test('accepting a proposal records the cost and an audit entry, and does not change the price', async () => {
  falPrices = [{ ...dollars, unit_price: 0.025 }];
  const versions = await readVersionCount();
  const acceptance = await done('price accept', proposal);
  assert.deepEqual([acceptance.cost, acceptance.price, acceptance.version], ['0.025', null, null]);
  assert.deepEqual((await readRoute('fal-1')).cost, { unit: 'image', price: '0.025' });
  assert.equal(await readVersionCount(), versions);
  const [line] = await proposals();
  assert.deepEqual([line.state, line.margin], ['same', '0.015']);
  const [entry] = await done('audit list', { object: 'painter -> fal-1' });
  assert.equal(entry.action, 'price accept');
});

test('with a markup, the model gets a new price version that keeps its other rules', async () => {
  falPrices = [{ ...dollars, unit_price: 0.03 }];
  const versions = await readVersionCount();
  const acceptance = await done('price accept', { ...proposal, amount: '0.03', markup: '33.33' });
  assert.deepEqual([acceptance.cost, acceptance.price], ['0.03', '0.039999']);
  assert.equal(await readVersionCount(), versions + 1);
  const [{ rules, tiers }] = await until(
    () => done('price list', { model: 'painter' }),
    ([{ in_effect: version }]) => version === acceptance.version,
  );
  const freeSelect = { unitPrice: '0', when: { operation: 'select' } };
  assert.deepEqual(rules, [{ unitPrice: '0.039999' }, price.rules[1], freeSelect]);
  assert.deepEqual(tiers, price.tiers);
});

test('a proposal that has changed since it was shown is rejected', async () => {
  falPrices = [{ ...dollars, unit_price: 0.5 }];
  assert.match(await readRejection({}), /charges 0\.5 USD now/);
  falPrices = [];
  assert.match(await readRejection({}), /does not publish this price/);
  assert.equal((await proposals())[0].state, 'unknown');
  falPrices = [{ ...dollars, unit_price: 0.025 }];
  assert.match(await readRejection({ unit: 'second' }), /does not publish this price/);
  assert.match(await readRejection({ condition: '4K' }), /does not publish this price/);
});

test('invalid amounts, other currencies and other units are shown but cannot be accepted', async () => {
  for (const amount of [-1, null, '1e400', 'NaN', 1e-7, {}, '0.025\u001b[2J']) {
    falPrices = [{ ...dollars, unit_price: amount }];
    const [line] = await proposals();
    assert.deepEqual([line.state, line.margin_proposed], ['unusable', null], JSON.stringify(line));
    assert.ok(!line.amount.includes('\u001b'));
    await readRejection({ amount: String(amount) });
  }
  falPrices = [{ ...dollars, unit_price: 0.025, currency: 'EUR' }];
  assert.equal((await proposals())[0].state, 'currency');
  assert.match(await readRejection({}), /charges in EUR/);
  falPrices = [{ ...dollars, unit_price: 0.025, unit: 'second' }];
  assert.equal((await proposals())[0].state, 'unit');
  await readRejection({ unit: 'second' });
  falPrices = [{ ...dollars, unit_price: 0.025, unit: 'megapixels' }];
  assert.equal((await proposals())[0].state, 'unknown');
});

test('a provider that cannot be reached is named with the reason and without the key', async () => {
  for (const answer of [{ status: 401 }, { status: 500 }, { body: 'no list' }]) {
    rejection = answer;
    const [line] = await proposals();
    assert.equal(line.state, 'unread');
    assert.ok(line.message);
    assert.ok(!JSON.stringify(line).includes('planted-key'));
    await readRejection({});
  }
  rejection = undefined;
});

test('only operators see proposals', async () => {
  const member = await signedIn(kinora, 'member');
  assert.equal((await member.run('price proposals')).status, 403);
  assert.equal((await member.run('price accept', proposal)).status, 403);
});
