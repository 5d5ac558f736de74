/** How much memory this machine and its graphics card have free now. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, type CardSources } from './graphics-cards.ts';

/**
 * Main memory that this process could still get: within the limit of its container, and with what the system
 * can give up. Undefined means the system does not say so. macOS counts the free pages, and it
 * gives most others away as well.
 */
export function freeMainBytes(): number | undefined {
  return process.platform === 'linux' ? process.availableMemory() : undefined;
}

const mebibyte = 1024 ** 2;
const systemSources: CardSources = { run: runTool, drmFolder: '/sys/class/drm' };

/** Returns the free memory of the card that has the most, or undefined if no driver says so. */
export async function freeVideoBytes({ run, drmFolder }: CardSources = systemSources): Promise<
  number | undefined
> {
  const nvidia = await run('nvidia-smi', ['--query-gpu=memory.free', '--format=csv,noheader,nounits']);
  const free = nvidia
    .split('\n')
    .filter(line => /^\s*\d+\s*$/.test(line))
    .map(line => Number(line) * mebibyte);
  const all = free.length > 0 ? free : await freeOfAmd(drmFolder);
  return all.length > 0 ? Math.max(...all) : undefined;
}

async function freeOfAmd(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const cards = names.filter(name => /^card\d+$/.test(name)).map(name => join(folder, name, 'device'));
  const read = async (file: string) => Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  const free = await Promise.all(
    cards.map(
      async device =>
        (await read(join(device, 'mem_info_vram_total'))) - (await read(join(device, 'mem_info_vram_used'))),
    ),
  );
  return free.filter(bytes => bytes >= 0);
}
