/**
 * A program that tests start again and again, as one file of JavaScript. It starts in half of the processor time that it takes to find and
 * load its modules one by one.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { mainThreadCollection } from '../../../src/platform/lib/main-thread-collection.ts';
import { mapOf } from '../../../src/platform/lib/map-of.ts';

/** Below node_modules, so that the packages that stay outside are found. */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/kinora/programs/', import.meta.url));

/** They load machine code from their own folders, or are loaded only where a bucket is configured. */
const outside = [/^node:/, /^@aws-sdk\//, 'sharp', '@napi-rs/canvas', 'pg-native'];

/**
 * Options of Node for programs that end within seconds: what helper threads of V8 optimize and collect meanwhile takes more time than it
 * saves. Only at the start of a process: V8 crashes if they change later.
 */
export const forShortLives = [...mainThreadCollection, '--no-opt', '--no-maglev'];

/** What a process of a test inherits, without settings of Kinora. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
export const ownEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/** The path of the command-line program. */
export function commandLine(): Promise<string> {
  return bundledProgram(new URL('../../../src/app/cli/main.ts', import.meta.url));
}

/** The path of the bundle, which is made once in a process. */
export function bundledProgram(program: URL): Promise<string> {
  return bundleOf(fileURLToPath(program));
}

const bundleOf = mapOf(async (program: string): Promise<string> => {
  const build = await rolldown({
    input: program,
    platform: 'node',
    external: outside,
    plugins: [ownAddresses],
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const target = join(folder, basename(program).replace(/\.ts$/, '.mjs'));
  const temporary = `${target}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(temporary, output[0].code);
  // Other processes of the run may start the same program now.
  await rename(temporary, target);
  return target;
});

/** A module finds its files, and the programs that it starts, where it is in the checkout. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};
