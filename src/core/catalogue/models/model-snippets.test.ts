import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from './catalogue.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { modelSnippets } from './model-snippets.ts';

const cards = readCatalogue().models.map(({ card }) => card);
const card = cards.find(({ kind }) => kind === 'image') as ModelCard;

function writeSnippets(operations: ModelCard['operations']) {
  return modelSnippets({ ...card, id: 'one', operations }, 'http://host');
}

function readRequest(curl = ''): { readonly path: string; readonly body: any } {
  const [, path = ''] = /^curl -s http:\/\/host(\S+)/.exec(curl) ?? [];
  const [, body = ''] = /-d '(.*)'$/s.exec(curl) ?? [];
  return { path, body: JSON.parse(body) };
}

test('the example of a model asks for something that the model can do', () => {
  const model = 'one';
  const [picture, scene] = ['https://example.com/picture.png', 'a red fox beside a lighthouse, watercolor'];
  const readSubmit = (operations: ModelCard['operations']) =>
    readRequest(writeSnippets(operations).midjourney?.curl);
  assert.equal(readSubmit(['describe', 'grid']).path, '/mj/submit/imagine');
  assert.deepEqual(readSubmit(['describe', 'shorten']), {
    path: '/mj/submit/describe',
    body: { model, link: picture },
  });
  assert.deepEqual(readSubmit(['shorten']), { path: '/mj/submit/shorten', body: { model, prompt: scene } });
  assert.deepEqual(readSubmit(['upscale', 'edit']), {
    path: '/mj/submit/edits',
    body: { model, prompt: scene, image: picture },
  });
  assert.deepEqual(readSubmit(['clip']), {
    path: '/mj/submit/video',
    body: { model, prompt: 'the waves roll in', image: picture },
  });
});

test('a model that makes or edits pictures has examples of the Images API and of chat, in every language', () => {
  const grid = writeSnippets(['grid']);
  assert.deepEqual(Object.keys(grid), ['images', 'chat', 'midjourney']);
  const languages = ['curl', 'javascript', 'python'];
  assert.deepEqual(Object.keys(grid.images ?? {}), [...languages, 'kinora-client', 'ai-sdk']);
  assert.deepEqual(Object.keys(grid.chat ?? {}), languages);
  assert.deepEqual(Object.keys(grid.midjourney ?? {}), [...languages, 'kinora-client']);
  const { path, body } = readRequest(grid.images?.curl);
  assert.deepEqual([path, body.model, body.n], ['/v1/images/generations', 'one', 1]);
  const edit = writeSnippets(['edit']);
  assert.equal(readRequest(edit.images?.curl).path, '/v1/images/edits');
  assert.equal(readRequest(edit.chat?.curl).body.messages[0].content[1].type, 'image_url');
  assert.deepEqual(Object.keys(writeSnippets(['describe'])), ['midjourney']);
});

test('a video model has examples of the video interface and of chat, with the pictures that it requires', () => {
  const video = cards.find(({ kind }) => kind === 'video') as ModelCard;
  const references = { first_frame: { max: 1, required: true } };
  const { videos, chat, ...otherSnippets } = modelSnippets({ ...video, references }, 'http://host');
  assert.deepEqual(otherSnippets, {});
  assert.equal(readRequest(chat?.curl).body.messages[0].content.length, 2);
  assert.equal(readRequest(videos?.curl).body.first_frame, 'https://example.com/picture.png');
});
