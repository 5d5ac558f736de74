/**
 * npm run check: format, lint, types, unused code, tests. Runs all of them, so that every fault
 * is seen; fails if one failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

const steps = {
  format: () => runTool('oxfmt', '--list-different', '.'),
  lint: () => runTool('oxlint', '--deny-warnings', '--format=unix', '.'),
  types: () => runTool('tsc', '-b', '.', 'console'),
  unused: () => runTool('knip', '--no-progress', '--no-config-hints'),
  tests: runTests,
};

const failed: string[] = [];
for (const [name, run] of Object.entries(steps)) {
  const startedMs = performance.now();
  const hasPassed = await run();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (!hasPassed) failed.push(name);
  if (name !== 'tests') console.log(`${name.padEnd(6)} ${hasPassed ? 'passed' : 'FAILED'} ${seconds} s`);
}
const count = Object.keys(steps).length;
console.log(
  failed.length === 0
    ? `check: all ${count} steps passed`
    : `check: ${failed.length} of ${count} steps failed: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** A tool that npm installed, on the Node that runs this; it is heard only when it fails. */
function runTool(name: string, ...args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`node_modules/.bin/${name}`, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  });
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

/**
 * Shown as they run. After failures the runner ends with their details: the counts are then said once more.
 */
async function runTests(): Promise<boolean> {
  const child = spawn(process.execPath, ['scripts/test.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  const childSuccess = new Promise<boolean>(resolve => child.on('close', code => resolve(code === 0)));
  const counts: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (
      /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(
        stripVTControlCharacters(line),
      )
    )
      counts.push(line);
  }
  const hasPassed = await childSuccess;
  if (!hasPassed) console.log(`\n${counts.join('\n')}`);
  return hasPassed;
}
