/**
 * docs/examples/client-example.mjs with kinora-client as it is published, in each runtime. The packages are built, installed from npm's
 * registry with what they need, and run unchanged. Bun and Deno come from npm as well. In the environment:
 *
 * REAL_NODE20  the path of a Node 20, and REAL_BUN, REAL_DENO: others than those of npm
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildPackages } from '../../scripts/build-packages.ts';
import { clientExample, clientExampleResult } from '../support/clients/client-example.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

const { env } = process;
const run = promisify(execFile);

let kinora: TestApp;
let folder: string;

before(async () => {
  kinora = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'kinora-runtimes-'));
  atEnd(() => rm(folder, { recursive: true }));
  const built = Object.values(await buildPackages(join(folder, 'built')));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const tarballs = await Promise.all(
    built.map(async path => {
      const { stdout } = await run('npm', ['pack', '--pack-destination', folder], { cwd: path });
      return join(folder, stdout.trim());
    }),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs, 'bun@1.4.5', 'deno@2.9.6', 'ai@7'], {
    cwd: folder,
  });
  await copyFile(clientExample, join(folder, 'example.mjs'));
  await writeFile(
    join(folder, 'main.mjs'),
    `import * as client from 'kinora-client';
import { run } from './example.mjs';
console.log(await run(client, {}));
`,
  );
  await writeFile(
    join(folder, 'ai-sdk.mjs'),
    `import { generateImage } from 'ai';
import { kinora } from 'kinora-ai-sdk';
const { images } = await generateImage({ model: kinora.image('sketch'), prompt: 'a fox', n: 2, seed: 7 });
console.log(images.length);
`,
  );
});

async function printed(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, {
    cwd: folder,
    env: {
      ...env,
      KINORA_URL: kinora.url,
      KINORA_IMAGE_TOKEN: kinora.imageKey,
      KINORA_VIDEO_TOKEN: kinora.videoKey,
    },
  });
  return stdout.trim();
}

const programs = () =>
  ({
    'Node 24': [process.execPath, []],
    'Node 20': [env['REAL_NODE20'], []],
    Bun: [env['REAL_BUN'] ?? join(folder, 'node_modules/.bin/bun'), []],
    Deno: [env['REAL_DENO'] ?? join(folder, 'node_modules/.bin/deno'), ['run', '-A']],
  }) as const;

for (const name of ['Node 24', 'Node 20', 'Bun', 'Deno'] as const) {
  const skip = name === 'Node 20' && !env['REAL_NODE20'] ? 'set REAL_NODE20' : false;
  test(`the example runs in ${name}`, { skip }, async () => {
    const [program = '', args] = programs()[name];
    assert.equal(await printed(program, [...args, 'main.mjs']), clientExampleResult);
  });
}

test('the provider runs with the AI SDK from npm', async () => {
  assert.equal(await printed(process.execPath, ['ai-sdk.mjs']), '2');
});
