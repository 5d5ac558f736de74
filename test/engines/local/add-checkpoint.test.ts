/** A checkpoint of one's own, added on the command line while a server runs. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { sha256Of } from '../../support/local-models/fake-hub.ts';
import {
  openLocalPlace,
  sharedFile,
  smallEntry,
  tinyCheckpoint,
} from '../../support/local-models/local-place.ts';
import { commandLine, ownEnvironment } from '../../support/programs/bundled-program.ts';
import { startTestApp, until } from '../../support/servers/app.ts';

test('a checkpoint is installed where it is, with the missing parts of its family', async () => {
  const place = await openLocalPlace();
  await place.setEntries([
    {
      ...smallEntry('base', [
        { option: '--model', repository: 'maker/tiny', path: 'tiny.gguf' },
        { option: '--vae', repository: 'maker/parts', path: 'encoder.gguf' },
      ]),
      family: 'sd1',
    },
  ]);
  const kinora = await startTestApp({ settings: place.settings });
  const checkpoint = join(place.folder, 'My Style.safetensors');
  await writeFile(checkpoint, tinyCheckpoint());
  const child = spawn(
    process.execPath,
    [...(await commandLine()), 'local', 'add', checkpoint, '--no-default'],
    {
      env: {
        ...ownEnvironment,
        ...place.settings,
        DATABASE_URL: kinora.databaseUrl,
        KINORA_DATA_DIR: kinora.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 0, err);
  assert.match(out, /my-style/);
  assert.match(err, /Use it with --model my-style\./);
  const operator = await signedIn(kinora, 'operator');
  const { settings } = await operator.done('engine show', { engine: 'local-my-style' });
  assert.match(settings.arguments, /^--model\n.*My Style\.safetensors\n--vae\n.*encoder\.gguf/);
  await operator.done('local remove', { name: 'my-style' });
  await until(
    () => operator.done('local list'),
    (lines: any[]) => lines.every(line => line.name !== 'my-style'),
  );
  assert.ok(existsSync(checkpoint), 'the file of the operator stays');
});

test('files of other programs are used instead of downloads, and their checkpoints installed with one press', async () => {
  const place = await openLocalPlace();
  const comfy = join(place.folder, 'ComfyUI', 'models');
  await mkdir(join(comfy, 'checkpoints'), { recursive: true });
  await mkdir(join(comfy, 'vae'));
  const encoder = place.hub.files.get(sharedFile) ?? Buffer.alloc(0);
  const facts = { size: encoder.length, sha256: sha256Of(encoder) };
  const shared = { option: '--vae', repository: 'maker/parts', path: 'encoder.gguf', ...facts };
  const base = smallEntry('base', [
    { option: '--model', repository: 'maker/tiny', path: 'tiny.gguf' },
    shared,
  ]);
  await place.setEntries([{ ...base, family: 'sd1' }]);
  // Another name, and one of the same size with another content.
  await writeFile(join(comfy, 'vae', 'own-name.gguf'), encoder);
  await writeFile(join(comfy, 'vae', 'another.gguf'), Buffer.alloc(encoder.length, 'x'));
  const checkpoint = join(comfy, 'checkpoints', 'Ink Wash.safetensors');
  await writeFile(checkpoint, tinyCheckpoint());
  const settings = { ...place.settings, KINORA_WEIGHTS_DIRS: `/nothing${delimiter}${comfy}` };
  const kinora = await startTestApp({ settings });
  const operator = await signedIn(kinora, 'operator');
  const readLine = async (name: string) =>
    (await operator.done('local list')).find((line: any) => line.name === name);
  const modelLine = await readLine('base');
  assert.equal(modelLine.present_bytes, encoder.length);
  assert.deepEqual(await operator.done('local files'), [
    {
      file: checkpoint,
      name: 'ink-wash',
      family: 'sd1',
      base: 'base',
      bytes: tinyCheckpoint().length,
      installed: false,
    },
  ]);
  const elsewhere = await operator.run('local add', { file: join(comfy, 'vae', 'unknown.gguf') });
  assert.equal(elsewhere.body.error.code, 'local_host_only');
  await operator.done('local add', { file: checkpoint, name: 'ink-wash', default: false });
  const line = await until(
    () => readLine('ink-wash'),
    ({ state }) => state !== 'installing',
  );
  assert.deepEqual([line.state, line.problem], ['ready', null]);
  assert.deepEqual(line.files, [checkpoint, 'maker/parts/encoder.gguf'], 'what it consists of');
  assert.deepEqual(
    place.hub.requests.map(({ name }) => name).filter(name => name.endsWith('.gguf')),
    [],
    'nothing is downloaded that is there',
  );
  const { settings: engine } = await operator.done('engine show', { engine: 'local-ink-wash' });
  assert.ok(engine.arguments.includes(checkpoint));
  assert.equal((await operator.done('local files'))[0].installed, true);
  const rejection = await operator.run('engine change', {
    engine: 'local-ink-wash',
    settings: { loras: '/etc' },
  });
  assert.equal(rejection.body.error.code, 'engine_installed', 'a folder of the server');
  await operator.done('local remove', { name: 'ink-wash' });
  await until(
    () => readLine('ink-wash'),
    line => line === undefined,
  );
  assert.deepEqual(await readFile(join(comfy, 'vae', 'own-name.gguf')), encoder, 'the files stay');
  assert.ok(existsSync(checkpoint));
});
