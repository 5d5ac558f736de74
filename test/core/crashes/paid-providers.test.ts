/**
 * Kinora is killed around the starts of real adapters to paid providers: a provider of jobs, one that
 * answers a start with its result, and a Midjourney proxy. The fakes count the starts that they
 * accept: no step is paid twice.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { imageEnd, imagine, until } from '../../support/servers/app.ts';
import { checkCrashedLedger } from '../../support/crashes/crashed-ledger-check.ts';
import { type CrashingServer, makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { startFalServer } from '../../support/providers/fal-server.ts';
import { googleKey, startGoogleServer } from '../../support/providers/google-server.ts';
import { startMjProxyServer } from '../../support/mj-proxy/mj-proxy-server.ts';
import type { PlacedKind } from '../../support/engines/place-kinds.ts';
import { inDepth } from '../../support/depth.ts';

/** An engine with a model of the same name, which generates grids. */
interface Party {
  readonly engine: PlacedKind;
  /** The number of steps of a grid. */
  readonly steps: number;
  /** The prompt of each start that it accepted. */
  starts(): readonly string[];
  /** Answers starts only when the promise is resolved, from now on. */
  hold(release: Promise<void>): void;
}

const operations = ['grid'] as const;
let parties: Party[];
let server: CrashingServer;
let tasks = 0;

async function jobParty(): Promise<Party> {
  const fake = await startFalServer('fal-key');
  const settings = { does: 'generate', fields: 'prompt,image_size,num_images,seed', unitPrice: 0.04 };
  const engine = { name: 'jobs', kind: 'fal', url: fake.url, secret: 'env:FAL', settings, operations };
  return {
    engine: { ...engine, upstream: 'fal-ai/flux/dev' },
    steps: 1,
    starts: () => fake.acceptedCalls.map(({ body }) => body.prompt),
    hold: release => void (fake.startGate = release),
  };
}

async function answerParty(): Promise<Party> {
  const fake = await startGoogleServer();
  const engine = { name: 'answers', kind: 'google', url: fake.url, secret: 'env:GOOGLE', operations };
  return {
    engine: { ...engine, upstream: 'gemini-nano-banana-2.1' },
    steps: 4,
    starts: () => fake.acceptedCalls.map(({ body }) => body.contents[0].parts[0].text),
    hold: release => void (fake.startGate = release),
  };
}

async function proxyParty(): Promise<Party> {
  const fake = await startMjProxyServer();
  return {
    engine: { name: 'proxy', kind: 'mj-proxy', url: fake.url, operations },
    steps: 1,
    starts: () => fake.submits.map(({ body }) => body['prompt']),
    hold: release => void (fake.behavior.submitGate = release),
  };
}

before(async () => {
  parties = [await jobParty(), await answerParty(), await proxyParty()];
  server = await makeCrashingServer('');
});

const start = (crashAt = '') =>
  server.start({
    PLACED_KINDS: JSON.stringify(parties.map(({ engine }) => engine)),
    KINORA_ALLOWED_NETWORKS: '127.0.0.1',
    FAL: 'fal-key',
    GOOGLE: googleKey,
    ...(crashAt && { CRASH_AT: crashAt }),
  });

/** Submits one task to each, with a unique prompt. */
const submitToEach = () =>
  Promise.all(parties.map(({ engine }) => imagine(server as never, `fox ${tasks++} --model ${engine.name}`)));

const readEnds = (ids: readonly string[]) =>
  Promise.all(ids.map(async id => (await imageEnd(server as never, id)).status));

/**
 * A task that succeeded paid for each of its steps, so one more start would be a step that was paid twice.
 */
function assertBoughtOnce(): void {
  for (const { engine, steps, starts } of parties)
    for (const [prompt, promptStarts] of Map.groupBy(starts(), start => start))
      assert.ok(promptStarts.length <= steps, `${engine.name}: ${prompt} took ${promptStarts.length} starts`);
}

test('Kinora is killed while starts wait for their responses: the tasks fail, and no start is repeated', async () => {
  await start();
  const { promise: release, resolve: answer } = Promise.withResolvers<void>();
  for (const party of parties) party.hold(release);
  const ids = await submitToEach();
  await until(
    async () => parties.every(({ starts }) => starts().length > 0),
    isBegun => isBegun,
  );
  const counts = parties.map(({ starts }) => starts().length);
  server.kill();
  await server.waitForExit();
  answer();
  await start();
  assert.deepEqual(await readEnds(ids), ['FAILURE', 'FAILURE', 'FAILURE']);
  assert.deepEqual(
    parties.map(({ starts }) => starts().length),
    counts,
  );
  assertBoughtOnce();
});

const events = ['taskStarted', 'taskRendered', 'taskSaved'];

for (const event of inDepth({ quick: ['taskStarted'], full: events }))
  test(`Kinora is killed at ${event}: every task ends, and nothing is paid twice`, async () => {
    await server.stop();
    await start(event);
    const ids = await submitToEach();
    await server.waitForExit();
    await start();
    const ends = await readEnds(ids);
    assert.ok(ends.every(status => status === 'SUCCESS' || status === 'FAILURE'));
    // Work that is known to have started is finished.
    if (event !== 'taskStarted') assert.ok(ends.includes('SUCCESS'), ends.join());
    assertBoughtOnce();
  });

test('the ledger balances, and only tasks that succeeded were charged', async () => {
  await server.stop();
  const { ends } = await checkCrashedLedger(server);
  assert.equal(ends.length, tasks);
  for (const { phase, charged_micros: chargedMicros } of ends)
    assert.equal(chargedMicros > 0n, phase === 'succeeded');
});
