/**
 * What each test file costs in CPU seconds, of its own process and of those that it
 * starts. Kept from run to run.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of a test file -> CPU seconds. */
export type TestCosts = ReadonlyMap<string, number>;

/** In the default run, a file should cost less than this many CPU seconds. */
const expensiveSeconds = 20;

const costPath = (depth: string) =>
  fileURLToPath(new URL(`../node_modules/.cache/kinora/test-costs-${depth}.json`, import.meta.url));

/** Those of the last runs at this depth. Empty in a fresh checkout. */
export async function readCosts(depth: string): Promise<TestCosts> {
  try {
    return new Map(
      Object.entries(JSON.parse(await readFile(costPath(depth), 'utf8')) as Record<string, number>),
    );
  } catch {
    return new Map();
  }
}

/** The costs that the processes of a run have written into its folder. */
export async function collectCosts(folder: string): Promise<TestCosts> {
  const names = (await readdir(folder)).filter(name => name.startsWith('cost-'));
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  return new Map(
    texts
      .map(text => JSON.parse(text) as { file: string; seconds: number })
      .map(({ file, seconds }) => [file, Math.round(seconds * 100) / 100]),
  );
}

/** Adds the costs of a run to those of earlier runs. */
export async function saveCosts(depth: string, costs: TestCosts): Promise<void> {
  const all = Object.fromEntries([...(await readCosts(depth)), ...costs]);
  const path = costPath(depth);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(all, undefined, 1));
  await rename(`${path}.new`, path);
}

/**
 * The most expensive files first, so that none of them still runs alone after all others have
 * ended. Unknown ones come before.
 */
export function byCost(files: readonly string[], costs: TestCosts): string[] {
  const cost = (file: string) => costs.get(file) ?? Infinity;
  return files.toSorted((one, other) => (cost(one) === cost(other) ? 0 : cost(other) - cost(one)));
}

/** The ten most expensive files, and all that cost too much for the default run. */
export function describeCosts(costs: TestCosts, isQuick: boolean): string {
  const sorted = [...costs].toSorted(([, one], [, other]) => other - one);
  const isExpensive = (file: string, seconds: number) =>
    isQuick && seconds > expensiveSeconds && !/^test\/full\/|\.full\.test\.ts$/.test(file);
  const listedCosts = sorted.filter(([file, seconds], index) => index < 10 || isExpensive(file, seconds));
  const lines = listedCosts.map(([file, seconds]) => {
    const remark = isExpensive(file, seconds)
      ? `  above ${expensiveSeconds}: make it cheaper, or move it to test/full`
      : '';
    return `${seconds.toFixed(1).padStart(8)}  ${file}${remark}`;
  });
  return ['CPU seconds of the most expensive files:', ...lines].join('\n');
}
