/** npm test: every test file (or those named; `--unit`: those beside the code), on one PostgreSQL that is started for the run. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../test/support/test-server.ts';

/** The slowest files start first, so that none of them still runs alone after all others have ended. */
const slowest = [
  'test/image/pictures.test.ts',
  'test/reliability/crash-at-each-step.test.ts',
  'test/reliability/crash.test.ts',
  'test/reliability/random-kills.test.ts',
  'test/console/every-page.test.ts',
  'test/operate/start-and-stop.test.ts',
  'test/console/layout.test.ts',
  'test/console/create-image.test.ts',
  'test/console/pictures.test.ts',
  'test/console/operate.test.ts',
  'test/engines/sketch.test.ts',
  'test/video/clips.test.ts',
  'test/reliability/bad-requests.test.ts',
];

const server = await startTestServer();
const tests = run({
  files: filesToRun(),
  // A file waits about as long as it computes, so two share a core. More than four would run out of connections.
  concurrency: Math.min(2 * availableParallelism(), 4),
  timeout: 300_000,
  env: {
    ...process.env,
    TEST_POSTGRES: JSON.stringify(server.connection),
    // Node strips and compiles each module once for all processes of the run.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/kinora/compiled', import.meta.url)),
  },
});
tests.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
await pipeline(tests, new spec(), process.stdout, { end: false });
await server.stop();

function filesToRun(): string[] {
  const named = process.argv.slice(2);
  if (named.length > 0 && named[0] !== '--unit') return named;
  const unit = ['src/**/*.test.ts', 'packages/**/*.test.ts', 'console/**/*.test.ts'];
  const all = globSync(named[0] === '--unit' ? unit : [...unit, 'test/**/*.test.ts']).sort();
  return [...slowest.filter(file => all.includes(file)), ...all.filter(file => !slowest.includes(file))];
}
