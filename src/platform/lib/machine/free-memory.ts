/** How much memory this machine and its graphics card have free now. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, type CardSources } from './graphics-cards.ts';

/**
 * Returns the main memory that this process could still get: within the limit of its container, and including
 * memory that the system can reclaim. Returns undefined where the system does not report it: macOS counts
 * only free pages, although it can reclaim most others.
 */
export function freeMainBytes(): number | undefined {
  return process.platform === 'linux' ? process.availableMemory() : undefined;
}

const mebibyte = 1024 ** 2;
const systemSources: CardSources = { run: runTool, drmFolder: '/sys/class/drm' };

/** Returns the free memory of the card that has the most, or undefined if no driver reports it. */
export async function freeVideoBytes({ run, drmFolder }: CardSources = systemSources): Promise<
  number | undefined
> {
  const nvidiaOutput = await run('nvidia-smi', ['--query-gpu=memory.free', '--format=csv,noheader,nounits']);
  const nvidiaFreeBytes = nvidiaOutput
    .split('\n')
    .filter(line => /^\s*\d+\s*$/.test(line))
    .map(line => Number(line) * mebibyte);
  const freeBytes = nvidiaFreeBytes.length > 0 ? nvidiaFreeBytes : await readAmdFreeBytes(drmFolder);
  return freeBytes.length > 0 ? Math.max(...freeBytes) : undefined;
}

async function readAmdFreeBytes(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const cards = names.filter(name => /^card\d+$/.test(name)).map(name => join(folder, name, 'device'));
  const readNumber = async (file: string) =>
    Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  const freeBytes = await Promise.all(
    cards.map(
      async device =>
        (await readNumber(join(device, 'mem_info_vram_total'))) -
        (await readNumber(join(device, 'mem_info_vram_used'))),
    ),
  );
  return freeBytes.filter(bytes => bytes >= 0);
}
