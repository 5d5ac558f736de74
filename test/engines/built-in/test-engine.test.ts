/** The server of the test engine follows the behavior that a test sets, and counts its jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import { decodePicture } from '../../../src/media/picture/picture.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import type { Behavior } from '../../support/test-engine/behavior.ts';
import {
  waitForEnd,
  catchFailure,
  call,
  never,
  openAt,
  smallJob as job,
} from '../../support/test-engine/instance.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { backendColor } from '../../support/test-engine/results.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const server = await startTestEngineServer();
let backends = 0;
const newBackend = (behavior: Partial<Behavior> = {}, seed?: number) =>
  server.addBackend(`backend-${backends++}`, behavior, seed);

test('the same share of failures fails the same jobs, and another seed fails others', async () => {
  const readStates = async (backend: TestBackend) => {
    const engine = openAt(backend);
    const states: string[] = [];
    for (let number = 0; number < 24; number++)
      states.push((await waitForEnd(engine, `task:${number}`)).state);
    return states;
  };
  const secondServer = await startTestEngineServer();
  const name = `backend-${backends}`;
  const first = await readStates(await newBackend({ failShare: 0.5 }, 3));
  assert.deepEqual(await readStates(await secondServer.addBackend(name, { failShare: 0.5 }, 3)), first);
  assert.notDeepEqual(await readStates(await newBackend({ failShare: 0.5 }, 4)), first);
  assert.equal(new Set(first).size, 2);
});

test('it runs as many jobs as it has slots, and the others wait in the order of their starts', async () => {
  const backend = await newBackend({ secondsPerJob: 3600, slots: 2 });
  const engine = openAt(backend);
  const handles: EngineHandle[] = [];
  for (const key of ['a:0', 'b:0', 'c:0', 'd:0']) handles.push(await engine.start(job, key, never));
  const states = async () => {
    const checks = handles.map(handle => engine.check(handle, 0, call));
    return (await Promise.all(checks)).map(({ state }) => state);
  };
  const { running, queued } = backend.counts;
  assert.deepEqual([running, queued], [2, 2]);
  backend.change({ slots: 3 });
  assert.deepEqual([backend.counts.running, backend.counts.queued], [3, 1]);
  backend.finishRunning();
  await waitUntil(() => backend.counts.succeeded === 3);
  assert.deepEqual(await states(), ['done', 'done', 'done', 'running']);
  assert.deepEqual([backend.counts.running, backend.counts.maxRunning], [1, 3]);
});

test('a cancelled job stops and is forgotten, and a job that cannot be cancelled continues', async () => {
  const backend = await newBackend({ secondsPerJob: 3600, canCancel: false });
  const engine = openAt(backend);
  const handle = await engine.start(job, 'one:0', never);
  await engine.cancel(handle);
  assert.deepEqual([backend.counts.cancelled, backend.counts.running], [0, 1]);
  backend.behavior.canCancel = true;
  await engine.cancel(handle);
  assert.deepEqual([backend.counts.cancelled, backend.counts.running], [1, 0]);
  assert.deepEqual(await engine.check(handle, 0, call), { state: 'lost' });
});

test('its jobs are lost or kept after a restart, as configured', async () => {
  const backend = await newBackend({ losesJobs: false });
  const engine = openAt(backend, { settings: { afterUnknownStart: 'find' } });
  const handle = await engine.start(job, 'one:0', never);
  await backend.restart();
  assert.deepEqual(await engine.find!('one:0', call), handle);
  backend.behavior.losesJobs = true;
  await backend.restart();
  assert.deepEqual(await engine.check(handle, 0, call), { state: 'lost' });
  assert.equal(await engine.find!('one:0', call), undefined);
  assert.notDeepEqual(await engine.start(job, 'two:0', never), handle, 'ids are not reused');
});

test('it records the upstream model, every parameter and the settings; trials are counted', async () => {
  const backend = await newBackend();
  const engine = openAt(backend, { settings: { quality: 'best', note: 'by night' } });
  await engine.start(job, 'one:0', never);
  await engine.start(job, 'trial:1', never);
  const [first] = backend.received;
  assert.deepEqual(
    [first?.key, first?.upstream, first?.parameters, first?.settings],
    ['one:0', 'painter-large', job.parameters, { quality: 'best', note: 'by night' }],
  );
  assert.equal(backend.counts.tests, 1);
});

test('a result reports its cost if the backend does, and its images have the color of the backend', async () => {
  const backend = await newBackend({ cost: '0.039' });
  const engine = openAt(backend, { settings: { paid: true } });
  assert.equal(engine.traits.isPaid, true);
  const handle = await engine.start(job, 'one:0', never);
  const state = await engine.check(handle, 5000, call);
  assert.ok(state.state === 'done');
  assert.equal(state.costMicros, 39_000);
  const bytes = (await engine.open(handle, state.media[3]!, call)) as Uint8Array;
  const { width, height } = await decodePicture(bytes);
  const [r, g, b] = await sharp(bytes).removeAlpha().raw().toBuffer();
  assert.deepEqual([width, height, { r, g, b }], [48, 32, backendColor(backend.name)]);
  backend.behavior.cost = undefined;
  const free = await waitForEnd(engine, 'two:0');
  assert.ok(free.state === 'done' && free.costMicros === undefined);
});

test('another process can set the behavior and read the counts, also of a backend that is down', async () => {
  const backend = await newBackend();
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}/b/${backend.name}/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await control('POST', 'down');
  assert.equal((await control('PUT', 'behavior', { onStart: 'refuse429', cost: '1.5' })).status, 200);
  await control('POST', 'up');
  assert.deepEqual([backend.behavior.onStart, backend.behavior.cost], ['refuse429', '1.5']);
  assert.equal((await catchFailure(openAt(backend).start(job, 'one:0', never))).code, 'engine_busy');
  assert.equal((await control('PUT', 'behavior', { slots: -1 })).status, 400);
  assert.equal((await control('PUT', 'behavior', { onStrat: 'accept' })).status, 400);
  const backendAnswer = await fetch(`${backend.url}/behavior`, {
    method: 'PUT',
    body: '{"onStart":"accept","cost":null}',
  });
  assert.equal(((await backendAnswer.json()) as Behavior).cost, null);
  await openAt(backend).start(job, 'two:0', never);
  const stats = (await (await control('GET', 'stats')).json()) as TestBackend['counts'];
  assert.deepEqual([stats.refused, stats.accepted], [1, { 'two:0': 1 }]);
  assert.equal((await control('PUT', 'nothing')).status, 404);
});
