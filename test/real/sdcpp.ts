/**
 * The adapters to stable-diffusion.cpp against a real sd-server: one that runs, and one that Kinora starts.
 * `test/support/programs/tiny-checkpoint.ts` writes a checkpoint with random weights, with which both need a
 * second or two for an image. In the environment:
 *
 * REAL_SDCPP_SETTINGS   JSON, such as {"clips": "words", "pictures": false}
 * REAL_SDCPP_SIZE       such as 256x256. Default: 64x64
 * REAL_SDCPP_PROGRAM    the path of the executable `sd-server`, for the server that Kinora starts
 * REAL_SDCPP_ARGUMENTS  its arguments, separated by spaces: -m sd1.safetensors --steps 4
 */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { EngineError } from '../../src/engines/contract/engine-error.ts';
import type { Json } from '../../src/engines/contract/json.ts';
import type { EngineSettings } from '../../src/engines/contract/kind/engine-settings.ts';
import { testStepEngine } from '../../src/engines/contract/steps/step-conformance.ts';
import type { GenerateStep, Step } from '../../src/engines/contract/steps/step.ts';
import { type Primitive, primitives } from '../../src/engines/contract/steps/primitive.ts';
import type { StepEngine } from '../../src/engines/contract/steps/step-engine.ts';
import { managedSdcppKind, sdcppKind } from '../../src/engines/kinds/sdcpp/sdcpp-kind.ts';
import { openMemorySpool } from '../support/engines/memory-spool.ts';
import { assertSameBytes } from '../support/media/same-bytes.ts';
import { probeReal, skipUnreachable } from '../support/engines/probe-real.ts';
import { smallStep } from '../support/engines/steps.ts';
import { never } from '../support/test-engine/instance.ts';
import { waitUntil } from '../support/servers/wait-until.ts';
import { waitForEnd } from '../support/engines/run-step.ts';

const {
  REAL_SDCPP_SETTINGS: givenSettings = '{}',
  REAL_SDCPP_SIZE: size = '',
  REAL_SDCPP_PROGRAM: program,
  REAL_SDCPP_ARGUMENTS: args = '',
} = process.env;
const [width = 64, height = 64] = size.split('x').map(Number).filter(Boolean);
const url = process.argv[2];
const advice = 'Start sd-server, and give its URL: npm run test:real -- sdcpp URL';

if (url) await testServer(url);
else
  test('sdcpp', {
    skip: 'name the address of an sd-server that runs: npm run test:real -- sdcpp http://127.0.0.1:1234',
  });
if (program) await testManaged(program);
else test('sdcpp, managed', { skip: 'set REAL_SDCPP_PROGRAM to the executable sd-server' });

function makeStep(primitive: Primitive): Promise<Step> {
  return smallStep(primitive, { width, height });
}

async function testServer(url: string): Promise<void> {
  const settings = sdcppKind.settings.parse(JSON.parse(givenSettings)) as EngineSettings;
  const access = { name: 'real', url, secret: undefined, settings };
  const probeResult = await probeReal(sdcppKind.probe!(access, never));
  if (probeResult instanceof EngineError) return skipUnreachable(url, probeResult, advice);
  test(`${probeResult.program} with ${probeResult.models.join(', ')}: ${probeResult.notes.join(' ')}`, () =>
    assert.ok(probeResult.models.length > 0));
  test('ten probes, sequential and concurrent, are all answered', async () => {
    for (let times = 0; times < 5; times++) await sdcppKind.probe!(access, never);
    await Promise.all(Array.from({ length: 5 }, () => sdcppKind.probe!(access, never)));
  });
  const open = () => sdcppKind.openSteps({ ...access, slots: undefined, spool: openMemorySpool() });
  const abilities = sdcppKind.abilities('', settings);
  testStepEngine(`${probeResult.program}`, async () => open(), {
    abilities,
    step: makeStep,
    unknownHandle: { id: 'job_0_00000000', key: 'unknown', count: 1 },
  });
  if (abilities.generate)
    test('the second of two images is the first one of the next seed', () => testSeeds(open()));
}

async function testSeeds(engine: StepEngine): Promise<void> {
  const step = { ...(await makeStep('generate')), primitive: 'generate' } as GenerateStep;
  const [, second] = await generatePictures(engine, { ...step, seed: 5, count: 2 });
  const [singlePicture] = await generatePictures(engine, { ...step, seed: 6, count: 1 });
  await engine.close();
  assert.ok(second && singlePicture);
  assertSameBytes(second, singlePicture, 'the image of a seed');
}

async function generatePictures(engine: StepEngine, step: GenerateStep): Promise<Buffer[]> {
  const handle = await engine.start(step, `seeds:${step.seed}`, never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done', JSON.stringify(state));
  const files = await Promise.all(state.media.map(media => engine.open(handle, media, never)));
  return Promise.all(
    files.map(file =>
      sharp(file as Uint8Array)
        .raw()
        .toBuffer(),
    ),
  );
}

async function testManaged(program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-real-sd-'));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const kind = managedSdcppKind(folder);
  const settings = kind.settings.parse({
    ...JSON.parse(givenSettings),
    program,
    arguments: args.split(' ').filter(Boolean).join('\n'),
  }) as EngineSettings;
  const access = { name: 'real', url: undefined, secret: undefined, settings };
  const open = () => kind.openSteps({ ...access, slots: undefined, spool: openMemorySpool() });
  const abilities = kind.abilities('', settings);
  const first = primitives.find(primitive => abilities[primitive]) ?? 'generate';
  testStepEngine('managed', async () => open(), {
    abilities,
    step: makeStep,
    unknownHandle: { key: 'unknown' },
  });

  /** The id of its process, as a probe reports it. */
  const readProcessId = async () =>
    Number(/process (\d+)/.exec((await kind.probe!(access, never)).notes.join())?.[1]);
  const waitUntilBegun = (engine: StepEngine, handle: Json) =>
    waitUntil(async () => {
      const state = await engine.check(handle, 0, never);
      return state.state === 'running' && state.progress > 0;
    });

  test('cancelling a running job ends its server, and the next job starts another', async () => {
    const engine = open();
    const handle = await engine.start(await makeStep(first), 'one:0', never);
    await waitUntilBegun(engine, handle);
    const pid = await readProcessId();
    await engine.cancel(handle);
    const next = await engine.start(await makeStep(first), 'two:0', never);
    assert.equal((await waitForEnd(engine, next)).state, 'done');
    assert.notEqual(await readProcessId(), pid);
    await engine.close();
  });

  test('a job fails when its server is killed, and the next job starts another', async () => {
    const engine = open();
    const handle = await engine.start(await makeStep(first), 'one:0', never);
    await waitUntilBegun(engine, handle);
    process.kill(await readProcessId(), 'SIGKILL');
    const state = await waitForEnd(engine, handle);
    assert.ok(state.state === 'failed' && state.retryable, JSON.stringify(state));
    const next = await engine.start(await makeStep(first), 'two:0', never);
    assert.equal((await waitForEnd(engine, next)).state, 'done');
    await engine.close();
  });

  test('a server that cannot load its model reports the reason', async t => {
    const wrong = { ...settings, arguments: '-m\n/no/such/model.safetensors' };
    const engine = kind.openSteps({ ...access, settings: wrong, slots: undefined, spool: openMemorySpool() });
    const state = await waitForEnd(engine, await engine.start(await makeStep(first), 'one:0', never));
    await engine.close();
    assert.ok(state.state === 'failed', JSON.stringify(state));
    t.diagnostic(reasonText(state.reason));
    assert.match(state.cause ?? '', /no\/such\/model\.safetensors/);
  });
}
