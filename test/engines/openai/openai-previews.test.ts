/**
 * Images that servers with the interfaces of OpenAI stream while they work, and the tokens
 * that they count, against a fake.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import { openAiMediaSettings } from '../../../src/engines/kinds/openai-media/settings.ts';
import { type MediaBehavior, startMediaServer } from '../../support/providers/media-server.ts';
import { mediaKind, openAt, type Settings } from '../../support/providers/openai-media.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { runStep } from '../../support/engines/run-step.ts';

const usage = {
  input_tokens: 150,
  output_tokens: 1000,
  total_tokens: 1150,
  input_tokens_details: { text_tokens: 50, image_tokens: 100 },
};

test('partial images are previews, and the last image is the result', async () => {
  const server = await startMediaServer({ isStepwise: true, usage });
  const engine = openAt(server, { previews: 2, imageOutputPrice: 40 });
  assert.equal(engine.stepsAtOnce, 4, 'each candidate is a separate request, at the same time');
  for (const primitive of ['generate', 'instruct'] as const) {
    const handle = await engine.start(await smallStep(primitive), `${primitive}:0`, never);
    const previews: unknown[] = [];
    let state = await engine.check(handle, 1000, never);
    for (; state.state === 'running'; state = await engine.check(handle, 1000, never)) {
      if (state.preview) {
        previews.push([state.preview.contentType, state.preview.width, Math.round(state.progress * 100)]);
        server.release();
      }
    }
    assert.deepEqual(previews, [
      ['image/png', 16, 33],
      ['image/png', 32, 67],
    ]);
    assert.ok(state.state === 'done');
    assert.deepEqual([state.media.length, state.media[0]?.width], [1, 64]);
    assert.equal(state.costMicros, 40_000);
  }
  const [json, form] = server.requests.map(({ fields }) => [fields.stream, fields.partial_images, fields.n]);
  assert.deepEqual(json, [true, 2, 1]);
  assert.deepEqual(form, ['true', '2', '1']);
});

test('a server that does not stream answers at the end, and gateways are not asked to stream', async () => {
  const server = await startMediaServer({ ignoresStreaming: true });
  assert.equal((await runStep(openAt(server, { previews: 3 }), await smallStep('generate'))).state, 'done');
  const gateway = openAt(server, { dialect: 'litellm', previews: 3 });
  assert.equal((await runStep(gateway, await smallStep('generate'), 'b:0')).state, 'done');
  assert.deepEqual(
    server.requests.map(({ fields }) => fields.stream),
    [true, undefined],
  );
  const maxImages = (dialect: Settings['dialect']) => {
    const settings = openAiMediaSettings.parse({ dialect, previews: 3 });
    return mediaKind.abilities('painter', settings).generate?.most;
  };
  assert.deepEqual([maxImages('openai'), maxImages('litellm')], [1, 4]);
});

const streams: readonly (readonly [Partial<MediaBehavior>, Partial<EngineError>])[] = [
  [{ fault: 'half' }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [
    { streamError: { error: { code: 'moderation_blocked', message: 'not this' } } },
    { code: 'content_refused', retryable: false, notStarted: false },
  ],
  [
    { streamError: { type: 'error', error: { type: 'server_error', message: 'oh' } } },
    { code: 'engine_error', retryable: true, notStarted: false },
  ],
  [{ status: 429 }, { code: 'engine_busy', retryable: true, notStarted: true }],
];
for (const [behavior, verdict] of streams)
  test(`a stream with ${JSON.stringify(behavior)} is ${verdict.code}`, async () => {
    const server = await startMediaServer(behavior);
    const engine = openAt(server, { previews: 1 });
    const failure = await catchFailure(engine.start(await smallStep('generate'), 'a:0', never));
    assert.deepEqual(toVerdict(failure), verdict);
  });

test("tokens cost the operator's price, a gateway's cost takes precedence, and without either there is none", async () => {
  const readCost = async (settings: Settings, behavior: Partial<MediaBehavior> = {}) => {
    const server = await startMediaServer({ usage, ...behavior });
    const state = await runStep(openAt(server, settings), await smallStep('generate'));
    assert.ok(state.state === 'done');
    return state.costMicros;
  };
  const prices = { textInputPrice: 5, imageInputPrice: 10, imageOutputPrice: 40 };
  assert.equal(await readCost(prices), 50 * 5 + 100 * 10 + 1000 * 40);
  assert.equal(await readCost({}), undefined);
  assert.equal(await readCost(prices, { usage: { prompt_tokens: 7 } }), undefined);
  assert.equal(await readCost({ ...prices, dialect: 'litellm' }, { cost: '0.07' }), 70_000);
});
