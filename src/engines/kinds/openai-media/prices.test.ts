/** Prices of a LiteLLM gateway, in the shape of its `/model/info` in November 2026. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProviderServer } from '../../../../test/support/providers/provider-server.ts';
import { catchFailure, never } from '../../../../test/support/test-engine/instance.ts';
import { readMediaPrices } from './prices.ts';

const data = [
  {
    model_name: 'mover',
    litellm_params: { model: 'gemini/veo-3.1-lite-generate-preview' },
    model_info: {
      mode: 'video_generation',
      input_cost_per_token: 0,
      output_cost_per_second: 0.05,
      output_cost_per_second_1080p: 0.08,
      output_cost_per_second_720p: null,
      output_cost_per_video_per_second: null,
    },
  },
  {
    model_name: 'sora',
    model_info: { output_cost_per_second: 9, output_cost_per_video_per_second: 0.1 },
  },
  {
    model_name: 'painter',
    model_info: {
      input_cost_per_image: 0.06,
      output_cost_per_image: null,
      output_cost_per_image_1K: 0.04,
      output_cost_per_image_2K: 0.06,
      output_cost_per_image_token: 0.00003,
    },
  },
  { model_name: 'odd', model_info: { output_cost_per_image: '0.04', output_cost_per_second: {} } },
];
let status = 200;
const { url } = await startProviderServer({
  isStart: () => false,
  answer: ({ path }) => (path === '/model/info' ? { status, body: { data } } : { status: 404 }),
});

function listPrices(makes: string, upstreams: readonly string[], dialect = 'litellm') {
  return readMediaPrices(
    { name: 'gateway', url, secret: undefined, settings: { dialect, makes } },
    upstreams,
    never,
  );
}

test('a gateway lists prices for each resolution, only for its routes and its kind of media', async () => {
  const perSecond = { unit: 'second', currency: 'USD' };
  assert.deepEqual(await listPrices('clips', ['mover', 'sora', 'painter', 'odd']), [
    { ...perSecond, upstream: 'mover', amount: '0.05' },
    { ...perSecond, upstream: 'mover', amount: '0.08', condition: '1080p' },
    { ...perSecond, upstream: 'sora', amount: '0.1' },
  ]);
  const perImage = { unit: 'image', currency: 'USD', upstream: 'painter' };
  assert.deepEqual(await listPrices('pictures', ['mover', 'painter', 'odd', 'unknown']), [
    { ...perImage, amount: '0.04', condition: '1K' },
    { ...perImage, amount: '0.06', condition: '2K' },
  ]);
  assert.deepEqual(await listPrices('pictures', ['mover']), []);
});

test('other servers are not asked for prices, and a gateway that fails to respond is an error', async () => {
  status = 500;
  assert.deepEqual(await listPrices('pictures', ['painter'], 'openai'), []);
  assert.equal((await catchFailure(listPrices('pictures', ['painter']))).code, 'engine_unavailable');
});
