/**
 * Local models from the catalogue to a picture: installed, used, paused, continued, updated and removed.
 * @NOTE length: the installations of one server follow each other.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { imageClient, pixelsAt } from '../../support/clients/image-client.ts';
import {
  openLocalPlace,
  sharedFile,
  smallEntries,
  smallEntry,
  type LocalPlace,
} from '../../support/local-models/local-place.ts';
import { listLocalModels } from '../../../src/core/local-models/local-rows.ts';
import {
  imageEnd,
  imagine,
  startTestApp,
  until,
  type TestApp,
  startTestAppOn,
} from '../../support/servers/app.ts';

let place: LocalPlace;
let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  place = await openLocalPlace();
  kinora = await startTestApp({ settings: place.settings });
  operator = await signedIn(kinora, 'operator');
});

const readLine = async (name: string) =>
  (await operator.done('local list')).find((line: any) => line.name === name);

/** Once the worker has done what was asked. */
async function waitUntilDone(name: string): Promise<any> {
  return until(
    () => readLine(name),
    ({ state }) => !['installing', 'removing'].includes(state),
  );
}

async function install(name: string, input: object = {}): Promise<any> {
  await operator.done('local install', { name, ...input });
  return waitUntilDone(name);
}

async function remove(name: string): Promise<void> {
  await operator.done('local remove', { name });
  assert.equal((await waitUntilDone(name)).state, 'available');
}

async function weights(): Promise<string[]> {
  const names = await readdir(join(place.modelsFolder, 'files')).catch(() => []);
  return names.map(name => name.replace(/^[0-9a-f]{16}-/, '')).sort();
}

const programs = () => readdir(join(place.modelsFolder, 'programs')).catch(() => []);
const engineNames = async () => (await operator.done('engine list')).map((engine: any) => engine.name);

async function assertNothingLeft(): Promise<void> {
  assert.deepEqual(await weights(), []);
  assert.deepEqual(await programs(), []);
  assert.ok(!(await engineNames()).includes('local-tiny'));
}

test('the list says what could be installed, how it fits and what it can do', async () => {
  const line = await readLine('tiny');
  assert.deepEqual(
    [line.state, line.fits, line.license, line.commercial],
    ['available', 'well', 'MIT', true],
  );
  assert.ok(line.can.includes('grid') && !line.can.includes('clip'));
  const machine = await operator.done('local machine');
  assert.ok(machine.memory_bytes > 0 && machine.open);
});

test('one call installs a model, and prompts that name none get it', async () => {
  const line = await install('tiny');
  assert.deepEqual([line.state, line.problem, line.model], ['ready', null, 'tiny']);
  assert.equal(line.done_bytes, 240_000);
  const { cover } = await operator
    .done('model show', { model: 'tiny' })
    .then(facts => ({ cover: facts.cover }));
  assert.ok(cover === undefined || cover !== '');
  const { rows } = await kinora.app.db.pool.query(`select picture from model_covers where model = 'tiny'`);
  assert.match(rows[0].picture, /^data:image\/webp/);
  const record = await imageEnd(kinora, await imagine(kinora, 'a red fox'));
  assert.equal(record['status'], 'SUCCESS', record['failReason'] as string);
  assert.equal((await operator.done('task show', { task: record['id'] })).model, 'tiny');
  assert.deepEqual(await weights(), ['encoder.gguf', 'tiny.gguf']);
});

test('each follow-up of an image is made by the installed model, and an upscale is larger', async () => {
  const client = imageClient(kinora);
  const picture = await client.pressAndWait(await client.make('imagine', { prompt: 'a red fox' }), 'U1');
  const { width } = await pixelsAt(picture.imageUrl);
  for (const button of ['Upscale (Subtle)', 'Vary (Subtle)', 'Zoom Out 2x']) {
    const record = await client.pressAndWait(picture, button);
    assert.equal(record.status, 'SUCCESS', `${button}: ${record.failReason}`);
    assert.equal((await operator.done('task show', { task: record.id })).model, 'tiny', button);
    if (button.startsWith('Upscale')) assert.equal((await pixelsAt(record.imageUrl)).width, 2 * width);
  }
});

test('its engine takes settings, but no other program, and is removed only with the model', async () => {
  const changedEngine = await operator.done('engine change', {
    engine: 'local-tiny',
    settings: { idleMinutes: 5 },
  });
  assert.equal(changedEngine.settings.idleMinutes, 5);
  const other = await operator.run('engine change', {
    engine: 'local-tiny',
    settings: { program: '/bin/sh' },
  });
  assert.equal(other.body.error.code, 'engine_installed');
  await operator.done('engine drain', { engine: 'local-tiny' });
  const rejection = await operator.run('engine remove', { engine: 'local-tiny' });
  assert.equal(rejection.body.error.code, 'engine_installed');
  await operator.done('engine resume', { engine: 'local-tiny' });
});

test('a file that two models use is downloaded once, and stays until both are removed', async () => {
  const before = place.hub.requests.filter(({ name }) => name === sharedFile).length;
  assert.equal((await install('other', { default: false })).state, 'ready');
  assert.equal(place.hub.requests.filter(({ name }) => name === sharedFile).length, before);
  await remove('tiny');
  assert.deepEqual(await weights(), ['encoder.gguf', 'other.gguf']);
  const record = await imageEnd(kinora, await imagine(kinora, 'a red fox'));
  assert.equal(
    (await operator.done('task show', { task: record['id'] })).model,
    'sketch',
    'the default is as before',
  );
  await remove('other');
  await assertNothingLeft();
});

test('a removed model can be installed again under its ID', async () => {
  assert.equal((await install('tiny', { default: false })).state, 'ready');
  await remove('tiny');
});

test('a wrong file, a closed repository and a missing one end the installation, and nothing is left', async () => {
  const { hub } = place;
  const failures = [
    ['other bytes', /is not the file that the catalogue describes/],
    ['longer', /is not the file that the catalogue describes/],
    ['shorter', /is not the file that the catalogue describes/],
    [{ status: 403 }, /Accept the license at https:\/\/huggingface.co\/maker\/tiny, set HF_TOKEN/],
    [{ status: 404 }, /tiny.gguf is not where the catalogue says/],
  ] as const;
  for (const [fault, text] of failures) {
    hub.faults.set('maker/tiny/tiny.gguf', [fault]);
    const line = await install('tiny');
    assert.equal(line.state, 'failed', JSON.stringify(fault));
    assert.match(line.problem, text);
    await assertNothingLeft();
  }
  hub.token = 'hf_secret';
  assert.match((await install('tiny')).problem, /The hub requires a token/);
  delete hub.token;
});

test('a program that does not start ends the installation with what it printed', async () => {
  await writeFile(join(place.programFolder, 'no-help'), '');
  const line = await install('tiny');
  await rm(join(place.programFolder, 'no-help'));
  assert.equal(line.state, 'failed');
  assert.match(line.problem, /libvulkan\.so\.1: cannot open shared object file\./);
  await assertNothingLeft();
});

test('a test picture that fails leaves no engine, and keeps the files for another try', async () => {
  await writeFile(join(place.programFolder, 'broken'), '');
  const line = await install('tiny');
  await rm(join(place.programFolder, 'broken'));
  assert.equal(line.state, 'failed');
  assert.match(line.problem, /it ran out of memory: use smaller images, fewer images per job/);
  assert.ok(!(await engineNames()).includes('local-tiny'));
  assert.deepEqual(await weights(), ['encoder.gguf', 'tiny.gguf']);
  await operator.done('local resume', { name: 'tiny' });
  assert.equal((await waitUntilDone('tiny')).state, 'ready');
  await remove('tiny');
});

test('a paused installation keeps what has arrived, and goes on from there', async () => {
  const { hub } = place;
  hub.faults.set('maker/tiny/tiny.gguf', ['hang']);
  await operator.done('local install', { name: 'tiny', default: false });
  const part = () => readdir(join(place.modelsFolder, 'files')).catch(() => []);
  await until(part, names => names.some(name => name.endsWith('tiny.gguf.part')));
  await until(
    async () => hub.requests.at(-1)?.name,
    name => name === 'maker/tiny/tiny.gguf',
  );
  const paused = await operator.done('local pause', { name: 'tiny' });
  assert.equal(paused.state, 'paused');
  await operator.done('local resume', { name: 'tiny' });
  assert.equal((await waitUntilDone('tiny')).state, 'ready');
  assert.equal(
    hub.requests.filter(({ name }) => name === 'maker/tiny/tiny.gguf').at(-1)?.range,
    'bytes=75000-',
  );
  await remove('tiny');
});

test('an installation in progress is cancelled by removing it', async () => {
  place.hub.faults.set('maker/tiny/tiny.gguf', ['hang']);
  await operator.done('local install', { name: 'tiny' });
  await until(
    () => readLine('tiny'),
    ({ step }) => step === 'files',
  );
  await remove('tiny');
  await assertNothingLeft();
});

test('a redirect to another server, cuts and a busy hub only delay it', async () => {
  const { hub } = place;
  hub.redirects = true;
  hub.faults.set('maker/tiny/tiny.gguf', [
    { cutAfter: 40_000 },
    { status: 503 },
    { status: 429, retryAfter: 1 },
  ]);
  const line = await install('tiny', { default: false });
  hub.redirects = false;
  assert.deepEqual([line.state, line.problem], ['ready', null]);
});

test('an update replaces the files, and one that fails leaves the model as it was', async () => {
  const { hub } = place;
  const next = smallEntry('tiny', [{ option: '--model', repository: 'maker/tiny', path: 'second.gguf' }]);
  hub.files.set('maker/tiny/second.gguf', Buffer.alloc(80_000, 'second'));
  await place.setEntries([next, ...smallEntries.slice(1)]);
  assert.equal((await readLine('tiny')).update, true);
  hub.faults.set('maker/tiny/second.gguf', [{ status: 404 }]);
  await operator.done('local update', { name: 'tiny' });
  const failed = await waitUntilDone('tiny');
  assert.deepEqual([failed.state, failed.update], ['ready', true]);
  assert.match(failed.problem, /second.gguf is not where/);
  await operator.done('local update', { name: 'tiny' });
  const line = await waitUntilDone('tiny');
  assert.deepEqual([line.state, line.problem, line.update], ['ready', null, false]);
  assert.deepEqual(await weights(), ['second.gguf']);
  assert.match(
    (await operator.done('engine show', { engine: 'local-tiny' })).settings.arguments,
    /--model\n.*second/,
  );
  await place.setEntries(smallEntries);
  await remove('tiny');
});

test('the Console names no programs or files, and an installation needs an unused ID', async () => {
  const program = await operator.run('local install', { name: 'tiny', program: '/bin/sh' });
  assert.deepEqual([program.status, program.body.error.code], [403, 'local_host_only']);
  const file = await operator.run('local add', { file: '/etc/passwd' });
  assert.equal(file.body.error.code, 'local_host_only');
  const duplicate = await operator.run('local install', { name: 'tiny', model: 'sketch' });
  assert.equal(duplicate.body.error.code, 'field_invalid');
  const unknown = await operator.run('local install', { name: 'nothing' });
  assert.equal(unknown.body.error.code, 'local_model_unknown');
  const idle = await operator.run('local pause', { name: 'tiny' });
  assert.equal(idle.status, 404);
  assert.ok(!existsSync(join(place.modelsFolder, 'files', 'passwd')));
});

test('a model that does not fit is installed only on demand', async () => {
  await place.setEntries([
    { ...smallEntries[0], needs: { memory: 900, video: 900, processor: 'no', download: 0.001 } },
  ]);
  const rejection = await operator.run('local install', { name: 'tiny' });
  assert.equal(rejection.body.error.code, 'local_model_unfit');
  assert.equal((await install('tiny', { force: true, default: false })).state, 'ready');
  await remove('tiny');
  await place.setEntries(smallEntries);
});

test('an installation goes on after a restart, from the byte where it stopped', async () => {
  const { hub } = place;
  const second = await openLocalPlace();
  const settings = { ...place.settings, KINORA_MODELS_DIR: second.modelsFolder };
  const first = await startTestApp({ settings });
  const user = await signedIn(first, 'operator');
  hub.faults.set('maker/tiny/tiny.gguf', ['hang']);
  await user.done('local install', { name: 'tiny', default: false });
  const part = () => readdir(join(second.modelsFolder, 'files')).catch(() => []);
  await until(part, names => names.some(name => name.endsWith('tiny.gguf.part')));
  await until(
    async () => hub.requests.at(-1)?.name,
    name => name === 'maker/tiny/tiny.gguf',
  );
  await first.app.stop();
  const { app } = await startTestAppOn(first, { settings });
  const [local] = await until(
    () => listLocalModels(app.db),
    ([one]) => one?.state !== 'installing',
  );
  assert.deepEqual([local?.state, local?.problem], ['ready', undefined]);
  assert.equal(
    hub.requests.filter(({ name }) => name === 'maker/tiny/tiny.gguf').at(-1)?.range,
    'bytes=75000-',
  );
});

test('a setting closes all of it', async () => {
  const closed = await startTestApp({ settings: { ...place.settings, KINORA_LOCAL_MODELS: 'off' } });
  const user = await signedIn(closed, 'operator');
  assert.equal((await user.done('local machine')).open, false);
  const { status, body } = await user.run('local install', { name: 'tiny' });
  assert.deepEqual([status, body.error.code], [409, 'local_models_off']);
});
