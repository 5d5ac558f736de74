/**
 * npm test: every test file (or those named, or in the folders named) in the quick depth, on one PostgreSQL
 * that is started for the run. npm run test:full: everything in full depth, with the files of `test/full`
 * and those named `x.full.test.ts`. `--unit`: only those beside the code of the server and the Console.
 * Packages run their own with `npm test -w <package>`.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { mainThreadCollection } from '../src/platform/lib/main-thread-collection.ts';
import { builtConsole } from '../src/app/start/built-console.ts';
import { cpuSeconds } from '../test/support/servers/cpu-seconds.ts';
import { startTestServer } from '../test/support/servers/test-server.ts';
import { byCost, collectCosts, describeCosts, readCosts, saveCosts } from './test-costs.ts';

/** These change what a whole process shares, or measure it. */
const separateFiles = [
  'test/engines/manage/declared-engines.test.ts',
  'src/platform/config/config.test.ts',
  'packages/shared/src/clock.test.ts',
];

/**
 * A file waits for longer than it computes, so three share a core. More than six would run out of connections
 * and of memory.
 */
const atOnce = Math.min(3 * availableParallelism(), 6);

/** Objects of a test are garbage soon: larger collections of the young ones copy fewer of them. */
const youngHeap = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** The runner waits forever for a process that a test left running with its output open. */
const longestRunMs = 4_200_000;

const options = process.argv.slice(2).filter(argument => argument.startsWith('--'));
const requestedFiles = process.argv
  .slice(2)
  .filter(argument => !argument.startsWith('--'))
  .flatMap(filesAt);
const depth = options.includes('--full') ? 'full' : (process.env['TEST_DEPTH'] ?? 'quick');
const seed = process.env['TEST_SEED'] ?? commitSeed();
/**
 * Long enough for a file on a busy machine: only what hangs takes longer. In full depth,
 * one file sends 10,000 requests.
 */
const longestMs = depth === 'full' ? 2_700_000 : 900_000;
console.log(`Depth ${depth}, seed ${seed} (TEST_SEED=${seed} repeats it)`);

// Once, before several files need it at the same time.
await builtConsole();
const scratch = await mkdtemp(join(tmpdir(), 'kinora-tests-'));
const server = await startTestServer();
const tests = run({
  files: await filesToRun(),
  concurrency: atOnce,
  timeout: longestRunMs,
  // There are more processes than cores.
  execArgv: [...mainThreadCollection, ...youngHeap],
  env: {
    ...process.env,
    TEST_POSTGRES: JSON.stringify(server.connection),
    TEST_LIST: scratch,
    TEST_DEPTH: depth,
    TEST_SEED: seed,
    TEST_FILE_TIMEOUT: String(longestMs),
    // Node strips and compiles each module once for all processes of the run.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/kinora/compiled', import.meta.url)),
  },
});
const unfinishedNames = new Set<string>();
tests.on('test:dequeue', ({ nesting, name }) => void (nesting === 0 && unfinishedNames.add(name)));
tests.on('test:complete', ({ name }) => void unfinishedNames.delete(name));
AbortSignal.timeout(longestRunMs).addEventListener('abort', () => {
  console.error(`\nThe tests did not end in time. Unfinished: ${[...unfinishedNames].join(', ')}`);
  void server.stop().finally(() => process.exit(1));
});
tests.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
await pipeline(tests, new spec(), process.stdout, { end: false });
await server.stop();
const costs = await collectCosts(scratch);
await saveCosts(depth, costs);
console.log(
  `\n${describeCosts(costs, depth === 'quick')}\nCPU seconds of the run: ${cpuSeconds().toFixed(0)}`,
);
await rm(scratch, { recursive: true });

/** Returns a different seed for each commit. Without git, as in a packed source, it is always the same. */
function commitSeed(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return String(Number.parseInt(commit.slice(0, 7), 16));
  } catch {
    return '1';
  }
}

async function filesToRun(): Promise<string[]> {
  if (requestedFiles.length > 0) return planProcesses(requestedFiles);
  const units = globSync(['src/**/*.test.ts', 'console/**/*.test.ts', 'packages/shared/**/*.test.ts']).sort();
  const otherTests = globSync(['test/**/*.test.ts', 'packages/{sketch,client}/**/*.test.ts']).sort();
  const all = options.includes('--unit') ? units : [...units, ...otherTests];
  const inDepth = depth === 'full' ? all : all.filter(file => !isOnlyInFullRun(file));
  return planProcesses(byCost(inDepth, await readCosts(depth)));
}

/** The test files of a folder, or the file itself. Throws if there are none. */
function filesAt(path: string): string[] {
  const files = path.endsWith('.test.ts') ? [path] : globSync(join(path, '**/*.test.ts')).sort();
  if (files.length === 0) throw new Error(`There are no tests at ${path}`);
  return files;
}

/** Files of `test/full/`, and files next to the code named `x.full.test.ts`. */
function isOnlyInFullRun(file: string): boolean {
  return file.startsWith('test/full/') || file.endsWith('.full.test.ts');
}

/** Processes that share these files, and the files that need a process of their own. */
async function planProcesses(files: readonly string[]): Promise<string[]> {
  const shared = files.filter(file => !separateFiles.includes(file));
  await writeFile(join(scratch, 'files.json'), JSON.stringify(shared));
  const programs = ['test-context.ts', 'tests-in-turn.ts'].map(
    name => new URL(`../test/support/servers/${name}`, import.meta.url).href,
  );
  const processes = await Promise.all(
    Array.from({ length: Math.min(atOnce, shared.length) }, async (_, index) => {
      const path = join(scratch, `process-${index + 1}.mjs`);
      await writeFile(path, programs.map(url => `await import(${JSON.stringify(url)});\n`).join(''));
      return path;
    }),
  );
  return [
    ...processes.slice(1),
    ...files.filter(file => separateFiles.includes(file)),
    ...processes.slice(0, 1),
  ];
}
