/**
 * The packed product, installed from its tarball as an operator does it, starts and draws without
 * the development dependencies.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, imageEnd, videoEnd } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const mostMegabytes = 600;
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

test('the packed product is installed with at most 600 MB, starts, shows its pages and draws', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-packed-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await writeFile(join(folder, 'package.json'), '{}');
  await npm(['pack', `--pack-destination=${folder}`], checkout);
  const tarball = (await readdir(folder)).find(name => name.endsWith('.tgz'));
  await npm(['install', '--omit=dev', '--prefer-offline', `./${tarball}`], folder);

  assert.ok((await measureMegabytes(join(folder, 'node_modules'))) <= mostMegabytes);

  const ends = await readFile(
    join(folder, 'node_modules/kinora/dist/src/core/tasks/work/end-task.js'),
    'utf8',
  );
  assert.doesNotMatch(ends, /racePoint/);

  const { url, imageKey, videoKey } = await serve(folder);
  assert.deepEqual((await call(`${url}/livez`)).body, { status: 'ok' });
  for (const path of ['/', '/console/', '/docs/install']) {
    const page = await fetch(url + path);
    assert.equal(page.status, 200, path);
    assert.match(await page.text(), /<title>[^<]*Kinora/, path);
  }
  const json = { prompt: 'a hill --v 1' };
  const { body } = await call(`${url}/mj/submit/imagine`, { key: imageKey, json });
  const record = await imageEnd({ url, imageKey }, body.result);
  assert.equal(record['status'], 'SUCCESS');

  // Their code is loaded when it is first needed: codecs and descriptions; clips, sound and containers.
  const picture = await fetch(record['imageUrl'] as string);
  const type = picture.headers.get('content-type');
  const base64 = `data:${type};base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;
  const description = await call(`${url}/mj/submit/describe`, { key: imageKey, json: { base64 } });
  assert.equal((await imageEnd({ url, imageKey }, description.body.result))['status'], 'SUCCESS');
  const clip = { model: 'sketch-motion', prompt: 'a hill', seconds: 4, resolution: '480p', audio: true };
  const { body: created } = await call(`${url}/v1/videos`, { key: videoKey, json: clip });
  const endState = await videoEnd({ url, videoKey }, created.id);
  assert.equal(endState['status'], 'completed', JSON.stringify(endState));
});

async function npm(args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)('npm', [...args, ...quiet], { cwd });
}

async function measureMegabytes(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sm', folder]);
  return Number.parseInt(stdout, 10);
}

/** Starts it with its command and waits until it is ready. It is interrupted at the end. */
async function serve(folder: string): Promise<{ url: string; imageKey: string; videoKey: string }> {
  const child = spawn(join(folder, 'node_modules/.bin/kinora'), ['serve'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      KINORA_PORT: '0',
      KINORA_MONITORING_ADDRESS: 'off',
      KINORA_DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(async () => {
    child.kill('SIGINT');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let greeting = '';
  for await (const chunk of child.stdout) {
    greeting += String(chunk);
    if (greeting.includes('/content')) break;
  }
  const [, url = ''] = /ready at (\S+)/.exec(greeting) ?? [];
  const [, imageKey = ''] = /image {2}(kn_\w+)/.exec(greeting) ?? [];
  const [, videoKey = ''] = /video {2}(kn_\w+)/.exec(greeting) ?? [];
  return { url, imageKey, videoKey };
}
