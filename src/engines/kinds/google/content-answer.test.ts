/** Which parts of an answer are its result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import { readContent } from './content-answer.ts';

const client = { clean: (text: string) => text } as HttpClient;

function readPictures(parts: readonly object[], finishReason = 'STOP'): string[] {
  const bytes = Buffer.from(JSON.stringify({ candidates: [{ content: { parts }, finishReason }] }));
  const answer: HttpResponse = {
    status: 200,
    isOk: true,
    headers: {},
    contentType: 'application/json',
    bytes,
  };
  return readContent(answer, client).pictures.map(picture => Buffer.from(picture).toString());
}

function part(name: string, isThought?: boolean): object {
  const inlineData = { mimeType: 'image/png', data: Buffer.from(name).toString('base64') };
  return { inlineData, ...(isThought !== undefined && { thought: isThought }) };
}

test('drafts of a model that thinks in pictures are no results', () => {
  assert.deepEqual(readPictures([part('draft', true), part('final'), part('draft', true)]), ['final']);
});

test('the last draft is the result if there is no other picture', () => {
  assert.deepEqual(readPictures([part('first', true), part('last', true), { text: 'Here it is.' }]), [
    'last',
  ]);
});

test('a draft of what was refused is no result', () => {
  assert.throws(() => readPictures([part('draft', true)], 'IMAGE_SAFETY'), { code: 'content_refused' });
});
