/** The adapter to Black Forest Labs, against a fake of its API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bflKind } from '../../../src/engines/kinds/bfl/bfl-kind.ts';
import { bflSettings } from '../../../src/engines/kinds/bfl/bfl-settings.ts';
import { maySendKey } from '../../../src/engines/kinds/bfl/polling-address.ts';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { InstructStep } from '../../../src/engines/contract/steps/step.ts';
import { bflKey, startBflServer } from '../../support/providers/bfl-server.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { ageHandle, testPaidStarts } from '../../support/providers/paid-starts.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

const kind = bflKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));
const settings = bflSettings.parse({});

function optionsAt({ url }: { readonly url: string }) {
  const reportUrl = async (key: string) => `https://here.example/${key}`;
  const spool = openMemorySpool();
  return { name: 'studio', url, secret: bflKey, slots: undefined, settings, spool, reportUrl };
}

const openAt = (server: { readonly url: string }) => kind.openSteps(optionsAt(server));

for (const upstream of ['flux-2-pro', 'flux-kontext-pro', 'flux-pro-1.0-fill', 'flux-pro-1.1-ultra'])
  testStepEngine(`bfl, ${upstream}`, async () => openAt(await startBflServer()), {
    abilities: kind.abilities(upstream, settings),
    step: primitive => smallStep(primitive, { upstream }),
    unknownHandle: {
      job: { id: 'unknown', poll: '', cost: 0 },
      claims: { width: 64, height: 64, count: 1 },
    },
  });

testPaidStarts({
  name: 'bfl',
  secret: bflKey,
  begin: startBflServer,
  open: openAt,
  step: () => smallStep('generate', { upstream: 'flux-2-pro' }),
  rejections: [],
});

test('each model is sent the fields that it supports', async () => {
  const server = await startBflServer();
  const engine = openAt({ url: `${server.url}/v1` });
  const generate = await smallStep('generate', { upstream: 'flux-2-pro' });
  const done = await runStep(engine, { ...generate, parameters: { safety_tolerance: 3 } });
  assert.equal(done.state === 'done' && done.costMicros, 45_000);
  const instruct = (await smallStep('instruct', { upstream: 'flux-2-pro' })) as InstructStep;
  await runStep(engine, { ...instruct, pictures: [instruct.pictures[0]!, instruct.pictures[0]!] }, 'b:0');
  await runStep(engine, await smallStep('generate', { upstream: 'flux-kontext-pro' }), 'c:0');
  await runStep(engine, await smallStep('inpaint', { upstream: 'flux-pro-1.0-fill' }), 'd:0');
  const [plain, edit, ratio, fill] = server.acceptedCalls;
  assert.equal(plain?.path, '/v1/flux-2-pro');
  assert.deepEqual(plain?.body, {
    output_format: 'png',
    safety_tolerance: 3,
    prompt: 'a red fox',
    seed: 5,
    width: 64,
    height: 64,
  });
  assert.ok(edit?.body.input_image && edit.body.input_image_2);
  assert.equal(ratio?.body.aspect_ratio, '1:1');
  assert.ok(!('width' in ratio.body));
  assert.ok(fill?.body.image && fill.body.mask);
  assert.ok(!JSON.stringify(server.acceptedCalls.map(({ body }) => body)).includes(bflKey));
});

test('the key goes to hosts of the domain that the operator trusts, and nowhere else', () => {
  const domain = 'bfl.ai';
  const mayGetKey = (address: string, url = 'https://api.bfl.ai') =>
    maySendKey(new URL(address), { url, domain });
  assert.ok(mayGetKey('https://api.bfl.ai/v1/get_result?id=1'));
  assert.ok(mayGetKey('https://api.us1.bfl.ai/v1/get_result?id=1'));
  assert.ok(mayGetKey('https://api.eu.bfl.ai/v1/get_result?id=1', 'https://api.eu1.bfl.ai'));
  for (const address of [
    'https://bfl.ai.example.com/1',
    'https://evilbfl.ai/1',
    'http://api.us1.bfl.ai/1',
    'https://api.us1.bfl.ai:8443/1',
    'https://user@api.us1.bfl.ai/1',
    'https://127.0.0.1/1',
  ])
    assert.ok(!mayGetKey(address), address);
  assert.ok(!mayGetKey('https://api.us1.bfl.ai/1', 'https://gateway.example.com'), 'the key of a gateway');
  const placeWithoutDomain = { url: 'https://api.bfl.ai', domain: '' };
  assert.ok(!maySendKey(new URL('https://api.us1.bfl.ai/1'), placeWithoutDomain));
});

test("a polling URL on another host gets no key: the result is polled at the engine's own URL", async () => {
  const server = await startBflServer();
  const other = await startBflServer();
  server.pollingUrl = `${other.url}/v1/get_result?id=gen-0`;
  const done = await runStep(openAt(server), await smallStep('generate', { upstream: 'flux-2-pro' }));
  assert.equal(done.state, 'done');
  assert.deepEqual(other.calls, []);
});

test('moderated, failed and unknown jobs fail, and an expired file URL is requested again', async () => {
  const server = await startBflServer();
  const engine = openAt(server);
  const handle = await engine.start(await smallStep('generate', { upstream: 'flux-2-pro' }), 'a:0', never);
  const done = await waitForEnd(engine, handle);
  const media = done.state === 'done' ? done.media[0] : undefined;
  assert.ok(media);
  server.forgetFiles();
  assert.ok(await engine.open(handle, media, never), 'its URL is requested again');
  const ends = [
    [{ status: 'Request Moderated' }, 'content_refused'],
    [{ status: 'Content Moderated' }, 'content_refused'],
    [{ status: 'Error', error: 'content_policy_violation', message: 'no' }, 'content_refused'],
    [{ status: 'Error', error: 'internal', message: bflKey }, 'engine_error'],
  ] as const;
  for (const [result, code] of ends) {
    server.result = result;
    const end = await waitForEnd(engine, handle);
    assert.equal(end.state === 'failed' && end.code, code);
    assert.ok(!JSON.stringify(end).includes(bflKey));
  }
  server.result = { status: 'Task not found' };
  assert.deepEqual(await waitForEnd(engine, ageHandle(handle)), { state: 'lost' });
});

test('a start on an account without credit fails as not started', async () => {
  const server = await startBflServer();
  server.startFaults.push({ status: 402, body: { error: 'insufficient_credits' } });
  const failure = await catchFailure(openAt(server).start(await smallStep('generate'), 'a:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unfunded', retryable: false, notStarted: true });
});

test('a probe reports the credits of the key and generates nothing', async () => {
  const server = await startBflServer();
  const access = optionsAt(server);
  assert.deepEqual((await kind.probe?.(access, never))?.notes, ['It has 812.5 credits.']);
  const failure = await catchFailure(Promise.resolve(kind.probe?.({ ...access, secret: 'wrong' }, never)));
  assert.equal((failure as EngineError).code, 'engine_unauthorized');
  assert.deepEqual(server.acceptedCalls, []);
});
