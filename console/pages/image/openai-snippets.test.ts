import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiSnippetOf } from './openai-snippets.ts';

const asked = { prompt: 'it\'s a "fox" --ar 3:2', server: 'http://kinora.test' };

test('the prompt form as a request of the Images API has the whole prompt, the server, and no key', () => {
  const curl = openaiSnippetOf('curl', asked);
  const body = /-d '(.*)'$/s.exec(curl)?.[1]?.replaceAll(`'\\''`, "'") ?? '';
  assert.deepEqual(JSON.parse(body), { prompt: asked.prompt, n: 4, response_format: 'url' });
  assert.ok(
    curl.includes('http://kinora.test/v1/images/generations') && curl.includes('Bearer $IMAGE_TOKEN'),
  );
  const javascript = openaiSnippetOf('javascript', asked).replace(/^import .*$/m, '');
  assert.doesNotThrow(() => new Function('OpenAI', 'process', `return async () => {${javascript}}`));
  assert.ok(openaiSnippetOf('python', asked).includes('prompt="it\'s a \\"fox\\" --ar 3:2"'));
});
