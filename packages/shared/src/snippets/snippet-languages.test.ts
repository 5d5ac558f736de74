import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MidjourneySnippet, VideosSnippet } from './snippet.ts';
import { languageFor, snippetIn, snippetLanguageNames, snippetLanguages } from './snippet-languages.ts';

const to = { server: 'http://kinora.test', variable: 'IMAGE_TOKEN' } as const;
const prompt = 'it\'s a "fox" --ar 3:2';

const requests = {
  images: { ...to, prompt, model: 'painter', count: 2 },
  chat: {
    ...to,
    prompt,
    model: 'painter',
    images: ['https://example.com/a.png'],
    fields: { seconds: 4 },
  },
  midjourney: { ...to, submit: 'imagine', body: { prompt }, follow: 'polling' } as MidjourneySnippet,
  videos: { ...to, body: { model: 'motion', prompt, audio: true }, follow: 'polling' } as VideosSnippet,
} as const;

/** The JSON that the last command of a shell sends. */
function bodyIn(curl: string): unknown {
  return JSON.parse(/-d '(.*?[^\\])'(?:$| \|)/s.exec(curl)?.[1]?.replaceAll(`'\\''`, "'") ?? '');
}

test('code in every language has the whole request, the server, and the variable instead of a key', () => {
  for (const language of snippetLanguageNames)
    for (const name of Object.keys(requests) as (keyof typeof requests)[]) {
      if (snippetLanguages[language].writers[name] === undefined) continue;
      const code = snippetIn(language, name, requests[name] as never);
      for (const part of ['http://kinora.test', 'IMAGE_TOKEN']) assert.ok(code.includes(part), code);
      if (language !== 'curl') assert.ok(code.includes(JSON.stringify(prompt)), code);
    }
});

test('a shell sends valid JSON, whatever the prompt has', () => {
  const body = { model: 'painter', prompt, n: 2, response_format: 'url' };
  assert.deepEqual(bodyIn(snippetIn('curl', 'images', requests.images)), body);
  assert.deepEqual(bodyIn(snippetIn('curl', 'videos', requests.videos)), requests.videos.body);
  const edit = snippetIn('curl', 'images', { ...requests.images, image: 'https://example.com/a.png' });
  assert.match(edit, /\/v1\/images\/edits /);
  assert.deepEqual(bodyIn(edit), { ...body, images: [{ image_url: 'https://example.com/a.png' }] });
});

test('JavaScript is valid, and the literals of Python are those of Python', () => {
  for (const language of ['javascript', 'kinora-client', 'ai-sdk'] as const)
    for (const name of Object.keys(requests) as (keyof typeof requests)[]) {
      const code = snippetIn(language, name, requests[name] as never).replaceAll(/^import .*$/gm, '');
      assert.doesNotThrow(() => new Function('OpenAI', 'process', `return async () => {${code}}`), code);
    }
  assert.match(snippetIn('python', 'videos', requests.videos), /"audio": True/);
  assert.match(snippetIn('python', 'chat', requests.chat), /extra_body=\{\s+"seconds": 4/);
});

test('with a webhook, the code sends its address and does not poll', () => {
  for (const language of ['curl', 'javascript', 'python'] as const) {
    const submit = snippetIn(language, 'midjourney', { ...requests.midjourney, follow: 'webhook' });
    assert.ok(submit.includes('notifyHook') && !submit.includes('/fetch'), submit);
    const clip = snippetIn(language, 'videos', { ...requests.videos, follow: 'webhook' });
    assert.ok(clip.includes('webhook_url') && !clip.includes('completed'), clip);
  }
  const follow = 'webhook';
  const ofClient = [
    snippetIn('kinora-client', 'midjourney', { ...requests.midjourney, follow }),
    snippetIn('kinora-client', 'videos', { ...requests.videos, follow }),
  ];
  for (const code of ofClient) assert.match(code, /"webhook(?:_url)?": "https:[^]*\)\.id\);$/);
  const sdk = snippetIn('ai-sdk', 'videos', { ...requests.videos, follow });
  assert.match(sdk, /await startVideo\(\{[^]*webhookUrl: 'https:[^]*operation\.id/);
});

test('a language that cannot write an interface is replaced by the first one that can', () => {
  assert.equal(languageFor('chat', 'python'), 'python');
  assert.equal(languageFor('chat', 'cobol'), 'curl');
});

test('kinora-client has a method for each submit, and the AI SDK an option for each field that it knows', () => {
  const submits = {
    edits: { submit: 'edits', body: { model: 'painter', prompt, image: 'https://example.com/a.png' } },
    describe: { submit: 'describe', body: { link: 'https://example.com/a.png' } },
  };
  assert.match(
    snippetIn('kinora-client', 'midjourney', { ...to, ...submits.edits }),
    /images\.edit\("https:\/\/example.com\/a.png", .*, \{\s+"model": "painter"\s+\}\)\.wait\(\)/,
  );
  assert.match(
    snippetIn('kinora-client', 'midjourney', { ...to, ...submits.describe }),
    /images\.describe\("https:\/\/example.com\/a.png"\)\.wait\(\);\nconsole\.log\(result\.text\)/,
  );
  const clip = { ...to, body: { model: 'motion', prompt, seconds: '4', audio: true, motion: 'high' } };
  const code = snippetIn('ai-sdk', 'videos', clip);
  for (const part of ['duration: 4', 'generateAudio: true', 'kinora: {"motion":"high"}'])
    assert.ok(code.includes(part), code);
});
