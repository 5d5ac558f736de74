/**
 * npm run fuzz -- --requests 1000000 --seed 7: the fuzzer of
 * test/api/requests/fuzz.test.ts, for as long as that takes.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
// Without the runner, which ends a file after its time.
const child = spawn(process.execPath, ['test/api/requests/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
});
process.exitCode = await new Promise<number>(resolve => child.on('exit', code => resolve(code ?? 1)));
