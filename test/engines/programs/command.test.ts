/**
 * Programs as engines: what they receive, what becomes of them and their results, and kills on either side.
 * @NOTE length: all tests are about one program and use the same few functions.
 */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never } from '../../support/test-engine/instance.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { systemClock } from '@kinora/shared/clock';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import type { EngineSettings } from '../../../src/engines/contract/kind/engine-settings.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { commandKind } from '../../../src/engines/kinds/command/command-kind.ts';
import { commandSettings } from '../../../src/engines/kinds/command/command-settings.ts';
import { toFolderName } from '../../../src/engines/kinds/command/job-folder.ts';
import { isRunning } from '../../../src/engines/kinds/command/process-facts.ts';

const program = fileURLToPath(new URL('../../support/engines/command-program.ts', import.meta.url));
const runner = fileURLToPath(new URL('../../../src/engines/kinds/command/run-program.ts', import.meta.url));
const workFolder = await mkdtemp(join(tmpdir(), 'kinora-command-'));
after(() => rm(workFolder, { recursive: true, force: true }));
const kind = commandKind(workFolder);
const handle = (key: string) => ({
  key,
  wanted: { kind: 'picture', count: 1, width: 64, height: 64, durationMs: 0, framesPerSecond: 0 },
});

function instance(settings: Partial<EngineSettings> = {}): InstanceOptions {
  const base = {
    program: process.execPath,
    arguments: `${program}\n{job}`,
    imageToImage: true,
    ask: true,
    clips: 'both',
  };
  return {
    name: 'script',
    url: undefined,
    secret: undefined,
    slots: undefined,
    settings: commandSettings.parse({ ...base, ...settings }),
    spool: openMemorySpool(),
  };
}

const open = (settings?: Partial<EngineSettings>): StepEngine => kind.openSteps(instance(settings));
const stepWithPrompt = async (prompt: string): Promise<Step> => ({
  ...(await smallStep('generate')),
  prompt,
});
const jobFolder = (key: string) => join(workFolder, 'script', toFolderName(key) ?? '');

/** The folders of runs, those that failed included. */
const folders = () => readdirSync(join(workFolder, 'script'));

const shell = (script: string) => ({ program: '/bin/sh', arguments: `-c\n${script}` });

let keys = 0;
const newKey = () => `task-${keys++}:0:0.1`;

async function waitForEnd(engine: StepEngine, handle: Json): Promise<EngineStatus> {
  for (;;) {
    const state = await engine.check(handle, 0, never);
    if (state.state !== 'running') return state;
    await systemClock.sleep(20);
  }
}

async function runToEnd(prompt: string, settings?: Partial<EngineSettings>): Promise<EngineStatus> {
  const engine = open(settings);
  const key = newKey();
  const state = await waitForEnd(engine, await engine.start(await stepWithPrompt(prompt), key, never));
  if (state.state !== 'failed') {
    assert.equal(existsSync(jobFolder(key)), false, 'the folder was removed');
    return state;
  }
  const secondState = await engine.check(handle(key), 0, never);
  assert.ok(
    secondState.state === 'failed' &&
      secondState.code === state.code &&
      secondState.retryable === state.retryable,
  );
  return state;
}

/** The process that the program started, or 0 if its id was not written yet. */
function childId(key: string): number {
  const file = join(jobFolder(key), 'child.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

function readProcess(key: string): { pid: number; program?: { pid: number } } | undefined {
  try {
    return JSON.parse(readFileSync(join(jobFolder(key), 'process.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

testStepEngine('command', async () => open(), {
  abilities: kind.abilities('', instance().settings),
  step: primitive => smallStep(primitive),
  unknownHandle: handle('unknown'),
});

test('a program receives the step as JSON, its images as files and its folder as an argument', async () => {
  const engine = open();
  const key = newKey();
  const step = await smallStep('imageToImage');
  await engine.start({ ...step, prompt: 'hang', parameters: { steps: 8 } } as Step, key, never);
  const job = JSON.parse(readFileSync(join(jobFolder(key), 'job.json'), 'utf8'));
  assert.ok(step.primitive === 'imageToImage');
  const { picture, ...rest } = step;
  assert.deepEqual(job, { ...rest, prompt: 'hang', parameters: { steps: 8 }, picture: 'picture.png' });
  assert.deepEqual(
    new Uint8Array(readFileSync(join(jobFolder(key), 'picture.png'))),
    new Uint8Array(picture.bytes),
  );
  await engine.cancel(handle(key));
  assert.equal(existsSync(jobFolder(key)), false);
});

test('clips with sound and a last frame are offered by settings, and reach the program', async () => {
  const listAbilities = (settings: Partial<EngineSettings>) => {
    const { clip } = kind.abilities('', instance(settings).settings);
    return [clip?.hasAudio, clip?.canEndWith];
  };
  assert.deepEqual(listAbilities({}), [false, false]);
  assert.deepEqual(listAbilities({ clipAudio: true, clipEnd: true }), [true, true]);
  assert.deepEqual(listAbilities({ clips: 'words', clipEnd: true }), [false, false]);
  const engine = open({ clipAudio: true, clipEnd: true });
  const key = newKey();
  const step = await smallStep('clip');
  const { picture } = (await smallStep('imageToImage')) as Extract<Step, { primitive: 'imageToImage' }>;
  await engine.start({ ...step, prompt: 'hang', audio: true, picture, last: picture } as Step, key, never);
  const job = JSON.parse(readFileSync(join(jobFolder(key), 'job.json'), 'utf8'));
  assert.deepEqual([job.audio, job.picture, job.last], [true, 'picture.png', 'last.png']);
  assert.deepEqual(
    new Uint8Array(readFileSync(join(jobFolder(key), 'last.png'))),
    new Uint8Array(picture.bytes),
  );
  await engine.cancel(handle(key));
});

test('progress and previews are reported while it runs, each preview once', async () => {
  const engine = open();
  const key = newKey();
  const handle = await engine.start(await stepWithPrompt('wait for the test'), key, never);
  const states: EngineStatus[] = [];
  const check = async () => states.push(await engine.check(handle, 0, never));
  while (!states.some(state => state.state === 'running' && state.preview)) await check();
  await check();
  const [before, last] = states.slice(-2);
  assert.ok(before?.state === 'running' && last?.state === 'running');
  assert.deepEqual(
    [before.progress, before.preview?.contentType, before.preview?.width],
    [0.25, 'image/png', 64],
  );
  assert.deepEqual([last.progress, last.preview], [0.25, undefined]);
  writeFileSync(join(jobFolder(key), 'go'), 'go');
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done');
  assert.equal(state.costMicros, 2000);
});

test('its environment contains the settings and nothing of the server', async () => {
  const settings = { ...shell('env >&2; exit 1'), environment: 'HF_HOME=/models=x\nEMPTY=' };
  const state = await runToEnd('anything', settings);
  assert.ok(state.state === 'failed' && state.cause);
  const names = state.cause.split('\n').map(line => line.replace(/=.*/, ''));
  // The shell adds PWD and _.
  assert.deepEqual(names.filter(name => name !== 'PWD' && name !== '_' && name !== 'OLDPWD').toSorted(), [
    'EMPTY',
    'HF_HOME',
    'HOME',
    'LANG',
    'PATH',
  ]);
  assert.match(state.cause, /^HF_HOME=\/models=x$/m);
});

for (const [action, code, retryable, reason] of [
  ['fail', 'engine_error', true, /exited with code 3[^]*out of memory/],
  ['refuse', 'content_refused', false, /not that/],
  ['no result', 'engine_error', true, /result\.json/],
  ['half a result', 'engine_error', true, /result\.json/],
  ['too few', 'engine_error', true, /0 pictures instead of 1/],
  ['no picture', 'engine_error', true, /"a\.png" cannot be read/],
  ['escape', 'engine_error', true, /outside its folder|missing/],
  ['link', 'engine_error', true, /missing/],
] as const)
  test(`a program that does "${action}" fails as ${code}`, async () => {
    const state = await runToEnd(action);
    assert.ok(state.state === 'failed', state.state);
    assert.deepEqual([state.code, state.retryable], [code, retryable]);
    assert.match(`${reasonText(state.reason)} ${state.cause}`, reason);
  });

test('a cancelled program of which only the process id is known ends by itself', async () => {
  const engine = open();
  const key = newKey();
  const handle = await engine.start(await stepWithPrompt('hang with a child'), key, never);
  const file = join(jobFolder(key), 'process.json');
  const readFacts = () => JSON.parse(readFileSync(file, 'utf8'));
  await waitUntil(() => childId(key) && existsSync(file) && readFacts().program);
  const { pid, program: run } = readFacts();
  // As on a system that does not report when a process began.
  writeFileSync(file, JSON.stringify({ pid, program: { pid: run.pid } }));
  const child = { pid: childId(key) };
  await engine.cancel(handle);
  assert.equal(
    isRunning({ pid }),
    true,
    'it is not killed, because the id could belong to another process by now',
  );
  await waitUntil(() => ![{ pid }, run, child].some(isRunning));
});

test('cancelling a program that has ended removes its results', async () => {
  const spool = openMemorySpool();
  const engine = kind.openSteps({ ...instance(), spool });
  const handle = await engine.start(await stepWithPrompt(''), newKey(), never);
  assert.equal((await waitForEnd(engine, handle)).state, 'done');
  assert.deepEqual([spool.files.size, engine.traits.keepsFiles], [2, true]);
  for (let time = 0; time < 2; time++) await engine.cancel(handle);
  assert.equal(spool.files.size, 0);
});

test('a missing program fails the step, which is not retried', async () => {
  const state = await runToEnd('', { program: '/no/such/program' });
  assert.ok(state.state === 'failed');
  assert.deepEqual([state.code, state.retryable], ['engine_error', false]);
  assert.match(reasonText(state.reason), /ENOENT/);
});

test('a program that exceeds its time or disk limit is ended with all its child processes', async () => {
  const file = join(workFolder, 'late.pid');
  const late = await runToEnd('hang', {
    ...shell(`sleep 600 & echo $! > ${file}; wait`),
    timeoutSeconds: 1,
  });
  const child = Number(readFileSync(file, 'utf8'));
  assert.ok(late.state === 'failed');
  assert.match(reasonText(late.reason), /longer than 1 seconds/);
  await waitUntil(() => !isRunning({ pid: child }));
  const large = await runToEnd('fill the disk', { maxMegabytes: 2 });
  assert.ok(large.state === 'failed');
  assert.match(reasonText(large.reason), /exceed 2 MB/);
});

test('child processes that a program leaves running end with it', async () => {
  const file = join(workFolder, 'left.pid');
  assert.equal((await runToEnd('leave a child', { environment: `CHILD_FILE=${file}` })).state, 'done');
  const child = Number(readFileSync(file, 'utf8'));
  await waitUntil(() => !isRunning({ pid: child }));
});

test('a cancelled program ends with all its child processes', async () => {
  const engine = open();
  const key = newKey();
  const before = folders();
  const handle = await engine.start(await stepWithPrompt('hang with a child'), key, never);
  await waitUntil(() => childId(key));
  const { pid } = readProcess(key) ?? assert.fail();
  const child = childId(key);
  await engine.cancel(handle);
  await waitUntil(() => !isRunning({ pid }) && !isRunning({ pid: child }));
  assert.deepEqual(await engine.check(handle, 0, never), { state: 'lost' });
  assert.deepEqual(folders(), before);
});

test('a start that is cancelled before its process began runs nothing', async () => {
  const engine = open();
  const before = folders();
  for (let round = 0; round < 5; round++) {
    const key = newKey();
    const handle = await engine.start(await stepWithPrompt('hang'), key, never);
    await engine.cancel(handle);
    assert.equal(existsSync(jobFolder(key)), false);
  }
  assert.deepEqual(folders(), before);
});

test('of two starts with the same key, also on two servers, only one runs', async () => {
  const key = newKey();
  const step = await stepWithPrompt('wait for the test');
  const file = join(workFolder, 'starts');
  const environment = `STARTS_FILE=${file}`;
  const [first, second] = [open({ environment }), open({ environment })];
  const [handle] = await Promise.all([first.start(step, key, never), second.start(step, key, never)]);
  await waitUntil(() => readProcess(key)?.program !== undefined);
  assert.deepEqual(await second.find?.(key, never), handle);
  const late = spawn(process.execPath, [runner, jobFolder(key)], { stdio: 'ignore' });
  await once(late, 'exit');
  writeFileSync(join(jobFolder(key), 'go'), 'go');
  assert.equal((await waitForEnd(first, handle)).state, 'done');
  assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, 1);
});

test('a program whose processes are killed fails with a retryable error', async () => {
  for (const victim of ['runner', 'program'] as const) {
    const engine = open();
    const key = newKey();
    const handle = await engine.start(await stepWithPrompt('hang'), key, never);
    await waitUntil(() => readProcess(key)?.program !== undefined);
    const { pid, program: { pid: inner } = { pid: 0 } } = readProcess(key) ?? assert.fail();
    process.kill(victim === 'runner' ? pid : inner, 'SIGKILL');
    const state = await waitForEnd(engine, handle);
    assert.ok(state.state === 'failed');
    assert.deepEqual([state.code, state.retryable], ['engine_error', true]);
    assert.match(reasonText(state.reason), victim === 'runner' ? /killed/ : /by signal SIGKILL/);
    await waitUntil(() => !isRunning({ pid: inner }));
  }
});

/** A server that starts the step in `process.env`, reports it, and waits to be killed. */
const server = `
  import { commandKind } from ${JSON.stringify(new URL('../../../src/engines/kinds/command/command-kind.ts', import.meta.url).href)};
  import { openMemorySpool } from ${JSON.stringify(new URL('../../support/engines/memory-spool.ts', import.meta.url).href)};
  const { workFolder, options, step, key } = JSON.parse(process.env.WORK);
  const engine = commandKind(workFolder).openSteps({ ...options, spool: openMemorySpool() });
  console.log(JSON.stringify(await engine.start(step, key, new AbortController().signal)));
  setInterval(() => {}, 1000);
`;

test('a program survives a kill of its server, and the next server finds it by its key', async () => {
  const key = newKey();
  const { spool: _, ...options } = instance();
  const work = { workFolder, options, step: await stepWithPrompt('wait for the test'), key };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', server], {
    env: { WORK: JSON.stringify(work) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let line: unknown;
  // If the test fails here, the process must not outlive it, because it holds the output of the test run.
  try {
    [line] = await once(createInterface({ input: child.stdout }), 'line');
    await waitUntil(() => readProcess(key)?.program !== undefined);
  } finally {
    child.kill('SIGKILL');
  }
  await exit;
  const next = open();
  const foundHandle = await next.find?.(key, never);
  assert.deepEqual(foundHandle, JSON.parse(String(line)));
  assert.equal((await next.check(foundHandle ?? null, 0, never)).state, 'running');
  writeFileSync(join(jobFolder(key), 'go'), 'go');
  const state = await waitForEnd(next, foundHandle ?? null);
  assert.ok(state.state === 'done');
  assert.equal(state.media.length, 1);
});

test('a probe reports whether the program exists', async () => {
  const probe = (settings: Partial<EngineSettings>) => kind.probe!(instance(settings), never);
  assert.equal((await probe({})).program, 'node');
  assert.equal((await catchFailure(probe({ program: '/no/such/program' }))).code, 'engine_error');
  assert.match((await probe({ node: 'elsewhere' })).notes[0] ?? '', /elsewhere/);
});
