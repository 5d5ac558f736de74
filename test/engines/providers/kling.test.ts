/** The adapter to Kling, against a fake of its API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { signToken } from '../../../src/engines/kinds/kling/kling-engine.ts';
import { klingKind } from '../../../src/engines/kinds/kling/kling-kind.ts';
import { klingSettings } from '../../../src/engines/kinds/kling/kling-settings.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { ClipStep } from '../../../src/engines/contract/steps/step.ts';
import { klingSecret, startKlingServer } from '../../support/providers/kling-server.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { ageHandle, refusedContent, testPaidStarts } from '../../support/providers/paid-starts.ts';
import { startProviderServer } from '../../support/providers/provider-server.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

const kind = klingKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));

function optionsAt(
  { url }: { readonly url: string },
  choices: Partial<ReturnType<typeof klingSettings.parse>> = {},
) {
  const settings = klingSettings.parse(choices);
  const reportUrl = async (key: string) => `https://here.example/${key}`;
  return {
    name: 'studio',
    url,
    secret: klingSecret,
    slots: undefined,
    settings,
    spool: openMemorySpool(),
    reportUrl,
  };
}

const openAt = (...options: Parameters<typeof optionsAt>) => kind.openSteps(optionsAt(...options));
const clip = async (changes: Partial<ClipStep> = {}) =>
  ({
    ...(await smallStep('clip', { upstream: 'kling-v2-6', width: 1280, height: 720 })),
    ...changes,
  }) as ClipStep;

testStepEngine('kling', async () => openAt(await startKlingServer()), {
  abilities: kind.abilities('kling-v2-6', klingSettings.parse({ lastFrame: true, sound: true })),
  step: () => clip(),
  unknownHandle: {
    job: { id: 'unknown', path: '/v1/videos/text2video' },
    claims: { width: 64, height: 64, count: 1 },
  },
});

testPaidStarts({
  name: 'kling',
  secret: 'planted-secret-key',
  begin: startKlingServer,
  open: openAt,
  step: clip,
  rejections: [[{ status: 400, body: { code: 1301, message: 'the content is risky' } }, refusedContent]],
});

test('a clip from text has an aspect ratio, and a clip from images that of the first image', async () => {
  const server = await startKlingServer();
  const engine = openAt(server, { mode: 'pro', lastFrame: true, sound: true });
  await runStep(engine, await clip({ seconds: 5, audio: true, parameters: { seconds: 5, cfg_scale: 0.5 } }));
  const [picture, last] = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  await runStep(engine, await clip({ picture, last, negative: '' }), 'b:0');
  const [words, pictures] = server.acceptedCalls;
  assert.equal(words?.path, '/v1/videos/text2video');
  assert.deepEqual(words?.body, {
    model_name: 'kling-v2-6',
    mode: 'pro',
    cfg_scale: 0.5,
    prompt: 'a red fox',
    negative_prompt: 'text',
    duration: '5',
    sound: 'on',
    external_task_id: 'a-0',
    callback_url: 'https://here.example/a:0',
    aspect_ratio: '16:9',
  });
  assert.equal(pictures?.path, '/v1/videos/image2video');
  assert.deepEqual(Buffer.from(pictures?.body.image, 'base64'), Buffer.from(picture.bytes));
  assert.deepEqual(Buffer.from(pictures?.body.image_tail, 'base64'), Buffer.from(last.bytes));
  assert.ok(!('aspect_ratio' in pictures.body || 'negative_prompt' in pictures.body));
});

test('a priced value that cannot be sent is rejected before anything is sent', async () => {
  const server = await startKlingServer();
  for (const changes of [{ seconds: 5.5 }, { parameters: { camera: 'wild' } }]) {
    const failure = await catchFailure(openAt(server).start(await clip(changes), 'a:0', never));
    assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
  }
  assert.deepEqual(server.calls, []);
});

const codes: readonly (readonly [number, Partial<EngineError>])[] = [
  [1002, { code: 'engine_unauthorized', retryable: false, notStarted: true }],
  [1102, { code: 'engine_unfunded', retryable: false, notStarted: true }],
  [1201, { code: 'engine_rejected', retryable: false, notStarted: true }],
  [1301, { code: 'content_refused', retryable: false, notStarted: true }],
  [1303, { code: 'engine_busy', retryable: true, notStarted: true }],
  [5000, { code: 'engine_unavailable', retryable: true, notStarted: false }],
];
for (const [code, verdict] of codes)
  test(`a start answered with HTTP 200 and code ${code} is ${verdict.code}`, async () => {
    const server = await startKlingServer();
    server.startFaults.push({ body: { code, message: 'no', request_id: 'r' } });
    const failure = await catchFailure(openAt(server).start(await clip(), 'a:0', never));
    assert.deepEqual(toVerdict(failure), verdict);
  });

test('a job whose response was lost is found by its key after a restart and not started again', async () => {
  const server = await startKlingServer();
  server.startFaults.push('accepted, cut');
  await catchFailure(
    openAt(server).start(await clip({ picture: await pictureOfSize(64, 64) }), 'a:0', never),
  );
  const restartedEngine = openAt(server);
  assert.equal(restartedEngine.traits.afterUnknownStart, 'find');
  const foundHandle = await restartedEngine.find?.('a:0', never);
  assert.ok(foundHandle);
  assert.equal((await waitForEnd(restartedEngine, foundHandle)).state, 'done');
  assert.equal(await restartedEngine.find?.('b:0', never), undefined);
  assert.equal(server.acceptedCalls.length, 1);
});

test('a response that does not say whether the job exists does not cause another start', async () => {
  const server = await startKlingServer();
  const engine = openAt(server);
  const answers = [
    { status: 500 },
    { status: 404, body: { code: 1202, message: 'no such method' } },
    { body: { code: 5000, message: 'busy' } },
    { body: { code: 0, data: { task_id: '1', task_info: { external_task_id: 'of another' } } } },
  ];
  for (const answer of answers) {
    server.override = () => answer;
    const failure = await catchFailure(Promise.resolve(engine.find?.('a:0', never)));
    assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: false });
  }
});

test('failed and unknown tasks fail, and an expired file URL is requested again', async () => {
  const server = await startKlingServer();
  const engine = openAt(server);
  const handle = await engine.start(await clip(), 'a:0', never);
  const done = await waitForEnd(engine, handle);
  const media = done.state === 'done' ? done.media[0] : undefined;
  assert.ok(media);
  server.forgetFiles();
  assert.ok(await engine.open(handle, media, never), 'its URL is requested again');
  server.task = { task_status: 'failed', task_status_msg: 'Image pixel is invalid' };
  const failed = await waitForEnd(engine, handle);
  assert.deepEqual(
    [failed.state, failed.state === 'failed' && failed.cause],
    ['failed', 'Image pixel is invalid'],
  );
  server.task = { task_status: 'failed', task_status_msg: 'Failure to pass the risk control system' };
  const end = await waitForEnd(engine, handle);
  assert.equal(end.state === 'failed' && end.code, 'content_refused');
  server.override = () => ({ status: 404, body: { code: 1203, message: 'resource not found' } });
  assert.deepEqual(await waitForEnd(engine, ageHandle(handle)), { state: 'lost' });
});

test('a key pair becomes a token that is valid for minutes, and a single key is the token', () => {
  // Computed with openssl: printf '%s' "$head.$claims"
  // openssl dgst -sha256 -hmac sk -binary
  // basenc --base64url
  const [head, claims, signature] = signToken('ak:sk', 1_700_000_000_000).split('.');
  assert.deepEqual(JSON.parse(atob(head ?? '')), { alg: 'HS256', typ: 'JWT' });
  assert.deepEqual(JSON.parse(atob(claims ?? '')), { iss: 'ak', exp: 1_700_000_300, nbf: 1_699_999_940 });
  assert.equal(signature, '_dHMZwtvmHmD6cc_U7As88wKsaQLYYzcMdGT4bTo7Y4');
  assert.equal(signToken('single', 0), 'single');
});

test('an error that repeats the signed token, or the key pair, does not contain it', async () => {
  const server = await startProviderServer({ isStart: () => false, answer: () => undefined });
  const engine = openAt(server);
  const tokens: string[] = [];
  server.override = ({ headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    tokens.push(token);
    const message = `the token ${token} (Bearer ${tokens[0]}) of planted-access-key is wrong`;
    return { status: 400, body: { code: 1201, message } };
  };
  for (const key of ['a:0', 'b:0']) {
    const failure = await catchFailure(engine.start(await clip(), key, never));
    assert.match(failure.message, /the token \*\*\* \(Bearer \*\*\*\) of \*\*\* is wrong/);
    assert.doesNotMatch(`${failure.stack} ${String(failure.cause)}`, /planted|eyJ/);
  }
  assert.ok(tokens.every(token => token.startsWith('eyJ')));
});

test('a probe reports that the key is valid and generates nothing', async () => {
  const server = await startKlingServer();
  const access = optionsAt(server);
  assert.equal((await kind.probe?.(access, never))?.program, 'Kling');
  const failure = await catchFailure(Promise.resolve(kind.probe?.({ ...access, secret: 'a:b' }, never)));
  assert.equal((failure as EngineError).code, 'engine_unauthorized');
  assert.deepEqual(server.acceptedCalls, []);
});
