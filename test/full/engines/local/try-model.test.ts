/**
 * `kinora try --model`: an empty machine has images of a local model by one command, and another
 * installation finds its files.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { signedIn } from '../../../support/clients/console-client.ts';
import { openLocalPlace } from '../../../support/local-models/local-place.ts';
import { commandLine, ownEnvironment } from '../../../support/programs/bundled-program.ts';
import { startTestApp, until } from '../../../support/servers/app.ts';

async function tryOut(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...(await commandLine()), 'try', ...args], {
    env: { ...ownEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: code as number };
}

test('a tour with a local model leaves its files, and no claim on them', async () => {
  const place = await openLocalPlace();
  const outFolder = join(place.folder, 'out');
  const tour = await tryOut(['a red fox', '--model', 'tiny', '--out', outFolder], {
    ...place.settings,
    KINORA_DATA_DIR: join(place.folder, 'data'),
  });
  assert.equal(tour.code, 0, tour.err);
  assert.match(tour.err, /tiny: ready\nPrompts that name no model get it\./);
  assert.deepEqual((await readdir(outFolder)).sort(), [
    'clip.mp4',
    ...[1, 2, 3, 4].map(cell => `grid-${cell}.png`),
    'grid-sheet.jpg',
    'u2.png',
    ...[1, 2, 3, 4].map(cell => `v3-${cell}.png`),
    'v3-sheet.jpg',
  ]);
  const listModelFolder = (folder: string) => readdir(join(place.modelsFolder, folder));
  assert.deepEqual(
    [(await listModelFolder('claims')).length, (await listModelFolder('files')).length],
    [0, 2],
  );
  const kinora = await startTestApp({ settings: place.settings });
  const operator = await signedIn(kinora, 'operator');
  const downloads = place.hub.requests.length;
  await operator.done('local install', { name: 'tiny' });
  const readState = async () =>
    (await operator.done('local list')).find(({ name }: { name: string }) => name === 'tiny').state;
  await until(readState, state => state !== 'installing');
  assert.equal(place.hub.requests.length, downloads, 'nothing is downloaded again');
  await operator.done('local remove', { name: 'tiny' });
  await until(readState, state => state === 'available');
  assert.deepEqual([await listModelFolder('claims'), await listModelFolder('files')], [[], []]);
});

test('a model that is not there, or is meant for another server, is named in the answer', async () => {
  const place = await openLocalPlace();
  const unknown = await tryOut(['--model', 'nothing'], place.settings);
  assert.match(unknown.err, /There is no local model nothing\. Available: .*tiny/);
  const elsewhere = await tryOut(['--model', 'tiny', '--url', 'http://127.0.0.1:9'], place.settings);
  assert.match(elsewhere.err, /kinora local install tiny/);
});
