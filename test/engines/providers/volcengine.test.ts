/** The adapter to Volcengine Ark, against a fake of its API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { ClipStep, GenerateStep, InstructStep } from '../../../src/engines/contract/steps/step.ts';
import { isContentRefusal } from '../../../src/engines/kinds/volcengine/failures.ts';
import { volcengineKind } from '../../../src/engines/kinds/volcengine/volcengine-kind.ts';
import { volcengineSettings } from '../../../src/engines/kinds/volcengine/volcengine-settings.ts';
import { arkKey, startArkServer } from '../../support/providers/ark-server.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { ageHandle, refusedContent, testPaidStarts } from '../../support/providers/paid-starts.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

const kind = volcengineKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));
type Settings = Partial<ReturnType<typeof volcengineSettings.parse>>;

function optionsAt({ url }: { readonly url: string }, choices: Settings = {}) {
  const settings = volcengineSettings.parse(choices);
  const reportUrl = async (key: string) => `https://here.example/${key}`;
  const spool = openMemorySpool();
  return { name: 'studio', url, secret: arkKey, slots: undefined, settings, spool, reportUrl };
}

const openAt = (...options: Parameters<typeof optionsAt>) => kind.openSteps(optionsAt(...options));
const clip = async (changes: Partial<ClipStep> = {}) =>
  ({
    ...(await smallStep('clip', { upstream: 'seedance-1-5-pro', width: 1280, height: 720 })),
    ...changes,
  }) as ClipStep;

for (const makes of ['clips', 'pictures'] as const) {
  const unknownHandle: Json =
    makes === 'clips'
      ? { job: { id: 'unknown' }, claims: { width: 64, height: 64, count: 1 } }
      : { key: 'unknown' };
  testStepEngine(`volcengine, ${makes}`, async () => openAt(await startArkServer(), { makes }), {
    abilities: kind.abilities('any', volcengineSettings.parse({ makes, lastFrame: true, sound: true })),
    step: primitive => smallStep(primitive),
    unknownHandle,
  });
  testPaidStarts({
    name: `volcengine, ${makes}`,
    secret: arkKey,
    begin: startArkServer,
    open: server => openAt(server, { makes }),
    step: () => smallStep(makes === 'clips' ? 'clip' : 'generate'),
    rejections: [
      [
        {
          status: 400,
          body: { error: { code: 'InputTextSensitiveContentDetected', message: 'may be sensitive' } },
        },
        refusedContent,
      ],
    ],
  });
}

test('a clip is requested with its aspect ratio, length, sound and images', async () => {
  const server = await startArkServer();
  const engine = openAt({ url: `${server.url}/api/v3` }, { sound: true, lastFrame: true });
  const parameters = { seconds: 5, resolution: '720p', camera_fixed: true };
  await runStep(engine, await clip({ seconds: 5, audio: true, parameters }));
  const [picture, last] = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  await runStep(engine, await clip({ picture, last }), 'b:0');
  const references = [{ ...picture, use: 'content', weight: 1 } as const];
  await runStep(engine, await clip({ references }), 'c:0');
  const [textRequest, frameRequest, referenceRequest] = server.acceptedCalls.map(({ body }) => body);
  assert.deepEqual(textRequest, {
    model: 'seedance-1-5-pro',
    content: [{ type: 'text', text: 'a red fox' }],
    camera_fixed: true,
    resolution: '720p',
    ratio: '16:9',
    duration: 5,
    seed: 5,
    generate_audio: true,
    callback_url: 'https://here.example/a:0',
  });
  assert.deepEqual(
    frameRequest.content.map(({ role }: { role?: string }) => role),
    [undefined, 'first_frame', 'last_frame'],
  );
  assert.match(frameRequest.content[1].image_url.url, /^data:image\/png;base64,/);
  assert.equal(referenceRequest.content[1].role, 'reference_image');
});

test("commands in a client's prompt do not change a priced value", async () => {
  const server = await startArkServer();
  await runStep(openAt(server), await clip({ prompt: 'a fox --rs 1080p ---dur 12, red-brown -- old' }));
  assert.equal(
    server.acceptedCalls[0]?.body.content[0].text,
    'a fox \u2014rs 1080p \u2014dur 12, red-brown -- old',
  );
});

test('a clip that is billed in tokens has a cost if the token price is known', async () => {
  const server = await startArkServer();
  const costs = [];
  for (const tokenPrice of [0, 2.4]) {
    const done = await runStep(openAt(server, { tokenPrice }), await clip());
    costs.push(done.state === 'done' && done.costMicros);
  }
  assert.deepEqual(costs, [undefined, 261_360]);
});

test('rejected, failed, expired and unknown tasks fail, and an expired file URL is requested again', async () => {
  const server = await startArkServer();
  const engine = openAt(server);
  const handle = await engine.start(await clip(), 'a:0', never);
  const done = await waitForEnd(engine, handle);
  const media = done.state === 'done' ? done.media[0] : undefined;
  assert.ok(media);
  server.forgetFiles();
  assert.ok(await engine.open(handle, media, never), 'its URL is requested again');
  const failureCode = async (task: object) => {
    server.task = task;
    const end = await waitForEnd(engine, handle);
    return end.state === 'failed' && end.code;
  };
  const code = 'OutputVideoSensitiveContentDetected.PolicyViolation';
  assert.equal(await failureCode({ status: 'failed', error: { code, message: 'no' } }), 'content_refused');
  const internal = { code: 'InternalServiceError', message: arkKey };
  assert.equal(await failureCode({ status: 'failed', error: internal }), 'engine_error');
  assert.ok(!JSON.stringify(await waitForEnd(engine, handle)).includes(arkKey));
  assert.equal(await failureCode({ status: 'expired' }), 'engine_error');
  server.override = () => ({ status: 404 });
  assert.deepEqual(await waitForEnd(engine, ageHandle(handle)), { state: 'lost' });
});

test('an image is requested without a watermark, and an edit with its images', async () => {
  const server = await startArkServer();
  const engine = openAt(server, { makes: 'pictures' });
  const step = (await smallStep('generate', { upstream: 'seedream-4-0' })) as GenerateStep;
  await runStep(engine, step);
  const instruct = (await smallStep('instruct')) as InstructStep;
  await runStep(engine, instruct, 'b:0');
  await runStep(engine, { ...instruct, pictures: [instruct.pictures[0]!, instruct.pictures[0]!] }, 'c:0');
  const [plain, one, two] = server.acceptedCalls.map(({ body }) => body);
  assert.deepEqual(plain, {
    watermark: false,
    model: 'seedream-4-0',
    prompt: 'a red fox',
    size: '64x64',
    response_format: 'b64_json',
  });
  assert.match(one.image, /^data:image\/png;base64,/);
  assert.equal(two.image.length, 2);
});

test('an answer without an image is a failure, and a content rejection is recognized', async () => {
  const server = await startArkServer();
  const code = 'OutputImageSensitiveContentDetected';
  for (const [picture, expected] of [
    [{ data: [{ error: { code, message: 'no' } }] }, 'content_refused'],
    [{ data: [] }, 'engine_error'],
  ] as const) {
    server.picture = picture;
    const failure = await catchFailure(
      openAt(server, { makes: 'pictures' }).start(await smallStep('generate'), 'a:0', never),
    );
    assert.equal(failure.code, expected);
  }
});

test('rejections are classified by their codes', () => {
  const refusalCodes = ['SensitiveContentDetected.SevereViolation', 'InputImageRiskDetection'];
  assert.ok(refusalCodes.every(isContentRefusal));
  assert.ok(!['ContentSecurityDetectionError', 'InvalidParameter', '', undefined].some(isContentRefusal));
});

test('a priced value that cannot be sent is rejected before anything is sent', async () => {
  const server = await startArkServer();
  for (const changes of [{ seconds: 2.5 }, { parameters: { frames: 289 } }]) {
    const failure = await catchFailure(openAt(server).start(await clip(changes), 'a:0', never));
    assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
  }
  assert.deepEqual(server.calls, []);
});

test('a probe reports that the key is valid and generates nothing', async () => {
  const server = await startArkServer();
  const access = optionsAt(server);
  assert.equal((await kind.probe?.(access, never))?.program, 'Ark');
  const failure = await catchFailure(Promise.resolve(kind.probe?.({ ...access, secret: 'wrong' }, never)));
  assert.equal((failure as EngineError).code, 'engine_unauthorized');
  assert.deepEqual(server.acceptedCalls, []);
});
