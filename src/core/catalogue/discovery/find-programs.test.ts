import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localPrograms } from '../../../../test/support/engines/local-programs.ts';
import {
  badPorts,
  Reply,
  startBadPort,
  startProgram,
  unusedAddress,
} from '../../../../test/support/engines/usual-ports.ts';
import { engineKinds } from '../../../engines/kinds/engine-kinds.ts';
import { resolveDiscoveryHost } from './discovery-host.ts';
import { findPrograms, type FoundProgram, usualPorts } from './find-programs.ts';

const kinds = engineKinds({ engineThreads: 1, dataDir: '/nowhere', allowedNetworks: [] });
/** A time that no test waits for, because a closed port refuses the connection immediately. */
const amplyMs = 30_000;
const shortMs = 200;

async function find(host: string, timeoutMs = amplyMs): Promise<FoundProgram[]> {
  return findPrograms(kinds, await resolveDiscoveryHost(host), timeoutMs);
}

function describeProgram(result: FoundProgram): string {
  const title = 'program' in result ? result.program.title : result.what;
  return [result.what, 'kind' in result ? result.kind.kind : undefined, title].filter(Boolean).join(' ');
}

const expected: Readonly<Record<keyof typeof localPrograms, readonly string[]>> = {
  ollama: ['program chat Ollama', 'program openai-media Ollama'],
  'lm studio': ['program chat LM Studio'],
  'llama.cpp': ['program chat llama.cpp'],
  koboldcpp: ['program chat KoboldCpp', 'program sdapi KoboldCpp'],
  localai: ['program chat LocalAI', 'program openai-media LocalAI'],
  litellm: ['program openai-media LiteLLM'],
  swarmui: ['other SwarmUI'],
  invokeai: ['other InvokeAI'],
  'draw things': ['other Draw Things'],
  'web UI without its API': ['other Stable Diffusion web UI'],
};

for (const [name, { port, answers }] of Object.entries(localPrograms))
  test(`${name} is recognized on its usual port`, async () => {
    const host = unusedAddress();
    await startProgram({ host, port }, answers);
    const programs = await find(host);
    assert.deepEqual(programs.map(describeProgram).sort(), expected[name as keyof typeof localPrograms]);
    assert.deepEqual([...new Set(programs.map(({ url }) => url))], [`http://${host}:${port}`]);
  });

test('ComfyUI, web UIs and sd-server are recognized by what only they answer', async () => {
  const host = unusedAddress();
  const stats = { system: { comfyui_version: '0.3.64' }, devices: [] };
  for (const port of [8188, 8000, 7821]) await startProgram({ host, port }, { 'GET /system_stats': stats });
  for (const port of [7860, 7861])
    await startProgram({ host, port }, { 'GET /sdapi/v1/options': { sd_model_checkpoint: null } });
  const capabilities = { model: { stem: 'sd' }, supported_modes: ['img_gen'] };
  await startProgram({ host, port: 1234 }, { 'GET /sdcpp/v1/capabilities': capabilities });
  assert.deepEqual(
    (await find(host)).map(one => `${one.port} ${describeProgram(one)}`),
    [
      '1234 program sdcpp stable-diffusion.cpp',
      '7821 program comfyui ComfyUI',
      '7860 program sdapi Stable Diffusion web UI',
      '7861 program sdapi Stable Diffusion web UI',
      '8000 program comfyui ComfyUI',
      '8188 program comfyui ComfyUI',
    ],
  );
});

test('nothing is found where nothing listens', async () => {
  assert.deepEqual(await find(unusedAddress()), []);
});

for (const fault of Object.keys(badPorts) as (keyof typeof badPorts)[])
  test(`a search ends although every port is ${fault}`, async () => {
    const host = unusedAddress();
    for (const port of usualPorts(kinds)) await startBadPort({ host, port }, fault);
    const programs = await find(host, shortMs);
    assert.ok(programs.every(({ what }) => what === 'unknown'));
  });

test('a redirect is not followed', async () => {
  const [host, elsewhere] = [unusedAddress(), unusedAddress()];
  const requests = await startProgram({ host: elsewhere, port: 8188 }, { '*': { system: {}, devices: [] } });
  const location = `http://${elsewhere}:8188/system_stats`;
  for (const port of usualPorts(kinds))
    await startProgram({ host, port }, { '*': new Reply(302, '', { location }) });
  assert.ok((await find(host)).every(({ what }) => what === 'unknown'));
  assert.deepEqual(requests, []);
});

for (const [description, lie] of Object.entries({
  'an empty object': {},
  'a list': [],
  'a number': 7,
  null: null,
  'a page': new Reply(200, '<!doctype html><title>ComfyUI KoboldCpp Ollama</title>'),
  'JSON that is cut off': new Reply(200, '{"models": [', { 'content-length': '4000' }),
  'deep JSON': new Reply(200, '['.repeat(200_000)),
}))
  test(`a port that answers everything with ${description} is no program`, async () => {
    const host = unusedAddress();
    for (const port of usualPorts(kinds)) await startProgram({ host, port }, { '*': lie });
    const isCutOff = description.includes('cut');
    const programs = await find(host, isCutOff ? shortMs : amplyMs);
    assert.ok(
      programs.every(one => one.what === 'unknown'),
      programs.map(describeProgram).join(),
    );
  });

test('a program that refuses a request without a secret is said to be locked', async () => {
  const host = unusedAddress();
  await startProgram(
    { host, port: 7860 },
    { 'GET /sdapi/v1/options': new Reply(401, '{"detail":"Not authenticated"}') },
  );
  assert.deepEqual((await find(host)).map(describeProgram), ['locked sdapi Stable Diffusion web UI']);
});

test('Kinora is recognized on every port', async () => {
  const host = unusedAddress();
  await startProgram({ host, port: 8080 }, { 'GET /api/about': { default_version: '6.1', set_up: true } });
  assert.deepEqual((await find(host)).map(describeProgram), ['kinora kinora']);
});

test('each question is asked once, and only questions that change nothing', async () => {
  const host = unusedAddress();
  const requests = await startProgram({ host, port: 8080 }, {});
  await find(host);
  assert.deepEqual([...requests].sort(), ['GET /.well-known/localai.json', 'GET /api/about', 'GET /props']);
});

test('a host is a name or an address, and none of those that only a cloud or a link answers', async () => {
  const refusals = {
    '169.254.169.254': /link-local or reserved/,
    '[fe80::1]': /link-local or reserved/,
    '224.0.0.1': /link-local or reserved/,
    '0.0.0.0': /link-local or reserved/,
    'http://127.0.0.1': /without a port and a path/,
    '127.0.0.1:8188': /without a port and a path/,
    'user@127.0.0.1': /without a port and a path/,
    'a b': /without a port and a path/,
    'nobody.invalid': /was not found/,
  };
  for (const [host, text] of Object.entries(refusals))
    await assert.rejects(resolveDiscoveryHost(host), text, host);
  for (const host of ['127.0.0.1', '::1', '10.0.0.5', '192.168.1.20', 'localhost'])
    await assert.doesNotReject(resolveDiscoveryHost(host), host);
  assert.equal((await resolveDiscoveryHost(undefined)).name, '127.0.0.1');
  assert.equal((await resolveDiscoveryHost('::1')).name, '[::1]');
});
