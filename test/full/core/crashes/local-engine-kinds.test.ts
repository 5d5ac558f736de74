/**
 * Like engine-kinds.test.ts, for ComfyUI, where a grid is four prompts, and for an sd-server that Kinora
 * runs: Kinora, the engine or the connection between them is killed while both work.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call, imageEnd, until } from '../../../support/servers/app.ts';
import { atEnd } from '../../../support/servers/clean-up.ts';
import { type FakeComfyui, startFakeComfyui } from '../../../support/comfyui/fake-comfyui.ts';
import { checkCrashedLedger } from '../../../support/crashes/crashed-ledger-check.ts';
import { type CrashingServer, makeCrashingServer } from '../../../support/crashes/crashing-server.ts';
import { type CutProxy, openCutProxy } from '../../../support/engines/cut-proxy.ts';
import type { PlacedKind } from '../../../support/engines/place-kinds.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinora-managed-'));
atEnd(async () => rmSync(folder, { recursive: true, force: true }));
const program = fileURLToPath(new URL('../../../support/engines/sd-server-program.ts', import.meta.url));
const readLines = (name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim().split('\n') : [];

let comfy: FakeComfyui;
let proxy: CutProxy;
let server: CrashingServer;
let placedKinds: PlacedKind[];

before(async () => {
  comfy = await startFakeComfyui();
  comfy.addFile('CheckpointLoaderSimple', 'ckpt_name', 'sd_xl_base_1.0.safetensors');
  proxy = await openCutProxy(comfy.url);
  const settings = {
    program: process.execPath,
    arguments: program,
    environment: `FAKE_FOLDER=${folder}`,
  };
  placedKinds = [
    // The name of its workflow family.
    { name: 'sdxl', kind: 'comfyui', url: proxy.url, operations: ['grid'] },
    { name: 'managed', kind: 'sdcpp-managed', settings, operations: ['grid'] },
  ];
  server = await makeCrashingServer('');
  await start();
});

const start = () => server.start({ PLACED_KINDS: JSON.stringify(placedKinds) });

/** The numbers of prompts and jobs that were accepted. */
const starts = () => [comfy.queue.received.length, readLines('jobs').length] as const;

const isAskedFor = (prompt: string) => comfy.requests.includes(`GET /api/jobs/${prompt}`);

/** How both tasks ended, and how often their engines started work. */
async function endsAfter(act: () => Promise<void> | void) {
  const [prompts, jobs] = starts();
  comfy.queue.isHeld = true;
  writeFileSync(join(folder, 'held'), '');
  const ids: string[] = [];
  for (const { name } of placedKinds) {
    const json = { prompt: `a fox --model ${name}` };
    ids.push((await call(`${server.url}/mj/submit/imagine`, { key: server.imageKey, json })).body.result);
  }
  await until(
    async () => starts(),
    ([allPrompts, allJobs]) => allPrompts === prompts + 4 && allJobs > jobs,
  );
  // A prompt whose response was not received would be sent twice: Kinora asks about those that were.
  await until(
    async () => comfy.queue.received.slice(prompts).filter(({ id }) => isAskedFor(id)).length,
    requestCount => requestCount === 4,
  );
  await act();
  comfy.queue.release();
  rmSync(join(folder, 'held'));
  const ends = await Promise.all(ids.map(async id => (await imageEnd(server, id)).status));
  const [allPrompts, allJobs] = starts();
  return { comfyui: [ends[0], allPrompts - prompts], managed: [ends[1], allJobs - jobs] };
}

test('Kinora is killed while both work: prompts are found again, and the managed server ended with it', async () => {
  const ends = await endsAfter(async () => {
    server.kill();
    await server.waitForExit();
    await start();
  });
  assert.deepEqual(ends, { comfyui: ['SUCCESS', 4], managed: ['SUCCESS', 2] });
});

test('the connections are cut while both work: nothing is started twice', async () => {
  const ends = await endsAfter(() => proxy.cut());
  assert.deepEqual(ends, { comfyui: ['SUCCESS', 4], managed: ['SUCCESS', 1] });
});

test('the engines are killed while both work: all work is started again, once', async () => {
  const ends = await endsAfter(() => {
    comfy.queue.forgetAll();
    proxy.cut();
    process.kill(Number(readLines('starts').at(-1)), 'SIGKILL');
  });
  assert.deepEqual(ends, { comfyui: ['SUCCESS', 8], managed: ['SUCCESS', 2] });
});

test('the ledger balances, and each task was charged once', async () => {
  await server.stop();
  const { ends } = await checkCrashedLedger(server);
  assert.equal(ends.length, 6);
  for (const { phase, charged_micros: chargedMicros } of ends) {
    assert.equal(phase, 'succeeded');
    assert.ok(chargedMicros > 0n);
  }
});
