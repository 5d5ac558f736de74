/** LiteLLM's cost map, from entries as they were in August and November 2026. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountMicros } from './price-proposals.ts';
import { type ListedPrice, parsePriceList } from './price-list.ts';

const openAi = { litellm_provider: 'openai', mode: 'image_generation' };
const entries = {
  sample_spec: { litellm_provider: 'one of https://docs.litellm.ai/docs/providers', mode: 'one of: chat' },
  'gemini/veo-3.1-lite-generate-preview': {
    litellm_provider: 'gemini',
    max_tokens: 1024,
    mode: 'video_generation',
    output_cost_per_second: 0.05,
    output_cost_per_second_1080p: 0.08,
  },
  'gemini/gemini-3-pro-image': {
    litellm_provider: 'gemini',
    mode: 'image_generation',
    input_cost_per_image: 0.0011,
    input_cost_per_token: 2e-6,
    output_cost_per_image: 0.134,
    output_cost_per_image_token: 0.00012,
    search_context_cost_per_query: { search_context_size_low: 0.014 },
  },
  'gemini-3-pro-image': {
    litellm_provider: 'vertex_ai-language-models',
    mode: 'image_generation',
    output_cost_per_image: 0.2,
  },
  'gemini-3.1-pro-preview': { litellm_provider: 'gemini', mode: 'chat', output_cost_per_image: 0.00012 },
  'openai/sora-2': {
    litellm_provider: 'openai',
    mode: 'video_generation',
    output_cost_per_video_per_second: 0.1,
  },
  'sora-2': { litellm_provider: 'openai', mode: 'video_generation', output_cost_per_video_per_second: 0.1 },
  'dall-e-3': { ...openAi, input_cost_per_image: 0.04 },
  'hd/1024-x-1792/dall-e-3': { ...openAi, input_cost_per_pixel: 6.539e-8, output_cost_per_pixel: 0.0 },
  'gpt-image-1': {
    ...openAi,
    input_cost_per_image_token: 1e-5,
    input_cost_per_token: 5e-6,
    output_cost_per_image_token: 4e-5,
  },
  'high/1024-x-1024/gpt-image-1': {
    ...openAi,
    input_cost_per_image: 0.167,
    input_cost_per_pixel: 1.59263611e-7,
    output_cost_per_pixel: 0.0,
  },
  'token-image': { ...openAi, input_cost_per_image: 0.001, output_cost_per_image_token: 4e-5 },
  'pixel-image': { ...openAi, input_cost_per_pixel: 3e-9, output_cost_per_pixel: 0.0 },
  'free-image': { ...openAi, output_cost_per_image: 0.0 },
  'odd-image': { ...openAi, output_cost_per_image: '0.04' },
  'odd-entry': 7,
  'tiny-image': { ...openAi, output_cost_per_image: 1e-11 },
  'huge-image': { ...openAi, output_cost_per_image: 1e300 },
  'runwayml/gen4_image': {
    litellm_provider: 'runwayml',
    mode: 'image_generation',
    input_cost_per_image: 0.05,
    output_cost_per_image: 0.05,
  },
  'xai/grok-imagine-image-2.0': {
    litellm_provider: 'xai',
    mode: 'image_generation',
    input_cost_per_image: 0.06,
    output_cost_per_image_1K: 0.04,
    output_cost_per_image_2K: 0.06,
  },
  'fal_ai/fal-ai/nano-banana-2': {
    litellm_provider: 'fal_ai',
    mode: 'image_generation',
    output_cost_per_image: 0.08,
    'output_cost_per_image_0.5K': 0.06,
  },
  'black_forest_labs/flux-kontext-pro': {
    litellm_provider: 'black_forest_labs',
    mode: 'image_edit',
    output_cost_per_image: 0.04,
  },
};

function listPrices(provider: string, model: string): readonly ListedPrice[] {
  const list = parsePriceList(Buffer.from(JSON.stringify(entries)));
  assert.ok(list);
  return list({ provider, model });
}

const perImage = { unit: 'image', currency: 'USD' };
const perSecond = { unit: 'second', currency: 'USD' };

test('a price per image is that of the output, not of input images', () => {
  assert.deepEqual(listPrices('gemini', 'gemini-3-pro-image'), [{ ...perImage, amount: '0.134' }]);
  assert.deepEqual(listPrices('runwayml', 'gen4_image'), [{ ...perImage, amount: '0.05' }]);
  assert.deepEqual(listPrices('black_forest_labs', 'flux-kontext-pro'), [{ ...perImage, amount: '0.04' }]);
});

test('a price per second is read for each resolution', () => {
  assert.deepEqual(listPrices('gemini', 'veo-3.1-lite-generate-preview'), [
    { ...perSecond, amount: '0.05' },
    { ...perSecond, amount: '0.08', condition: '1080p' },
  ]);
});

test('a price per image is read for each resolution', () => {
  assert.deepEqual(listPrices('xai', 'grok-imagine-image-2.0'), [
    { ...perImage, amount: '0.04', condition: '1K' },
    { ...perImage, amount: '0.06', condition: '2K' },
  ]);
  assert.deepEqual(listPrices('fal_ai', 'fal-ai/nano-banana-2'), [
    { ...perImage, amount: '0.08' },
    { ...perImage, amount: '0.06', condition: '0.5K' },
  ]);
});

test('a model that is listed with and without its provider has one price', () => {
  assert.deepEqual(listPrices('openai', 'sora-2'), [{ ...perSecond, amount: '0.1' }]);
});

test('entries for one size are prices per image with a condition, even if they are per pixel', () => {
  assert.deepEqual(listPrices('openai', 'dall-e-3'), [
    { ...perImage, amount: '0.04' },
    { ...perImage, amount: '0.1199911731', condition: 'hd/1024-x-1792' },
  ]);
  assert.deepEqual(listPrices('openai', 'gpt-image-1'), [
    { ...perImage, amount: '0.167', condition: 'high/1024-x-1024' },
  ]);
});

test('prices by token, by pixel without a size, for chat and of zero are not proposed', () => {
  for (const model of ['token-image', 'pixel-image', 'free-image', 'odd-image', 'odd-entry', 'unknown'])
    assert.deepEqual(listPrices('openai', model), [], model);
  assert.deepEqual(listPrices('gemini', 'gemini-3.1-pro-preview'), []);
  assert.deepEqual(listPrices('runwayml', 'sora-2'), []);
});

test('an amount that is too small or too large is shown as it is, and unusable', () => {
  for (const [model, amount] of [
    ['tiny-image', '1e-11'],
    ['huge-image', '1e+300'],
  ] as const) {
    assert.deepEqual(listPrices('openai', model), [{ ...perImage, amount }]);
    assert.equal(amountMicros(amount), undefined);
  }
});

test('a file that is no cost map is rejected', () => {
  for (const text of ['', '<html>', '[]', '7', 'null'])
    assert.equal(parsePriceList(Buffer.from(text)), undefined, text);
  const empty = parsePriceList(Buffer.from('{}'));
  assert.deepEqual(empty?.({ provider: 'openai', model: 'sora-2' }), []);
});
