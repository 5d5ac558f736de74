/** Prices of pictures, from lists in the shape of OpenRouter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openRouterKey,
  startOpenRouterServer,
} from '../../../../test/support/providers/openrouter-server.ts';
import { catchFailure, never } from '../../../../test/support/test-engine/instance.ts';
import { readOpenRouterPrices } from './read-prices.ts';

test('only prices per image are proposed, for each provider and variant', async () => {
  const server = await startOpenRouterServer();
  const image = { billable: 'output_image', unit: 'image' };
  const endpoints = [
    {
      provider_name: 'Acme',
      pricing: [
        { ...image, cost_usd: 0.04 },
        { ...image, billable: 'input_image', cost_usd: 1 },
      ],
    },
    { provider_name: 'Other', pricing: [{ ...image, cost_usd: 0.0000005, variant: '4K' }] },
    { provider_name: 'Third', pricing: [{ ...image, unit: 'token', cost_usd: 0.00003 }] },
  ];
  server.override = ({ path }) => {
    if (path === '/api/v1/images/models/acme/painter/endpoints') return { body: { id: 'a', endpoints } };
    return path.includes('/broken/') ? { status: 500 } : undefined;
  };
  const access = { name: 'router', url: server.url, secret: openRouterKey, settings: {} };
  const common = { upstream: 'acme/painter', unit: 'image', currency: 'USD' };
  assert.deepEqual(await readOpenRouterPrices(access, ['acme/painter', 'nobody/knows'], never), [
    { ...common, amount: '0.04', condition: 'Acme' },
    { ...common, amount: '0.0000005', condition: 'Other, 4K' },
  ]);
  const failure = await catchFailure(readOpenRouterPrices(access, ['broken/one'], never));
  assert.equal(failure.code, 'engine_unavailable');
});
