/**
 * npm test: every test file (or those named), on one PostgreSQL that is started for the run. `--unit`: only those beside the code of the
 * server and the Console. Packages run their own with `npm test -w <package>`.
 */
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
import { startTestServer } from '../test/support/servers/test-server.ts';

/** The slowest files start first, so that none of them still runs alone after all others have ended. */
const slowest = [
  'test/api/image/pictures.test.ts',
  'test/core/crashes/crash-at-each-step.test.ts',
  'test/core/crashes/crash.test.ts',
  'test/core/crashes/random-kills.test.ts',
  'test/core/crashes/paid-engines.test.ts',
  'test/core/crashes/many-nodes.test.ts',
  'test/console/pages/every-page.test.ts',
  'test/operate/start-and-stop.test.ts',
  'test/console/pages/layout.test.ts',
  'test/console/create/create-image.test.ts',
  'test/console/results/pictures.test.ts',
  'test/console/operate/operate.test.ts',
  'test/engines/built-in/sketch.test.ts',
  'test/api/video/clips.test.ts',
  'test/engines/jobs/every-button.test.ts',
  'test/engines/jobs/primitives.test.ts',
  'test/operate/backup-faults.test.ts',
  'test/operate/backup.test.ts',
  'test/engines/jobs/hostile-media.test.ts',
  'test/core/crashes/steps.test.ts',
  'test/engines/jobs/clips-from-pixels.test.ts',
  'test/api/requests/bad-requests.test.ts',
  'test/media/hostile-clips.test.ts',
  'test/media/clip-memory.test.ts',
  'test/media/foreign-clips.test.ts',
  'test/engines/built-in/sketch-engine.test.ts',
  'test/engines/built-in/same-bytes.test.ts',
  'test/engines/built-in/process-pool.test.ts',
  'test/operate/embedded-postgres.test.ts',
];

/** These change what a whole process shares, or measure it. */
const alone = [
  'test/engines/manage/declared-engines.test.ts',
  'src/platform/config/config.test.ts',
  'packages/shared/src/clock.test.ts',
];

/** A file waits about as long as it computes, so two share a core. More than four would run out of connections. */
const atOnce = Math.min(2 * availableParallelism(), 4);

/** Objects of a test are garbage soon: larger collections of the young ones copy fewer of them. */
const youngHeap = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** Long enough for a busy machine: only what hangs takes longer. */
const longestMs = 900_000;
/** The runner waits for ever for a process that a test has left behind with its output. */
const longestRunMs = 4_200_000;

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
    TEST_FILE_TIMEOUT: String(longestMs),
    // Node strips and compiles each module once for all processes of the run.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/kinora/compiled', import.meta.url)),
  },
});
const unfinished = new Set<string>();
tests.on('test:dequeue', ({ nesting, name }) => void (nesting === 0 && unfinished.add(name)));
tests.on('test:complete', ({ name }) => void unfinished.delete(name));
AbortSignal.timeout(longestRunMs).addEventListener('abort', () => {
  console.error(`\nThe tests did not end in time. Unfinished: ${[...unfinished].join(', ')}`);
  void server.stop().finally(() => process.exit(1));
});
tests.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
await pipeline(tests, new spec(), process.stdout, { end: false });
await server.stop();
await rm(scratch, { recursive: true });

async function filesToRun(): Promise<string[]> {
  const named = process.argv.slice(2);
  if (named.length > 0 && named[0] !== '--unit') return inTurn(named);
  const units = globSync(['src/**/*.test.ts', 'console/**/*.test.ts']).sort();
  if (named[0] === '--unit') return inTurn(slowestFirst(units));
  const others = globSync(['test/**/*.test.ts', 'packages/**/*.test.ts']).sort();
  return inTurn(slowestFirst([...units, ...others]));
}

function slowestFirst(files: readonly string[]): string[] {
  return [...slowest.filter(file => files.includes(file)), ...files.filter(file => !slowest.includes(file))];
}

/** Processes that share these files, and the files that need a process of their own. */
async function inTurn(files: readonly string[]): Promise<string[]> {
  const shared = files.filter(file => !alone.includes(file));
  await writeFile(join(scratch, 'files.json'), JSON.stringify(shared));
  const program = new URL('../test/support/servers/tests-in-turn.ts', import.meta.url);
  const processes = await Promise.all(
    Array.from({ length: Math.min(atOnce, shared.length) }, async (_, index) => {
      const path = join(scratch, `process-${index + 1}.mjs`);
      await writeFile(path, `await import(${JSON.stringify(program)});\n`);
      return path;
    }),
  );
  return [...processes.slice(1), ...files.filter(file => alone.includes(file)), ...processes.slice(0, 1)];
}
