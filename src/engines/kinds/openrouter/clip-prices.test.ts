/** Prices of clips, from entries of OpenRouter's list of video models as it was in autumn 2026. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openRouterKey,
  startOpenRouterServer,
} from '../../../../test/support/providers/openrouter-server.ts';
import { catchFailure, never } from '../../../../test/support/test-engine/instance.ts';
import { clipPrices } from './clip-prices.ts';
import { readOpenRouterPrices } from './read-prices.ts';

function describePrices(skus: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    clipPrices(skus).map(({ unit, amount, currency, condition = '' }) => {
      assert.deepEqual([unit, currency], ['second', 'USD']);
      return [condition, amount];
    }),
  );
}

test('a price per second is read for each resolution, sound option and kind of input', () => {
  const veo = {
    duration_seconds_with_audio: '0.40',
    duration_seconds_without_audio: '0.20',
    duration_seconds_with_audio_4k: '0.60',
    duration_seconds_without_audio_4k: '0.40',
  };
  assert.deepEqual(describePrices(veo), {
    'with sound': '0.40',
    'without sound': '0.20',
    '4k, with sound': '0.60',
    '4k, without sound': '0.40',
  });
  assert.deepEqual(describePrices({ duration_seconds: '0.08', duration_seconds_480p: '0.05' }), {
    '': '0.08',
    '480p': '0.05',
  });
  const wan = {
    text_to_video_duration_seconds_1080p: '0.112',
    image_to_video_duration_seconds_720p: '0.15',
    reference_duration_seconds_480p: '0.04',
  };
  assert.deepEqual(describePrices(wan), {
    'from text, 1080p': '0.112',
    'from an image, 720p': '0.15',
    'with references, 480p': '0.04',
  });
  assert.deepEqual(describePrices({ 'per-video-second': '0.50', 'per-video-second-1080p': '0.75' }), {
    '': '0.50',
    '1080p': '0.75',
  });
});

test('prices in cents are converted exactly to dollars', () => {
  assert.deepEqual(describePrices({ cents_per_second_output: '12', cents_per_second_output_1080p: '29.5' }), {
    '': '0.12',
    '1080p': '0.295',
  });
  assert.deepEqual(
    describePrices({ cents_per_video_output_second_480p: '0.2', cents_per_video_output_second_720p: '150' }),
    { '480p': '0.002', '720p': '1.50' },
  );
});

test('the condition of a price names additional charges', () => {
  assert.deepEqual(describePrices({ cents_per_second_output: '28', minimum_cents_per_generation: '56' }), {
    'has a minimum per clip': '0.28',
  });
  assert.deepEqual(describePrices({ cents_per_image_input: '1', cents_per_video_output_second_480p: '8' }), {
    '480p, plus input images': '0.08',
  });
  assert.deepEqual(describePrices({ duration_seconds: '0.13', reference_images: '0.04' }), {
    'plus reference images': '0.13',
  });
});

test('prices by token, by megapixel, for continuations and for unknown units are not proposed', () => {
  const skus = {
    video_tokens: '0.000007',
    video_tokens_4k: '0.000004',
    video_tokens_1080p_with_video_input: '0.0000047',
    cents_per_megapixel_second_precise: '7.5',
    cents_per_second_video_continuation_720p: '41',
    duration_seconds_per_banana: '1',
    duration_seconds_720p_1080p: '1',
    generate: '1',
  };
  assert.deepEqual(clipPrices(skus), []);
});

test('an engine for clips asks for the list of video models once', async () => {
  const server = await startOpenRouterServer();
  const requestedPaths: string[] = [];
  const models = [
    {
      id: 'acme/mover',
      name: 'Mover',
      pricing_skus: { duration_seconds_720p: '0.1', duration_seconds: null },
    },
    { id: 'acme/other', pricing_skus: { duration_seconds: '9' } },
    { id: 'acme/odd', pricing_skus: 'free' },
    { id: 'acme/none', pricing_skus: null },
  ];
  server.override = ({ path }) => {
    requestedPaths.push(path);
    return { body: { data: models } };
  };
  const access = { name: 'router', url: server.url, secret: openRouterKey, settings: { makes: 'clips' } };
  const common = { upstream: 'acme/mover', unit: 'second', currency: 'USD' };
  const upstreams = ['acme/mover', 'acme/odd', 'acme/none', 'acme/unknown'];
  assert.deepEqual(await readOpenRouterPrices(access, upstreams, never), [
    { ...common, amount: '0.1', condition: '720p' },
    { ...common, amount: 'null' },
  ]);
  assert.deepEqual(requestedPaths, ['/api/v1/videos/models']);
  server.override = () => ({ status: 500 });
  assert.equal(
    (await catchFailure(readOpenRouterPrices(access, upstreams, never))).code,
    'engine_unavailable',
  );
});
