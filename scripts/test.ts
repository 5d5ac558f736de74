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
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtConsole } from '../src/start/built-console.ts';
import { startTestServer } from '../test/support/servers/test-server.ts';

/** The slowest files start first, so that none of them still runs alone after all others have ended. */
const slowest = [
  'test/image/pictures.test.ts',
  'test/reliability/crashes/crash-at-each-step.test.ts',
  'test/reliability/crashes/crash.test.ts',
  'test/reliability/crashes/random-kills.test.ts',
  'test/reliability/crashes/many-nodes.test.ts',
  'test/console/pages/every-page.test.ts',
  'test/operate/start-and-stop.test.ts',
  'test/console/pages/layout.test.ts',
  'test/console/create/create-image.test.ts',
  'test/console/results/pictures.test.ts',
  'test/console/operate/operate.test.ts',
  'test/engines/built-in/sketch.test.ts',
  'test/video/clips.test.ts',
  'test/engines/jobs/every-button.test.ts',
  'test/engines/jobs/primitives.test.ts',
  'test/operate/backup-faults.test.ts',
  'test/operate/backup.test.ts',
  'test/engines/jobs/hostile-media.test.ts',
  'test/reliability/crashes/steps.test.ts',
  'test/engines/jobs/clips-from-pixels.test.ts',
  'test/reliability/requests/bad-requests.test.ts',
];

/** Most unit tests take less time than the start of a process, so they share this many. */
const unitProcesses = 4;

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
  // A file waits about as long as it computes, so two share a core. More than four would run out of connections.
  concurrency: Math.min(2 * availableParallelism(), 4),
  timeout: longestMs,
  env: {
    ...process.env,
    TEST_POSTGRES: JSON.stringify(server.connection),
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
  if (named.length > 0 && named[0] !== '--unit') return named;
  const ownUnits = ['src/**/*.test.ts', 'console/**/*.test.ts'];
  if (named[0] === '--unit') return writeGroups(globSync(ownUnits).sort());
  const groups = await writeGroups(globSync([...ownUnits, 'packages/**/*.test.ts']).sort());
  const others = globSync('test/**/*.test.ts').sort();
  return [...slowest, ...groups, ...others.filter(file => !slowest.includes(file))];
}

/** A file for each process. In a suite of its own, a file keeps its hooks to itself. */
async function writeGroups(files: readonly string[]): Promise<string[]> {
  const groups = Array.from({ length: unitProcesses }, (_, group) =>
    files.filter((_, index) => index % unitProcesses === group),
  );
  return Promise.all(
    groups.map(async (group, index) => {
      const path = join(scratch, `unit-${index + 1}.mjs`);
      const suites = group.map(
        file => `suite(${JSON.stringify(file)}, () => import(${JSON.stringify(pathToFileURL(file))}));\n`,
      );
      // Its hook stops what the files have started, at the end of the process: it must not belong to the suite that imports it first.
      const cleanUp = `import ${JSON.stringify(pathToFileURL('test/support/servers/clean-up.ts'))};\n`;
      await writeFile(path, `import { suite } from 'node:test';\n${cleanUp}${suites.join('')}`);
      return path;
    }),
  );
}
