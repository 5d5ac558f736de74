/**
 * A managed sd-server: a real process that is started, monitored, restarted and killed.
 * @NOTE length: the states of one process.
 */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { openSdServer, type SdBehavior } from '../../support/engines/sd-server.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never } from '../../support/test-engine/instance.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import type { ProbeResult } from '../../../src/engines/contract/kind/probe-result.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { openManagedJobs } from '../../../src/engines/kinds/sdcpp/managed-jobs.ts';
import { openServerRoom } from '../../../src/engines/kinds/sdcpp/server-room.ts';
import { managedSdcppKind } from '../../../src/engines/kinds/sdcpp/sdcpp-kind.ts';
import { managedSettings, type ManagedSettings } from '../../../src/engines/kinds/sdcpp/sdcpp-settings.ts';
import { waitForEnd } from '../../support/engines/run-step.ts';

const program = fileURLToPath(new URL('../../support/engines/sd-server-program.ts', import.meta.url));
const folders: string[] = [];
const engines: StepEngine[] = [];
after(async () => {
  await Promise.all(engines.map(engine => engine.close()));
  await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true, maxRetries: 3 })));
});

interface Place {
  readonly folder: string;
  readonly options: InstanceOptions;
}

async function newPlace(polls = '2', change: object = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-sd-'));
  folders.push(folder);
  const settings = managedSettings.parse({
    program: process.execPath,
    arguments: `${program}\n--model\n/models/a b.gguf`,
    environment: `FAKE_FOLDER=${folder}\nFAKE_POLLS=${polls}`,
    clips: 'both',
    ...change,
  });
  const options = {
    name: 'gpu',
    url: undefined,
    secret: undefined,
    slots: undefined,
    settings,
    spool: openMemorySpool(),
  };
  return { folder, options };
}

function openAt({ folder, options }: Place): StepEngine {
  const engine = managedSdcppKind(folder).openSteps(options);
  engines.push(engine);
  return engine;
}

/** The processes that were started. An incomplete line does not count yet. */
function readStarts(folder: string): number[] {
  const file = join(folder, 'starts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.slice(0, -1).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const step = await smallStep('generate');

const conformance = await newPlace();
testStepEngine('sdcpp, managed', async () => openAt(conformance), {
  abilities: managedSdcppKind('').abilities('', conformance.options.settings),
  step: primitive => smallStep(primitive),
  unknownHandle: { key: 'unknown' },
});

test('the first job starts the server, the next ones use it, and it ends with the engine', async () => {
  const place = await newPlace();
  const engine = openAt(place);
  assert.deepEqual(readStarts(place.folder), []);
  for (const key of ['one:0', 'two:0'])
    assert.equal((await waitForEnd(engine, await engine.start(step, key, never))).state, 'done');
  const [pid = 0, ...more] = readStarts(place.folder);
  assert.deepEqual(more, []);
  await engine.close();
  await waitUntil(() => !isRunning(pid));
});

test('cancelling rejects when the spool fails, without crashing the process', async () => {
  const { folder, options } = await newPlace();
  const drop = () => Promise.reject(new RangeError('the disk is gone'));
  const engine = openAt({ folder, options: { ...options, spool: { ...options.spool, drop } } });
  await assert.rejects(engine.cancel({ key: 'one:0' }), RangeError);
});

test('a job whose server is killed fails, and the next one starts the server again', async () => {
  const place = await newPlace('Infinity');
  const engine = openAt(place);
  const handle = await engine.start(step, 'one:0', never);
  await waitUntil(() => readStarts(place.folder).length === 1);
  await waitUntil(async () => {
    const state = await engine.check(handle, 0, never);
    return state.state === 'running' && state.progress > 0;
  });
  process.kill(readStarts(place.folder)[0] ?? 0, 'SIGKILL');
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'failed');
  assert.deepEqual([state.code, state.retryable], ['engine_unavailable', true]);
  await engine.start(step, 'two:0', never);
  await waitUntil(() => readStarts(place.folder).length === 2);
});

test('failed polls do not end a job, and the server renders once', async () => {
  const place = await newPlace('3');
  const environment = `FAKE_FOLDER=${place.folder}\nFAKE_POLLS=3\nFAKE_POLL_FAILURES=3`;
  const settings = managedSettings.parse({ ...place.options.settings, environment });
  const engine = openAt({ ...place, options: { ...place.options, settings } });
  assert.equal((await waitForEnd(engine, await engine.start(step, 'one:0', never))).state, 'done');
  assert.equal(readStarts(place.folder).length, 1);
});

test('cancelling a running job ends its server, and a queued job then continues', async () => {
  const place = await newPlace('Infinity');
  const engine = openAt(place);
  const runningJob = await engine.start(step, 'one:0', never);
  const waitingJob = await engine.start(step, 'two:0', never);
  await waitUntil(async () => {
    const state = await engine.check(runningJob, 0, never);
    return state.state === 'running' && state.progress > 0;
  });
  await engine.cancel(runningJob);
  const [first = 0] = readStarts(place.folder);
  await waitUntil(() => !isRunning(first));
  await waitUntil(() => readStarts(place.folder).length === 2);
  assert.equal((await engine.check(waitingJob, 0, never)).state, 'running');
});

test('a server that exits before it responds is retried, and its last output is the cause', async () => {
  const place = await newPlace();
  const brokenMarker = join(place.folder, 'broken');
  writeFileSync(brokenMarker, '');
  const engine = openAt(place);
  const state = await waitForEnd(engine, await engine.start(step, 'one:0', never));
  assert.ok(state.state === 'failed');
  assert.deepEqual([state.code, state.retryable], ['engine_unavailable', true]);
  assert.match(reasonText(state.reason), /^it ran out of memory: use smaller images, fewer images per job/);
  assert.match(state.cause ?? '', /^CUDA error: out of memory$/m);
  assert.equal(readStarts(place.folder).length, 3);
  rmSync(brokenMarker);
  assert.equal((await waitForEnd(engine, await engine.start(step, 'two:0', never))).state, 'done');
  assert.equal(readStarts(place.folder).length, 4);
});

test('a missing program fails the job', async () => {
  const place = await newPlace('2', { program: '/no/such/program' });
  const engine = openAt(place);
  const state = await waitForEnd(engine, await engine.start(step, 'one:0', never));
  assert.ok(state.state === 'failed');
  assert.equal(state.code, 'engine_unavailable');
  assert.equal((await catchFailure(probe(place))).code, 'engine_error');
});

function probe({ folder, options }: Place): Promise<ProbeResult> {
  return managedSdcppKind(folder).probe!(options, never);
}

test('a probe shows the state and the last lines of the server, and starts nothing', async () => {
  const place = await newPlace();
  assert.match((await probe(place)).notes.join(), /Not started yet/);
  const engine = openAt(place);
  await waitForEnd(engine, await engine.start(step, 'one:0', never));
  // Lines are written a moment after they were printed.
  const isListening = (note: string) => /^> listening on \d+$/.test(note);
  await waitUntil(async () => (await probe(place)).notes.some(isListening));
  const probeResult = await probe(place);
  assert.deepEqual(
    [probeResult.program, probeResult.models],
    ['stable-diffusion.cpp', ['z-image-turbo-Q4_K']],
  );
  assert.match(probeResult.notes[0] ?? '', /^It runs as process \d+\.$/);
  assert.ok(probeResult.notes.includes('> |==>   | 1/2'));
  await engine.close();
  await waitUntil(async () => /is not running/.test((await probe(place)).notes[0] ?? ''));
  const { failure, isIdle } = await probe(place);
  assert.deepEqual([failure, isIdle], [undefined, true]);
  assert.equal(readStarts(place.folder).length, 1);
});

test('a probe of a server that keeps exiting fails, with how often it did and what it said', async () => {
  const place = await newPlace();
  writeFileSync(join(place.folder, 'broken'), '');
  const engine = openAt(place);
  await waitForEnd(engine, await engine.start(step, 'one:0', never));
  await waitUntil(async () => (await probe(place)).failure?.message === 'its program ended 3 times in a row');
  const { failure, notes, isIdle } = await probe(place);
  assert.deepEqual([failure?.code, isIdle], ['engine_unavailable', false]);
  assert.match(String(failure?.cause), /CUDA error: out of memory/);
  assert.ok(notes.includes('> CUDA error: out of memory'));
});

/** Kinora with one job that never ends. */
const kinora = `
  import { managedSdcppKind } from ${JSON.stringify(new URL('../../../src/engines/kinds/sdcpp/sdcpp-kind.ts', import.meta.url).href)};
  import { openMemorySpool } from ${JSON.stringify(new URL('../../support/engines/memory-spool.ts', import.meta.url).href)};
  const { folder, options, step } = JSON.parse(process.env.WORK);
  const engine = managedSdcppKind(folder).openSteps({ ...options, spool: openMemorySpool() });
  await engine.start(step, 'one:0', new AbortController().signal);
  setInterval(() => {}, 1000);
`;

async function assertEndsWithKinora({ folder, options }: Place): Promise<void> {
  const { spool: _, ...plain } = options;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', kinora], {
    env: { WORK: JSON.stringify({ folder, options: plain, step }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  // If the test fails here, the process must not outlive it, because it holds the output of the test run.
  try {
    await waitUntil(() => readStarts(folder).length === 1);
    assert.equal(isRunning(readStarts(folder)[0] ?? 0), true);
  } finally {
    child.kill('SIGKILL');
  }
  await exit;
  const [pid = 0] = readStarts(folder);
  await waitUntil(() => !isRunning(pid));
}

test('the server ends when Kinora is killed', async () => {
  await assertEndsWithKinora(await newPlace('Infinity'));
});

test('a server that a script started ends when Kinora is killed', async () => {
  // The shell waits for the server, so the server is a separate process.
  const script = `-c\n"$0" "$@"; exit\n${process.execPath}\n${program}`;
  await assertEndsWithKinora(await newPlace('Infinity', { program: '/bin/sh', arguments: script }));
});

suite('a job that the server does not complete', () => {
  const noIdleStop = { begin: () => {}, end: () => {}, close: () => {} };

  /** Runs a job on a server and returns how often the server was killed. Each sleep advances the clock. */
  async function countKills(behavior: Partial<SdBehavior>): Promise<number> {
    const sd = await openSdServer(behavior);
    let [nowMs, kills] = [0, 0];
    const clock = { now: () => nowMs, sleep: async (ms: number) => void (nowMs += ms) };
    const server = {
      url: async () => sd.url,
      kill: async () => void kills++,
      isRunning: true,
      endReason: undefined,
    };
    const settings = conformance.options.settings as ManagedSettings;
    const jobs = openManagedJobs({ server, settings, clock, room: openServerRoom(), idle: noIdleStop });
    const call = { signal: never, onSent: () => {}, onUpdate: () => {} };
    await catchFailure(jobs.run({ ...call, step, key: 'one:0' }));
    await sd.close();
    return kills;
  }

  test('a server is not started while its weights have no room, and the failure says how much is missing', async () => {
    const needy = { ...(conformance.options.settings as ManagedSettings), memoryNeeded: 2000 };
    let nowMs = 0;
    const clock = { now: () => nowMs, sleep: async (ms: number) => void (nowMs += ms) };
    const server = {
      url: () => assert.fail('it was started'),
      kill: async () => {},
      isRunning: false,
      endReason: undefined,
    };
    const jobs = openManagedJobs({
      server,
      settings: needy,
      clock,
      room: openServerRoom(),
      idle: noIdleStop,
    });
    const call = { signal: never, onSent: () => {}, onUpdate: () => {} };
    const failure = await catchFailure(jobs.run({ ...call, step, key: 'one:0' }));
    assert.match(
      reasonText(failure.reason),
      /^its weights need 2000 GB of free memory, and [\d.]+ GB are free/,
    );
  });

  test('a silent server is killed, so that the next job does not wait behind it', async () => {
    assert.equal(await countKills({ polls: Infinity, pollFailures: Infinity }), 1);
  });

  test('a server is killed if it is unknown whether the job began', async () => {
    assert.equal(await countKills({ startFault: 'reset' }), 1);
  });

  test('a server is not killed if the job failed or was rejected', async () => {
    assert.equal(await countKills({ failWith: 'out of memory' }), 0);
    assert.equal(await countKills({ startStatus: 429 }), 0);
    assert.equal(await countKills({ jobStatus: 410 }), 0);
  });
});
