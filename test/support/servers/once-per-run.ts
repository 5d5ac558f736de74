import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFirst } from './take-first.ts';
import { waitUntil } from './wait-until.ts';

/**
 * The folder that the processes of a test run share. It is deleted at the end. Undefined in a process
 * that nobody runs with others.
 */
export const runFolder = process.env['TEST_LIST'];

/**
 * The first process of the run that asks makes the value, and the others wait for
 * it. It must survive as JSON.
 */
export async function oncePerRun<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  if (!runFolder) return make();
  const [mine, result] = [join(runFolder, `making-${name}`), join(runFolder, `made-${name}.json`)];
  if (await takeFirst(mine)) {
    const value = await make().catch((error: unknown) => ({ failure: String(error) }) as const);
    await writeFile(`${result}.new`, JSON.stringify(value));
    await rename(`${result}.new`, result);
  } else await waitUntil(() => existsSync(result));
  const value = JSON.parse(await readFile(result, 'utf8')) as Value | { readonly failure: string };
  if (typeof value === 'object' && value && 'failure' in value) throw new Error(`${name}: ${value.failure}`);
  return value;
}
