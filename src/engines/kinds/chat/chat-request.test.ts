import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AskStep } from '../../contract/steps/step.ts';
import { chatBody, plainBody } from './chat-request.ts';
import { chatSettings } from './chat-settings.ts';

const step = (parameters: AskStep['parameters']): AskStep => ({
  primitive: 'ask',
  upstream: 'qwen3-vl:4b',
  parameters,
  prompt: 'Describe it.',
  seed: 7,
  schema: { type: 'object' },
});

test('the parameters of the route replace the settings of the engine in every request', async () => {
  const set = { temperature: 0.1, max_tokens: 777, top_p: 0.5, seed: 3, response_format: 'own' };
  const settings = chatSettings.parse({});
  for (const body of [await chatBody(step(set), settings), await plainBody(step(set), settings)])
    assert.deepEqual({ ...body, ...set }, body);
});

test('the parameters of the route replace neither the model nor the question', async () => {
  const body = await chatBody(step({ model: 'x', messages: 'y', stream: true }), chatSettings.parse({}));
  const { model, stream, messages } = body as Readonly<Record<string, unknown>>;
  assert.deepEqual([model, stream], ['qwen3-vl:4b', false]);
  assert.deepEqual(messages, [{ role: 'user', content: 'Describe it.' }]);
});
