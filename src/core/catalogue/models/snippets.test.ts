import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from './catalogue.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { snippetsFor } from './snippets.ts';

const card = readCatalogue().models.find(model => model.card.kind === 'image')?.card as ModelCard;

function requestOf(operations: ModelCard['operations']): { readonly path: string; readonly body: object } {
  const { curl } = snippetsFor({ ...card, id: 'one', operations }, 'http://host');
  const [, path = '', body = ''] = /^curl -s http:\/\/host(\S+) .* -d '(.*)'$/.exec(curl) ?? [];
  return { path, body: JSON.parse(body) };
}

test('the example of a model asks for something that the model can do', () => {
  const model = 'one';
  const [picture, scene] = ['https://example.com/picture.png', 'a red fox beside a lighthouse, watercolor'];
  assert.equal(requestOf(['describe', 'grid']).path, '/mj/submit/imagine');
  assert.deepEqual(requestOf(['describe', 'shorten']), {
    path: '/mj/submit/describe',
    body: { model, link: picture },
  });
  assert.deepEqual(requestOf(['shorten']), { path: '/mj/submit/shorten', body: { model, prompt: scene } });
  assert.deepEqual(requestOf(['upscale', 'edit']), {
    path: '/mj/submit/edits',
    body: { model, prompt: scene, image: picture },
  });
  assert.deepEqual(requestOf(['clip']), {
    path: '/mj/submit/video',
    body: { model, prompt: 'the waves roll in', image: picture },
  });
});
