import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discoveryLines } from './discovery-lines.ts';

const forge = {
  name: 'webui',
  title: 'Stable Diffusion web UI',
  program: 'Forge',
  url: 'http://10.0.0.5:7860',
  state: 'new',
  message: 'It can be added.',
  models: [{ upstream: 'painter' }, { upstream: 'dreams' }],
};

test('what was found has a line each, and the command that adds one names the host', () => {
  const other = {
    ...forge,
    name: null,
    program: null,
    title: 'InvokeAI',
    state: 'unusable',
    message: 'No kind.',
    models: [],
  };
  const result = { host: '10.0.0.5', message: 'Found: 2.', found: [forge, other], added: null };
  assert.deepEqual(discoveryLines(result), {
    message: 'Found: 2.',
    found:
      'webui: Forge at http://10.0.0.5:7860. It can be added. Models: painter, dreams.\nInvokeAI at http://10.0.0.5:7860. No kind.',
    next: 'kinora engine discover --host 10.0.0.5 --add webui',
  });
  assert.equal(
    discoveryLines({ ...result, host: '127.0.0.1' })['next'],
    'kinora engine discover --add webui',
  );
});

test('of what was added, the picture of the test is left out', () => {
  const trial = { ok: true, message: 'It made 4 files.', model: 'painter', took_ms: 900, picture: 'data:' };
  const addedEngine = { engine: 'webui', is_new: true, models: ['painter'], test: trial };
  assert.deepEqual(discoveryLines({ host: '127.0.0.1', message: 'Added.', found: [], added: addedEngine }), {
    message: 'Added.',
    engine: 'webui',
    models: ['painter'],
    test: { ok: true, model: 'painter', took_ms: 900 },
  });
});
