/** The graphics cards of this machine, as the tools and files of their drivers describe them. */
import { execFile } from 'node:child_process';
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programEnvironment } from '../program-environment.ts';
import { nvidiaCards, rocmCards, sysfsCard, vulkanCards, type GraphicsCard } from './card-reports.ts';

export interface CardSources {
  /** Returns the output of a tool. Empty if it is not installed, or failed. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
  /** The folder in which the kernel describes cards. */
  readonly drmFolder: string;
}

const toolTimeoutMs = 5_000;
const maxOutputBytes = 1024 * 1024;
/** The share of the memory that macOS lets a card use. */
const unifiedShare = 0.7;

const systemSources: CardSources = { run: runTool, drmFolder: '/sys/class/drm' };

export async function readGraphicsCards(
  {
    platform,
    arch,
    memoryBytes,
  }: { readonly platform: string; readonly arch: string; readonly memoryBytes: number },
  { run, drmFolder }: CardSources = systemSources,
): Promise<readonly GraphicsCard[]> {
  if (platform === 'darwin')
    return arch === 'arm64'
      ? [{ name: 'Apple', memoryBytes: memoryBytes * unifiedShare, isUnified: true }]
      : [];
  if (platform !== 'linux') return [];
  const query = ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'];
  const nvidia = nvidiaCards(await run('nvidia-smi', query));
  const rocm = rocmCards(await run('rocm-smi', ['--showproductname', '--showmeminfo', 'vram', '--json']));
  const amd = rocm.length > 0 ? rocm : await sysfsCards(drmFolder);
  const measuredCards = [...nvidia, ...amd];
  const cards =
    measuredCards.length > 0 ? measuredCards : vulkanCards(await run('vulkaninfo', ['--summary']));
  return cards.toSorted((one, other) => (other.memoryBytes ?? 0) - (one.memoryBytes ?? 0));
}

/** Cards of amdgpu, which writes its memory into files. */
async function sysfsCards(folder: string): Promise<GraphicsCard[]> {
  const names = await readdir(folder).catch(() => []);
  const cards = names.filter(name => /^card\d+$/.test(name)).map(name => join(folder, name, 'device'));
  const results = await Promise.all(
    cards.map(async device => sysfsCard(await readText(join(device, 'mem_info_vram_total')))),
  );
  return results.filter(card => card !== undefined);
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Returns what a tool of a driver prints. Empty if it is not installed, or failed. */
export async function runTool(program: string, args: readonly string[]): Promise<string> {
  const env = programEnvironment('');
  const path = await findTool(program, env['PATH'] ?? '');
  if (path === undefined) return '';
  const options = { timeout: toolTimeoutMs, maxBuffer: maxOutputBytes, env };
  return new Promise(resolve => {
    execFile(path, args, options, (error, stdout) => resolve(error ? '' : stdout));
  });
}

/**
 * Most machines have none of the tools, and starting a process only to find that out takes longer than the
 * rest of the report.
 */
async function findTool(program: string, folders: string): Promise<string | undefined> {
  for (const folder of folders.split(':')) {
    const path = join(folder, program);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
