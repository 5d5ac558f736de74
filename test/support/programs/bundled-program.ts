/**
 * A program that tests start again and again, as a few files of JavaScript. It starts in half of the
 * processor time that it takes to find and load its modules one by one. What is imported only when it is
 * needed stays in files of its own, as in the build.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { systemClock } from '@kinora/shared/clock';
import { mainThreadCollection } from '../../../src/platform/lib/main-thread-collection.ts';
import { memoizeByKey } from '../../../src/platform/lib/memoize-by-key.ts';
import { oncePerRun } from '../servers/once-per-run.ts';

/** Below node_modules, so that the packages that stay outside are found. */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/kinora/programs/', import.meta.url));

/** They load machine code from their own folders, or are loaded only where a bucket is configured. */
const externalModules = [/^node:/, /^@aws-sdk\//, 'sharp', '@napi-rs/canvas', 'pg-native'];

/**
 * Options of Node for programs that end within seconds: what helper threads of V8 optimize and collect
 * meanwhile takes more time than it saves. Only at the start of a process: V8 crashes if they change later.
 */
export const forShortLives = [...mainThreadCollection, '--no-opt', '--no-maglev'];

/** What a process of a test inherits, without settings of Kinora. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
export const ownEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/** The arguments with which Node runs the command-line program. Those of a command follow. */
export async function commandLine(): Promise<readonly string[]> {
  const program = await bundledProgram(new URL('../../../src/app/cli/main.ts', import.meta.url));
  return [...forShortLives, program];
}

/** The path of the bundle. The first process of a test run that needs it makes it, and the others wait. */
export function bundledProgram(program: URL): Promise<string> {
  return bundleOf(fileURLToPath(program));
}

const bundleOf = memoizeByKey((program: string): Promise<string> => {
  const name = basename(program, '.ts');
  return oncePerRun(`program-${name}`, async () => {
    await bundle(program, join(folder, name));
    return join(folder, name, `${name}.mjs`);
  });
});

async function bundle(program: string, target: string): Promise<void> {
  const build = await rolldown({
    input: program,
    platform: 'node',
    external: externalModules,
    plugins: [ownAddresses],
    logLevel: 'silent',
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await build.close();
  await mkdir(target, { recursive: true });
  for (const file of output) {
    const temporary = join(target, `${file.fileName}.${process.pid}`);
    await writeFile(temporary, file.type === 'chunk' ? file.code : file.source);
    // A process of an earlier run may start the same program now.
    await rename(temporary, join(target, file.fileName));
  }
  await removeOld(
    target,
    output.map(({ fileName }) => fileName),
  );
}

/** Files of earlier bundles. A process that still runs has loaded them within a day. */
const longestUseMs = 86_400_000;

async function removeOld(target: string, current: readonly string[]): Promise<void> {
  for (const name of await readdir(target)) {
    const path = join(target, name);
    const isOld = systemClock.now() - (await stat(path)).mtimeMs > longestUseMs;
    if (isOld && !current.includes(name)) await rm(path, { force: true });
  }
}

/** A module finds its files, and the programs that it starts, where it is in the checkout. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};
