import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptRequests } from './prompt-requests.ts';

test('a prompt is a request of each interface, and a model that it names is a field where there is one', () => {
  assert.deepEqual(promptRequests("it's a fox --ar 3:2 --model painter"), {
    images: { model: 'painter', prompt: "it's a fox --ar 3:2", count: 4 },
    chat: { model: 'painter', prompt: "it's a fox --ar 3:2" },
    midjourney: { submit: 'imagine', body: { prompt: "it's a fox --ar 3:2 --model painter" } },
  });
});

test('without a model in the prompt, only chat names the usual one', () => {
  const { images, chat } = promptRequests('a fox', 'painter');
  assert.deepEqual([images?.model, chat?.model], [undefined, 'painter']);
});
