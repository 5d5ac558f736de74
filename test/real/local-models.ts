/**
 * Local models with a real sd-server and a checkpoint of random weights, from `local add` to two models that
 * take turns. In the environment:
 *
 * REAL_SDCPP_PROGRAM the path of the executable `sd-server` REAL_SDCPP_CHECKPOINT a checkpoint of the
 * family of SD 1.5. Default: one is written (test/support/programs/tiny-checkpoint.ts) REAL_SDCPP_SIZE
 * the side of images. Default: 64
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { link, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { signedIn } from '../support/clients/console-client.ts';
import { acceptedTask, imageClient, pixelsAt } from '../support/clients/image-client.ts';
import { smallEntry } from '../support/local-models/local-place.ts';
import { commandLine, ownEnvironment } from '../support/programs/bundled-program.ts';
import { call, startTestApp, until } from '../support/servers/app.ts';
import { cutLeftHalf } from '../support/setups/primitives-app.ts';

const { REAL_SDCPP_PROGRAM: program, REAL_SDCPP_CHECKPOINT, REAL_SDCPP_SIZE = '64' } = process.env;
const side = Number(REAL_SDCPP_SIZE);

const folder = await mkdtemp(join(tmpdir(), 'kinora-real-local-'));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
const weights = join(folder, 'tiny-one.safetensors');
if (program) {
  await (REAL_SDCPP_CHECKPOINT ? link(REAL_SDCPP_CHECKPOINT, weights) : writeCheckpoint(weights));
  await link(weights, join(folder, 'tiny-two.safetensors'));
}
const catalogue = join(folder, 'models.yaml');
const entry = {
  ...smallEntry('sd-1.5', [{ option: '--model', repository: 'maker/sd', path: 'sd.safetensors' }]),
  family: 'sd1',
  needs: { memory: 1, video: 1, processor: 'well', download: 0.001 },
  sizes: { multiple: 64, minPixels: 64 * 64, maxPixels: side * side },
  // Threads that wait for each other are slow on a machine that is busy otherwise.
  options: ['--threads', '1'],
  settings: { sizeMultiple: 64, maxPixels: 65_536, maxUpscaledPixels: 131_072, batch: 4 },
  steps: { parameter: 'sample_params.sample_steps', least: 1, most: 50, default: 2 },
  test: { width: side, height: side },
};
await writeFile(catalogue, stringify([entry]));
const settings = {
  KINORA_LOCAL_CATALOGUE: catalogue,
  KINORA_MODELS_DIR: join(folder, 'models'),
  KINORA_WEIGHTS_DIRS: folder,
};
const kinora = await startTestApp({ settings });
const operator = await signedIn(kinora, 'operator');
const client = imageClient(kinora);

/** On the command line, because only it may name a program. */
async function add(name: string, ...more: string[]): Promise<void> {
  const args = ['local', 'add', join(folder, `${name}.safetensors`), '--program', program ?? '', ...more];
  const child = spawn(process.execPath, [...(await commandLine()), ...args], {
    env: {
      ...ownEnvironment,
      ...settings,
      DATABASE_URL: kinora.databaseUrl,
      KINORA_DATA_DIR: kinora.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 0, `${out}\n${err}`);
}

/** The process of a server, as a probe reports it. Returns undefined if it does not run. */
async function readProcessId(name: string): Promise<number | undefined> {
  const { notes } = await operator.done('engine probe', { engine: `local-${name}` });
  const [, pid] = /process (\d+)/.exec(notes.join()) ?? [];
  return pid === undefined ? undefined : Number(pid);
}

const waitUntilBegun = async (id: string) =>
  until(
    () => client.fetch(id),
    ({ status }) => status === 'IN_PROGRESS',
  );

if (!program) test('local models', { skip: 'set REAL_SDCPP_PROGRAM to the executable sd-server' });
else {
  test('a checkpoint on the disk is offered, and installed where it is', async () => {
    const files = await operator.done('local files');
    assert.deepEqual(files.map(({ name, base }: any) => [name, base]).sort(), [
      ['tiny-one', 'sd-1.5'],
      ['tiny-two', 'sd-1.5'],
    ]);
    await add('tiny-one');
    const { rows } = await kinora.app.db.pool.query(
      `select picture from model_covers where model = 'tiny-one'`,
    );
    assert.match(rows[0].picture, /^data:image\/webp/);
    const { settings: engine } = await operator.done('engine show', { engine: 'local-tiny-one' });
    assert.ok(engine.memoryNeeded > 0);
  });

  test('a grid, and each follow-up of one of its images', async () => {
    const sheet = await client.make('imagine', { prompt: 'a red fox' });
    assert.equal(sheet.status, 'SUCCESS', sheet.failReason ?? '');
    assert.equal(sheet.imageUrls?.length, 4);
    const variation = await client.pressAndWait(sheet, 'V2');
    assert.deepEqual(
      [variation.status, variation.imageUrls?.length],
      ['SUCCESS', 4],
      variation.failReason ?? '',
    );
    const picture = await client.pressAndWait(sheet, 'U1');
    const { width } = await pixelsAt(picture.imageUrl);
    const larger = await client.pressAndWait(picture, 'Zoom Out 2x');
    assert.equal(larger.status, 'SUCCESS', larger.failReason ?? '');
    for (const button of ['Upscale (Subtle)', 'Upscale (Creative)']) {
      const upscale = await client.pressAndWait(picture, button);
      assert.equal(upscale.status, 'SUCCESS', upscale.failReason ?? '');
      assert.equal((await pixelsAt(upscale.imageUrl)).width, 2 * width);
    }
    const answer = await client.press(picture, 'Vary (Region)');
    const mask = await cutLeftHalf(await pixelsAt(picture.imageUrl));
    await client.modal(answer.body.result, { prompt: 'a lake', maskBase64: mask });
    const regionEdit = await client.end(answer.body.result);
    assert.equal(regionEdit.status, 'SUCCESS', regionEdit.failReason ?? '');
    assert.equal((await pixelsAt(regionEdit.imageUrls?.[0]?.url ?? '')).width, width);
  });

  test('a job that is cancelled ends its server, and the next one starts another', async () => {
    const id = acceptedTask(await client.submit('imagine', { prompt: 'a slow fox' }));
    await waitUntilBegun(id);
    const pid = await until(() => readProcessId('tiny-one'), Boolean);
    await client.cancel(id);
    assert.equal((await client.end(id)).status, 'FAILURE');
    assert.equal((await client.make('imagine', { prompt: 'the next fox' })).status, 'SUCCESS');
    assert.notEqual(await readProcessId('tiny-one'), pid);
  });

  test('a job whose server is killed is done by the next server', async () => {
    const id = acceptedTask(await client.submit('imagine', { prompt: 'a hard fox' }));
    await waitUntilBegun(id);
    process.kill((await until(() => readProcessId('tiny-one'), Boolean)) ?? 0, 'SIGKILL');
    const record = await client.end(id);
    assert.equal(record.status, 'SUCCESS', record.failReason ?? '');
  });

  test('two models take turns, and each loads once for several jobs', async () => {
    await add('tiny-two', '--no-default');
    const names = ['tiny-one', 'tiny-two', 'tiny-one', 'tiny-two'];
    const prompts = names.map((name, index) => `fox ${index} --model ${name}`);
    const ids = await Promise.all(
      prompts.map(async prompt => acceptedTask(await client.submit('imagine', { prompt }))),
    );
    for (const id of ids) assert.equal((await client.end(id)).status, 'SUCCESS');
    const running = (await Promise.all([readProcessId('tiny-one'), readProcessId('tiny-two')])).filter(
      pid => pid !== undefined,
    );
    assert.equal(running.length, 1, 'one has its weights in memory');
  });

  test('a LoRA file that is not there is said to be so', async () => {
    const { status, body } = await call(`${kinora.url}/v1/images/generations`, {
      key: kinora.imageKey,
      json: { model: 'tiny-one', prompt: 'a fox', lora: 'nothing' },
    });
    assert.ok(status >= 400, JSON.stringify(body));
    assert.match(body.error.message, /nothing/);
  });

  test('a server without jobs is stopped, and the next job starts it', async () => {
    await operator.done('engine change', { engine: 'local-tiny-one', settings: { idleMinutes: 1 } });
    assert.equal((await client.make('imagine', { prompt: 'the last fox' })).status, 'SUCCESS');
    assert.ok(await readProcessId('tiny-one'));
    await until(
      () => readProcessId('tiny-one'),
      pid => pid === undefined,
    );
    assert.equal((await client.make('imagine', { prompt: 'one more fox' })).status, 'SUCCESS');
  });

  test('removed models leave their checkpoints', async () => {
    for (const name of ['tiny-one', 'tiny-two']) await operator.done('local remove', { name });
    await until(
      () => operator.done('local list'),
      (lines: any[]) => lines.every(({ name }) => !name.startsWith('tiny-')),
    );
    assert.ok(existsSync(weights));
  });
}

async function writeCheckpoint(file: string): Promise<void> {
  const script = fileURLToPath(new URL('../support/programs/tiny-checkpoint.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, file]);
}
