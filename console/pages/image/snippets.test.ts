import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snippetOf, type SnippetInput } from './snippets.ts';

const asked: SnippetInput = {
  prompt: "it's a fox --ar 3:2 --model painter",
  server: 'http://kinora.test',
  follow: 'polling',
};

test('the prompt form as code has the whole prompt, the server, and no key', () => {
  const curl = snippetOf('curl', asked);
  assert.ok(curl.includes('http://kinora.test/mj/submit/imagine') && curl.includes('/mj/task/$ID/fetch'));
  assert.ok(curl.includes("it'\\''s a fox --ar 3:2 --model painter") && curl.includes('Bearer $IMAGE_TOKEN'));
  const javascript = snippetOf('javascript', asked);
  assert.doesNotThrow(() => new Function(`return async process => {${javascript}}`));
  const python = snippetOf('python', asked);
  assert.ok(
    python.includes('"prompt": "it\'s a fox --ar 3:2 --model painter"') && python.includes('time.sleep'),
  );
});

test('with a webhook, the code sends notifyHook and does not poll', () => {
  for (const language of ['curl', 'javascript', 'python'] as const) {
    const code = snippetOf(language, { ...asked, follow: 'webhook' });
    assert.ok(code.includes('notifyHook') && !code.includes('/fetch'), code);
  }
});
