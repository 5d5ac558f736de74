/** The first steps of an installation: the choice of the downloads, the program, and the files of weights. */
import { execFile } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@kinora/shared/clock';
import { measureDiskSpace } from '../../platform/lib/disk/disk-space.ts';
import { unpackZip } from '../../platform/lib/disk/unpack-zip.ts';
import type { Machine } from '../../platform/lib/machine/machine.ts';
import { downloadFile, type DownloadSource } from '../../platform/lib/network/download-file.ts';
import type { TrustedFetch } from '../../platform/lib/network/trusted-fetch.ts';
import { programEnvironment } from '../../platform/lib/program-environment.ts';
import type { ProgramRelease } from './entry.ts';
import { gigabytes } from './fit.ts';
import type { Hub, PinnedFile } from './hub.ts';
import { LocalFailure } from './local-problem.ts';
import { adoptWeights } from './adopt-weights.ts';
import type { ModelFolder } from './model-folder.ts';
import type { WeightsFolders } from './weights-folders.ts';
import { archivePattern, type ProgramArchive, type Releases } from './releases.ts';

export interface FileDependencies {
  readonly folder: ModelFolder;
  readonly hub: Hub;
  readonly releases: Releases;
  readonly fetch: Pick<TrustedFetch, 'open'>;
  readonly program: ProgramRelease;
  /** Where files may be already. */
  readonly weights: WeightsFolders;
  readonly clock: Clock;
}

export interface FileCall {
  readonly signal: AbortSignal;
  /** The file that is worked on, for the text of a failure. */
  readonly onFile: (file: string, link?: string) => void;
  /** Bytes of the file that is downloaded. */
  readonly onProgress: (bytes: number) => void;
}

const proofTimeoutMs = 60_000;
const archiveLimits = { maxBytes: 4 * 1024 ** 3, maxFiles: 500 };
/** How many times its own size an archive needs on the disk, because its content is unpacked beside it. */
const archiveRoom = 4;
const reserveBytes = 500_000_000;

/** Rejects with a DownloadError or a LocalFailure. */
export async function pinFiles(
  { hub }: FileDependencies,
  files: readonly Parameters<Hub['pin']>[0][],
  { signal, onFile }: Pick<FileCall, 'signal' | 'onFile'>,
): Promise<PinnedFile[]> {
  const pinnedFiles: PinnedFile[] = [];
  for (const file of files) {
    onFile(file.path, repositoryLink(file));
    pinnedFiles.push(await hub.pin(file, signal));
  }
  return pinnedFiles;
}

/**
 * Checks the disk before anything is downloaded. Throws a LocalFailure if it cannot hold all that is missing.
 */
export async function rejectFullDisk(
  { folder, weights }: Pick<FileDependencies, 'folder' | 'weights'>,
  { files, archive }: { readonly files: readonly PinnedFile[]; readonly archive: ProgramArchive | undefined },
): Promise<void> {
  await mkdir(folder.path, { recursive: true });
  let neededBytes =
    archive && !(await isFolder(folder.programPath(archive))) ? archive.sizeBytes * archiveRoom : 0;
  const existingSizes = new Set((await weights.list()).map(({ sizeBytes }) => sizeBytes));
  // A file that another program has gets a second name, unless it is on another disk.
  for (const file of files)
    neededBytes += existingSizes.has(file.size) ? 0 : file.size - (await presentBytes(folder, file));
  const space = await measureDiskSpace(folder.path);
  if (neededBytes === 0 || !space || space.freeBytes >= neededBytes + reserveBytes) return;
  const details = {
    folder: folder.path,
    free: gigabytes(space.freeBytes),
    needed: gigabytes(neededBytes + reserveBytes),
  };
  throw new LocalFailure('disk_needed', details);
}

/** Returns the size of a file that is whole, or of the part of it that has arrived. */
export async function presentBytes(
  folder: Pick<ModelFolder, 'weightsPath'>,
  file: Pick<PinnedFile, 'path' | 'sha256' | 'size'>,
): Promise<number> {
  const path = folder.weightsPath(file);
  const stats = await stat(path).catch(() => stat(`${path}.part`).catch(() => undefined));
  return Math.min(file.size, stats?.size ?? 0);
}

export async function downloadWeights(
  { folder, hub, fetch, weights, clock }: FileDependencies,
  file: PinnedFile,
  { signal, onFile, onProgress }: FileCall,
): Promise<string> {
  const path = folder.weightsPath(file);
  if (await folder.has(path, file.size)) return path;
  onFile(file.path, repositoryLink(file));
  await adoptWeights(file, { weights, file: path, signal, onProgress });
  if (await folder.has(path, file.size)) return path;
  await downloadFile(hub.downloadSource(file), { fetch, clock, file: path, signal, onProgress });
  return path;
}

/** The archives that may run on the machine, the best one first. The last one needs no graphics card. */
export async function findArchives(
  { releases, program }: Pick<FileDependencies, 'releases' | 'program'>,
  machine: Machine,
  signal: AbortSignal,
): Promise<readonly { readonly archive: ProgramArchive; readonly machine: Machine }[]> {
  if (!archivePattern(program, machine))
    throw new LocalFailure('no_program', { system: `${machine.platform} ${machine.arch}` });
  const withCard = { archive: await releases.find(program, machine, signal), machine };
  const without = { ...machine, cards: [] };
  if (machine.cards.length === 0) return [withCard];
  const plain = { archive: await releases.find(program, without, signal), machine: without };
  return plain.archive.sha256 === withCard.archive.sha256 ? [withCard] : [withCard, plain];
}

/**
 * Downloads, unpacks and tries the program, on the graphics card if the machine has one. Returns its path.
 */
export async function prepareProgram(
  { folder, fetch, program, clock }: FileDependencies,
  { archive, machine }: { readonly archive: ProgramArchive; readonly machine: Pick<Machine, 'cards'> },
  { signal, onFile, onProgress }: FileCall,
): Promise<string> {
  const path = folder.programPath(archive);
  const file = join(path, program.program);
  onFile(archive.name);
  if (!(await isFolder(path))) {
    const archiveFile = folder.archivePath(archive);
    const source: DownloadSource = archive;
    if (!(await folder.has(archiveFile, archive.sizeBytes)))
      await downloadFile(source, { fetch, clock, file: archiveFile, signal, onProgress });
    await unpackZip(archiveFile, path, archiveLimits);
    await rm(archiveFile, { force: true });
  }
  await tryProgram(file, program.proof);
  if (machine.cards.length > 0) await findCard(file, program.devices);
  return file;
}

/**
 * Throws a LocalFailure if the program starts, but finds no graphics card: the library of
 * Vulkan or the driver is missing.
 */
export async function findCard(file: string, devices: readonly string[]): Promise<void> {
  const names = (await tryProgram(file, devices)).split('\n').map(line => line.split('\t')[0]?.trim() ?? '');
  if (names.some(name => name !== '' && !/^CPU\b/i.test(name))) return;
  throw new LocalFailure('program_failed', { reason: 'It finds no graphics card.' });
}

/**
 * Returns what the program printed. Throws a LocalFailure with what it printed, such as
 * the name of a missing library.
 */
export function tryProgram(file: string, proof: readonly string[]): Promise<string> {
  const options = { timeout: proofTimeoutMs, maxBuffer: 8 * 1024 * 1024, env: programEnvironment('') };
  return new Promise((resolve, reject) => {
    execFile(file, proof, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const lastLine = stderr.trim().split('\n').at(-1);
      const reason = `${(lastLine || error.message).slice(0, 300).replace(/\.$/, '')}.`;
      reject(new LocalFailure('program_failed', { reason }, error));
    });
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function repositoryLink({ repository }: { readonly repository: string }): string {
  return `https://huggingface.co/${repository}`;
}
