import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaStartFailure } from './failures.ts';

/** Writes an answer of LiteLLM 1.108 for a provider that answered 429. */
const makeAnswer = (message: string) => ({
  status: 429,
  isOk: false,
  headers: {},
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify({ error: { message, type: 'throttling_error', code: '429' } })),
});
const client = {
  clean: (text: string) => text,
  hasSecret: true,
  send: () => assert.fail(),
  stream: () => assert.fail(),
  close: () => {},
};
const failureCode = (message: string) =>
  mediaStartFailure(makeAnswer(message), { client, isPaid: true }).code;

test('a gateway that passes on only the message of OpenAI says that there is no balance', () => {
  const quotaMessage =
    'OpenAIException - You exceeded your current quota, please check your plan and billing details.';
  assert.equal(failureCode(`litellm.RateLimitError: RateLimitError: ${quotaMessage}`), 'engine_unfunded');
});

test('the same message of another provider is a limit for a minute', () => {
  assert.equal(
    failureCode('litellm.RateLimitError: GeminiException - You exceeded your current quota'),
    'engine_busy',
  );
  assert.equal(failureCode('Too many requests'), 'engine_busy');
});
