/**
 * docs/examples/client-example.mjs with kinora-client as it is published, in each runtime. The packages are
 * built, installed from npm's registry with what they need, and run unchanged. Node 20, Bun and Deno come
 * from npm as well. In the environment, if others are meant:
 *
 * REAL_NODE20, REAL_BUN, REAL_DENO  the path of the program
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
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
  const packageFolders = Object.values(await buildPackages(join(folder, 'built')));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const tarballs = await Promise.all(
    packageFolders.map(async path => {
      const { stdout } = await run('npm', ['pack', '--pack-destination', folder], { cwd: path });
      return join(folder, stdout.trim());
    }),
  );
  const runtimes = ['node@20.20.2', 'bun@1.4.5', 'deno@2.9.6'];
  // The types of @ai-sdk/provider import those of json-schema, and do not bring them.
  const otherPackages = ['ai@7', '@types/json-schema@7'];
  await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs, ...runtimes, ...otherPackages], {
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

/** Rejects unless the program ends by itself: an open connection would keep it running. */
async function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { stdout } = await run(program, args, {
    signal,
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
    'Node 20': [env['REAL_NODE20'] ?? join(folder, 'node_modules/node/bin/node'), []],
    Bun: [env['REAL_BUN'] ?? join(folder, 'node_modules/.bin/bun'), []],
    Deno: [env['REAL_DENO'] ?? join(folder, 'node_modules/.bin/deno'), ['run', '-A']],
  }) as const;

/** The limit only ends a program that hangs. */
const timeout = 300_000;

for (const name of ['Node 24', 'Node 20', 'Bun', 'Deno'] as const)
  test(`the example runs in ${name}`, { timeout }, async ({ signal }) => {
    const [program, args] = programs()[name];
    assert.equal(await runProgram(program, [...args, 'main.mjs'], signal), clientExampleResult);
  });

test('the provider runs with the AI SDK from npm', { timeout }, async ({ signal }) => {
  assert.equal(await runProgram(process.execPath, ['ai-sdk.mjs'], signal), '2');
});

/** Every type that a program names is that of the packages, also without the types of Node. */
const typedProgram = `import { Kinora, KinoraError, TaskFailedError, type ImageResult, type VideoRecord } from 'kinora-client';
import { createKinora, type KinoraProvider } from 'kinora-ai-sdk';

const kinora = new Kinora({ baseUrl: 'http://127.0.0.1:4040', imageToken: 'kn_x' });
export async function grid(prompt: string): Promise<ImageResult | KinoraError> {
  try {
    const result = await kinora.images.imagine(prompt, { tier: 'fast' }).wait({ onProgress: ({ progress }) => void progress });
    return await result.select(2).wait();
  } catch (error) {
    if (error instanceof TaskFailedError) return error;
    throw error;
  }
}
export const clip = async (): Promise<VideoRecord> =>
  (await kinora.videos.create({ prompt: 'a lake', seconds: 2, extra: true }).wait()).record;
export const provider: KinoraProvider = createKinora({ videoToken: 'kn_x' });
export const model = provider.video('sketch-motion').modelId;
// @ts-expect-error There are four images in a grid.
export const fifth = async () => (await kinora.images.imagine('a fox').wait()).select(5);
`;

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const)
  test(`a strict TypeScript program compiles with ${moduleResolution}`, async () => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(folder, 'typed.ts'), typedProgram);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(error => error);
    assert.equal(stdout, '');
  });
