/** npm test: every test file (or those named), on one PostgreSQL that is started for the run. */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { startTestServer } from '../test/support/test-server.ts';

const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : globSync(['src/**/*.test.ts', 'console/**/*.test.ts', 'test/**/*.test.ts']).sort();
const server = await startTestServer();
const child = spawn(process.execPath, ['--test', '--test-timeout=300000', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES: JSON.stringify(server.connection) },
});
const code = await new Promise<number>(resolve => child.on('exit', exitCode => resolve(exitCode ?? 1)));
await server.stop();
process.exitCode = code;
