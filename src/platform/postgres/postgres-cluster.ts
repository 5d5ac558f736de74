/**
 * The folder of the built-in database: created once by initdb, complete or absent. Files in Kinora's data
 * folder: `postgres/` (the cluster, owned by the server's user), `postgres.log`, `postgres-password`.
 */
import type { BigIntStats } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newSecret } from '../lib/id.ts';
import { draftPath, removeAbandonedDrafts } from './abandoned-drafts.ts';
import { StartError } from '../errors/start-error.ts';
import { defaultCopyPlaces, findBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  chooseServerUser,
  folderSeenByServer,
  openFolder,
  rejectNamelessUser,
  runToEnd,
  type ServerUser,
} from './postgres-user.ts';

export interface Cluster {
  /** `<data folder>/postgres`, a real path. */
  readonly dir: string;
  readonly logFile: string;
  /** Folder of the server's unix socket. No other user can open it. */
  readonly socketDir: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  /** Undefined means Kinora's own user. */
  readonly user: ServerUser | undefined;
  /**
   * The server's `cluster_name`, which is part of the command line of each of its processes. It
   * is made from the folder's device and inode, so it stays the same when the data folder is
   * moved and differs for a copy of it.
   */
  readonly name: string;
  readonly settings: PostgresSettings;
  /** True if this call created the cluster. */
  readonly isNew: boolean;
}

export const port = 5432;
export const superuser = 'kinora';

/** Settings of PostgreSQL by name, in place of those that a server of ours has. */
export type PostgresSettings = Readonly<Record<string, string | number>>;

/** Finds or creates the cluster of the data folder. */
export async function prepareCluster(dataDir: string, settings: PostgresSettings): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await realpath(dataDir);
  const dir = join(home, 'postgres');
  await removeAbandonedDrafts(home);
  const clusterMajor = await readMajor(dir);
  const user = await chooseServerUser(dir);
  const binaries = await findBinaries({ clusterMajor, user, copyPlaces: defaultCopyPlaces(home, user) });
  const isNew = clusterMajor === undefined;
  const password = isNew ? await makePassword(home) : await readPassword(home);
  if (isNew) await initialize({ home, dir, password, binaries, user });
  const stats = await stat(dir, { bigint: true });
  await correctOwner(dir, stats, user);
  const name = `kinora-${stats.dev.toString(36)}-${stats.ino.toString(36)}`;
  const socketDir = await prepareSocketFolder(dir, name, user);
  const logFile = join(home, 'postgres.log');
  return { dir, logFile, socketDir, password, binaries, user, name, settings, isNew };
}

/** The major version of the cluster. Returns undefined if there is none yet. */
async function readMajor(dir: string): Promise<number | undefined> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return undefined;
  if (names.includes('PG_VERSION')) return Number(await readFile(join(dir, 'PG_VERSION'), 'utf8'));
  throw new StartError(
    `The folder ${dir} holds files that are not a PostgreSQL database: move them elsewhere, because Kinora needs this folder.`,
  );
}

/**
 * Stores the password before the cluster is created with it. Two processes that do so
 * at the same time get the same password.
 */
async function makePassword(home: string): Promise<string> {
  const draft = draftPath(passwordFile(home));
  await writeFile(draft, newSecret(), { mode: 0o600, flush: true });
  await link(draft, passwordFile(home)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readPassword(home);
}

async function readPassword(home: string): Promise<string> {
  try {
    return (await readFile(passwordFile(home), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartError(
      `The file ${passwordFile(home)} is missing; Kinora needs it to connect to its database in ` +
        `${join(home, 'postgres')}: restore it from your backup of the data folder.`,
    );
  }
}

const passwordFile = (home: string) => join(home, 'postgres-password');

interface NewCluster {
  readonly home: string;
  readonly dir: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
}

async function initialize({ home, dir, password, binaries, user }: NewCluster): Promise<void> {
  const draft = await mkdtemp(draftPath(dir));
  try {
    await writeFile(join(draft, 'password'), password, { mode: 0o600 });
    if (user) for (const path of [draft, join(draft, 'password')]) await chown(path, user.uid, user.gid);
    await runInitdb(draft, binaries, user);
    await rename(join(draft, 'cluster'), dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // Another Kinora was faster.
    });
  } finally {
    await rm(draft, { recursive: true });
  }
  const folder = await open(home);
  // initdb has synced the files. This makes sure that their new name survives a power failure.
  await folder.sync();
  await folder.close();
}

async function runInitdb(
  draft: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<void> {
  // The server itself runs without a name.
  if (!user) rejectNamelessUser();
  const folder = await openFolder(draft);
  const serverFolder = folderSeenByServer(draft, user);
  const { succeeded, output } = await runToEnd({
    program: join(binaries.dir, 'initdb'),
    args: [
      `--pgdata=${serverFolder}/cluster`,
      `--pwfile=${serverFolder}/password`,
      `--username=${superuser}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // From 17 on: sorts by code point like C, but upper, lower and patterns support all letters.
      ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
      '--data-checksums',
      '--no-instructions',
    ],
    user,
    folderDescriptor: folder.fd,
  });
  await folder.close();
  if (!succeeded)
    throw await startError(`PostgreSQL could not create a database in ${dirname(draft)}`, draft, output);
}

/**
 * PostgreSQL requires that its user owns the folder and that no other user can read it. A
 * restored backup may have lost both.
 */
async function correctOwner(dir: string, stats: BigIntStats, user: ServerUser | undefined): Promise<void> {
  if (user && Number(stats.uid) !== user.uid) {
    const entries = await readdir(dir, { withFileTypes: true, recursive: true });
    for (const entry of entries) await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
    await lchown(dir, user.uid, user.gid);
  }
  await chmod(dir, 0o700);
}

/** sun_path holds 104 bytes on macOS, 108 on Linux, with a closing zero: unix(7). */
const maxSocketPathBytes = 100;

/** The cluster's folder, which is private, unless its path is too long for a socket. */
async function prepareSocketFolder(dir: string, name: string, user: ServerUser | undefined): Promise<string> {
  // The server's user may not be able to read the TMPDIR of root.
  const places = [dir, ...(user ? [] : [join(tmpdir(), name)]), join('/tmp', name)];
  const folder = places.find(place => Buffer.byteLength(socketPath(place)) <= maxSocketPathBytes) ?? dir;
  if (folder === dir) return dir;
  await mkdir(folder, { mode: 0o700 }).then(
    () => user && chown(folder, user.uid, user.gid),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const { mode, uid } = await lstat(folder);
  if (uid === (user?.uid ?? process.getuid?.()) && (mode & 0o170077) === 0o040000) return folder;
  throw new StartError(
    `The folder ${folder}, meant for the database's socket, was created by another user or is accessible to others: remove it.`,
  );
}

export function socketPath(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${port}`);
}

/**
 * Mentions a full disk, which is the most frequent reason for a failed start and which
 * PostgreSQL may be unable to log.
 */
export async function startError(problem: string, dir: string, logLines: string): Promise<StartError> {
  const { bavail, bsize } = await statfs(dir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  const freeMegabytes = Math.floor((bavail * bsize) / 2 ** 20);
  const reason = freeMegabytes < 64 ? `: the disk is full (${freeMegabytes} MB free); free some space` : '';
  const lines = logLines.trim().split('\n').slice(-8).join('\n');
  return new StartError(`${problem}${reason}.${lines && `\nLast lines of its log:\n${lines}`}`);
}

/** Describes an error of the file system as a sentence. */
export function asStartError(dataDir: string, error: NodeJS.ErrnoException): StartError {
  if (error instanceof StartError) return error;
  const reasons: Record<string, string> = {
    EACCES: `this user may not access ${error.path}; start Kinora as its owner or as root`,
    EPERM: `this user may not change ${error.path}; start Kinora as its owner or as root`,
    EROFS: `${error.path} is on a disk that is mounted read-only`,
    ENOSPC: 'the disk is full; free some space',
    ENOTDIR: 'it is not a folder',
    EEXIST: 'it is not a folder',
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new StartError(`Kinora cannot use its data folder ${dataDir}: ${reason}.`, error);
}
