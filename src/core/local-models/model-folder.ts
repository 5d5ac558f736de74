/**
 * The folder of weights and programs. A file is named after its content, so that models share it. Each
 * installation claims what it uses, in a file of its own, because several servers may share the folder. Files
 * without an owner are deleted when something is removed.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { PinnedFile } from './hub.ts';

export interface ModelFolder {
  readonly path: string;
  /** Where a file of weights is, or will be. */
  weightsPath(file: Pick<PinnedFile, 'path' | 'sha256'>): string;
  /** Where a program is unpacked, or will be. */
  programPath(archive: { readonly sha256: string }): string;
  /** Where the operator puts LoRA files for the models of a family. */
  loraPath(family: string): string;
  archivePath(archive: { readonly sha256: string }): string;
  /** A file that has its name is whole. */
  has(path: string, sizeBytes: number): Promise<boolean>;
  /** From now on, `owner` uses these files and folders, and no others. */
  claim(owner: string, paths: readonly string[]): Promise<void>;
  /**
   * `owner` uses nothing any more. What is unused is left for the next sweep, so that an
   * installation before it finds it.
   */
  unclaim(owner: string): Promise<void>;
  /** `owner` uses nothing any more. Deletes everything that is unused. */
  release(owner: string): Promise<void>;
  /** Deletes everything that is unused. */
  sweep(): Promise<void>;
}

/**
 * Returns the name of an installation in the folder: `mark` distinguishes those of one database from those of
 * others.
 */
export function claimOwner(mark: string, name: string): string {
  return `${mark} ${name}`;
}

const claimShape = z.object({ paths: z.array(z.string()) });

export function openModelFolder(path: string): ModelFolder {
  const [files, programs, claims] = ['files', 'programs', 'claims'].map(name => join(path, name)) as [
    string,
    string,
    string,
  ];
  const claimFile = (owner: string) =>
    join(claims, `${createHash('sha256').update(owner).digest('hex')}.json`);
  const folder: ModelFolder = {
    path,
    weightsPath: ({ path: name, sha256 }) => join(files, `${sha256.slice(0, 16)}-${basename(name)}`),
    programPath: ({ sha256 }) => join(programs, sha256.slice(0, 16)),
    loraPath: family => join(path, 'loras', family),
    archivePath: ({ sha256 }) => join(programs, `${sha256.slice(0, 16)}.zip`),
    has: async (file, sizeBytes) => {
      const stats = await stat(file).catch(() => undefined);
      return stats?.isFile() === true && stats.size === sizeBytes;
    },
    claim: async (owner, paths) => {
      await mkdir(claims, { recursive: true });
      const file = claimFile(owner);
      await writeFile(`${file}.new`, JSON.stringify({ owner, paths: paths.map(each => basename(each)) }));
      await rename(`${file}.new`, file);
    },
    unclaim: owner => rm(claimFile(owner), { force: true }),
    release: async owner => {
      await folder.unclaim(owner);
      await folder.sweep();
    },
    sweep: async () => {
      const usedNames = await claimedNames(claims);
      // A claim that cannot be read may name anything.
      if (usedNames) for (const each of [files, programs]) await sweepFolder(each, usedNames);
    },
  };
  return folder;
}

/** Returns undefined if one of the claims cannot be read. */
async function claimedNames(folder: string): Promise<ReadonlySet<string> | undefined> {
  const names = await readdir(folder).catch(() => []);
  try {
    const claims = await Promise.all(
      names
        .filter(name => name.endsWith('.json'))
        .map(async name => claimShape.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
    );
    return new Set(claims.flatMap(({ paths }) => paths));
  } catch {
    return undefined;
  }
}

/** The unfinished file of a claimed one stays as well. */
async function sweepFolder(folder: string, usedNames: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!usedNames.has(name.replace(/\.(?:part|new)$/, '')))
      await rm(join(folder, name), { recursive: true, force: true });
}
