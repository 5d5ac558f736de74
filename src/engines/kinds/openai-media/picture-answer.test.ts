import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { type FileSource, readFiles } from './picture-answer.ts';

test('of an answer with more files than were asked for, only those that are needed are fetched', async () => {
  const fetched: string[] = [];
  const source: FileSource = {
    client: {} as HttpClient,
    url: 'http://10.0.0.5',
    name: 'images',
    signal: new AbortController().signal,
    results: { fetch: async address => Buffer.from(String(fetched.push(address))) },
  };
  const data = Array.from({ length: 50 }, (_, index) => ({ url: `/${index}.png` }));
  const bytes = Buffer.from(JSON.stringify({ data: [{}, ...data] }));
  const { files } = await readFiles({ bytes }, 2, source);
  assert.deepEqual([files.length, fetched], [2, ['/0.png', '/1.png']]);
});
