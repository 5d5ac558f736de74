import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../data/models/models.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import type { Reference } from '../../forms/reference.ts';
import {
  toDraft,
  toQuoteInput,
  chooseTier,
  toBody,
  toChatExample,
  toExample,
  toQuoteBody,
  defaultRatio,
  toVideoRequest,
} from './request.ts';

const model = {
  id: 'motion',
  tiers: { fast: '1', turbo: '2' },
  parameters: {
    properties: {
      seconds: { type: 'integer', minimum: 2, maximum: 10, default: 4 },
      aspect_ratio: { type: 'string', enum: ['16:9', '9:16', '1:1'], default: '16:9' },
      audio: { type: 'boolean', default: false },
    },
  },
  references: {
    first_frame: { max: 1, required: true },
    reference_images: { max: 4, required: false },
  },
} as Partial<Model> as Model;

const file = (width: number, height: number): Reference => ({
  kind: 'file',
  id: 'a',
  file: new File(['x'], "a 'b'.png", { type: 'image/png' }),
  previewUrl: 'blob:',
  width,
  height,
});
const link: Reference = { kind: 'link', id: 'b', url: 'https://example.com/b.png' };
const draft = { model: 'motion', prompt: ' waves ', seconds: '6', audio: 'true', stranger: 'x' };

test('only chosen values are sent, and the price is computed with the defaults of the model', () => {
  const request = toVideoRequest(model, draft, {
    tier: 'fast',
    references: { first_frame: [file(90, 160)] },
  });
  assert.deepEqual(request.values, { seconds: 6, audio: true });
  assert.equal(defaultRatio(model, request.references), '9:16', 'the ratio of the first frame');
  assert.deepEqual(toQuoteInput(request), {
    parameters: { seconds: 6, audio: true, aspect_ratio: '9:16', operation: 'clip', references: 1 },
    tier: 'fast',
    seconds: 6,
  });
  assert.equal(chooseTier(model, undefined, 'relax', 'turbo'), 'turbo');
  assert.equal(chooseTier(model, 'relax'), 'fast');
});

test('a request with URLs is JSON, one with files is a form, and a quote request contains neither', () => {
  const links = { first_frame: [link], reference_images: [link, link] };
  const json = toBody(toVideoRequest(model, draft, { tier: 'fast', references: links }));
  assert.deepEqual(json, {
    model: 'motion',
    prompt: 'waves',
    seconds: 6,
    audio: true,
    tier: 'fast',
    first_frame: link.url,
    reference_images: [link.url, link.url],
  });
  const files = { first_frame: [file(160, 90)], reference_images: [link, file(9, 9)] };
  const form = toBody(toVideoRequest(model, draft, { tier: 'fast', references: files }));
  assert.ok(form instanceof FormData);
  assert.deepEqual(
    [form.get('seconds'), form.getAll('reference_images[]').length, form.get('first_frame') instanceof File],
    ['6', 2, true],
  );
  const empty = toVideoRequest(model, {}, { tier: 'fast', references: {} });
  const quote = toQuoteBody(empty) as { first_frame: string; prompt: string };
  assert.match(quote.first_frame, /^data:image/);
  assert.notEqual(quote.prompt, '');
});

test('the form can be filled in from an existing clip', () => {
  const task = {
    model: 'motion',
    prompt: 'waves',
    tier: 'turbo',
    parameters: { seconds: 6, aspect_ratio: '16:9', audio: false, seed: 7 },
  } as Partial<Task> as Task;
  assert.deepEqual(toDraft(task, model), {
    model: 'motion',
    prompt: 'waves',
    tier: 'turbo',
    seconds: '6',
    seed: '7',
  });
});

test('example code has the names of local files as addresses', () => {
  const references = { first_frame: [file(16, 9)], reference_images: [link] };
  const example = toExample(toVideoRequest(model, draft, { tier: 'fast', references }));
  assert.deepEqual(example['first_frame'], "https://example.com/a%20'b'.png");
  assert.deepEqual(example['reference_images'], [link.url]);
});

test('a clip is a chat if all of its parameters can be said there', () => {
  const references = { first_frame: [link] };
  const plain = toVideoRequest(
    model,
    { model: 'motion', prompt: 'waves', seconds: '6' },
    { tier: 'fast', references },
  );
  assert.deepEqual(toChatExample(plain), {
    model: 'motion',
    prompt: 'waves',
    images: [link.url],
    fields: { seconds: 6 },
  });
  assert.equal(toChatExample(toVideoRequest(model, draft, { tier: 'fast', references })), undefined);
});
