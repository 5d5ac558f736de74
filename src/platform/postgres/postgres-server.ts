/** Finds, starts and stops the PostgreSQL server, and cleans up after one that was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { backgroundSleep, systemClock } from '@kinora/shared/clock';
import { newRowId } from '../lib/id.ts';
import { draftPath } from './abandoned-drafts.ts';
import { StartError } from '../errors/start-error.ts';
import { type Cluster, port, socketPath, startError } from './postgres-cluster.ts';
import { findProcess, isRunning, listProcesses, sendSignal } from './postgres-process.ts';
import { folderSeenByServer, openFolder, serverSpawnOptions } from './postgres-user.ts';

export interface Server {
  readonly pid: number;
  readonly socketDir: string;
  /** True if it was already running. */
  readonly isAdopted: boolean;
  /** Resolves when the postmaster has ended for any reason. Does not keep Node running. */
  readonly exit: Promise<void>;
}

/** Crash recovery replays at most max_wal_size or so; a slow disk may take a minute for it. */
const startTimeoutMs = 120_000;
const stopTimeoutMs = 60_000;
const maxLogBytes = 5 * 2 ** 20;

/**
 * Adopts the server that runs on this cluster, or starts one; resolves when it accepts connections. Two
 * processes may do this at the same time: PostgreSQL's locks allow only one server, and both get that one.
 */
export async function runServer(cluster: Cluster): Promise<Server> {
  const running = await findServer(cluster);
  if (running) return running;
  try {
    await removeLeftovers(cluster);
    return await startServer(cluster);
  } catch (error) {
    const concurrent = await findServer(cluster);
    if (concurrent) return concurrent;
    throw error;
  }
}

/** Waits until the server of this cluster accepts connections. Returns undefined if none runs. */
async function findServer(cluster: Cluster): Promise<Server | undefined> {
  const giveUpAt = systemClock.now() + startTimeoutMs;
  for (;;) {
    const lock = await readLock(cluster);
    if (!lock || !(await isOurs(lock.pid, cluster))) return undefined;
    if (lock.status === 'ready') {
      return { pid: lock.pid, socketDir: lock.socketDir, isAdopted: true, exit: watchPid(lock.pid) };
    }
    if (systemClock.now() > giveUpAt) {
      throw new StartError(
        `PostgreSQL (process ${lock.pid}) has been ${lock.status || 'starting'} for two minutes on ${cluster.dir}: ` +
          `see ${cluster.logFile}.`,
      );
    }
    await systemClock.sleep(20);
  }
}

async function startServer(cluster: Cluster): Promise<Server> {
  const logFrom = await truncateLog(cluster.logFile);
  const child = await spawnServer(cluster);
  const exit = new Promise<void>(resolve => child.once('exit', () => resolve()));
  if (await waitUntilReady(child, cluster)) {
    return { pid: child.pid as number, socketDir: cluster.socketDir, isAdopted: false, exit };
  }
  const lines = (await readFile(cluster.logFile)).subarray(logFrom).toString();
  throw await startError(`PostgreSQL did not start on ${cluster.dir}`, cluster.dir, lines);
}

/**
 * Fast shutdown: open transactions are rolled back, nothing committed is lost.
 * Waits until the server has ended.
 */
export async function stopServer(server: Server, cluster: Cluster): Promise<void> {
  if (!(await isOurs(server.pid, cluster))) return;
  // SIGQUIT is the immediate shutdown, for a server that hangs. It is as safe as a power failure.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    sendSignal(server.pid, signal);
    const giveUpAt = systemClock.now() + stopTimeoutMs;
    while (await isRunning(server.pid)) {
      if (systemClock.now() > giveUpAt) break;
      await systemClock.sleep(10);
    }
    if (!(await isRunning(server.pid))) return;
  }
}

async function spawnServer(cluster: Cluster): Promise<ChildProcess> {
  const folder = await openFolder(cluster.dir);
  try {
    const log = await open(cluster.logFile, 'a', 0o600);
    try {
      const child = spawn(join(cluster.binaries.dir, 'postgres'), serverArguments(cluster), {
        ...serverSpawnOptions(cluster.user),
        // A separate process group, so that Ctrl-C reaches only Kinora, which
        // stops the server after draining.
        detached: true,
        stdio: ['ignore', log.fd, log.fd, folder.fd],
      });
      await once(child, 'spawn');
      child.unref();
      return child;
    } finally {
      await log.close();
    }
  } finally {
    await folder.close();
  }
}

function serverArguments(cluster: Cluster): string[] {
  const settings = {
    cluster_name: cluster.name,
    listen_addresses: '',
    // Relative to the cluster's folder.
    unix_socket_directories: cluster.socketDir === cluster.dir ? '.' : cluster.socketDir,
    port,
    max_connections: 100,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    fsync: 'on',
    synchronous_commit: 'on',
    log_checkpoints: 'off',
    // Kinora gets the error of a failed statement. Its text may contain a prompt and
    // must not be written to the log.
    log_min_error_statement: 'panic',
    ...cluster.settings,
  };
  const folder = folderSeenByServer(cluster.dir, cluster.user);
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Waits until the server accepts connections. Returns false if it ended instead. */
async function waitUntilReady(child: ChildProcess, cluster: Cluster): Promise<boolean> {
  const giveUpAt = systemClock.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null) {
    const lock = await readLock(cluster);
    if (lock?.pid === child.pid && lock?.status === 'ready') return true;
    if (systemClock.now() > giveUpAt) {
      child.kill('SIGQUIT');
      throw new StartError(
        `PostgreSQL was not ready within two minutes on ${cluster.dir}: see ${cluster.logFile}.`,
      );
    }
    await systemClock.sleep(10);
  }
  return false;
}

interface Lock {
  readonly pid: number;
  readonly socketDir: string;
  /** `starting`, `stopping`, `ready` or `standby`. Empty right after the start. */
  readonly status: string;
}

/**
 * Reads postmaster.pid, whose lines are described in PostgreSQL's utils/pidfile.h. Returns undefined if
 * it is missing or has no pid.
 */
async function readLock(cluster: Cluster): Promise<Lock | undefined> {
  const text = await readFile(join(cluster.dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , , socketDir = '', , , status = ''] = text.split('\n');
  const pid = pidIn(text);
  if (pid === 0) return undefined;
  return {
    pid,
    socketDir: socketDir.startsWith('/') ? socketDir : cluster.dir,
    status: status.trim(),
  };
}

/** The pid, or 0 if there is none. A single-user session writes a negative one. */
function pidIn(lock: string): number {
  return Math.abs(parseInt(lock, 10)) || 0;
}

/** Whether this process is the postmaster of our cluster. By now the pid may belong to another program. */
async function isOurs(pid: number, cluster: Cluster): Promise<boolean> {
  const command = (await findProcess(pid))?.command ?? '';
  if (isPostmaster(cluster, command)) return true;
  if (/^\S*(postgres|postmaster) /.test(command) && command.includes(cluster.dir)) {
    throw new StartError(
      `The database folder ${cluster.dir} is in use by a PostgreSQL that Kinora did not start (process ${pid}): ` +
        'stop it first.',
    );
  }
  return false;
}

/** The space marks the end of the name, because another setting follows on the command line. */
function isPostmaster(cluster: Cluster, command: string): boolean {
  return command.includes(`cluster_name=${cluster.name} `);
}

/** Waits for the end of a server that is not a child of this process. */
async function watchPid(pid: number): Promise<void> {
  while (await isRunning(pid)) await backgroundSleep(250);
}

/** Removes the remains of a killed server. Call it only if no postmaster of ours runs. */
async function removeLeftovers(cluster: Cluster): Promise<void> {
  if (await acceptsConnections(socketPath(cluster.socketDir))) {
    throw new StartError(
      `The database folder ${cluster.dir} is in use by a PostgreSQL that is not visible from here, for example in ` +
        'another container: stop it first.',
    );
  }
  await killOrphans(cluster);
  await removeStaleLock(join(cluster.dir, 'postmaster.pid'), cluster);
  await removeStaleLock(`${socketPath(cluster.socketDir)}.lock`, cluster);
}

/**
 * After a kill -9 of the postmaster its children end by themselves, but a busy one only when it is done.
 * Until then it holds the shared memory, so that no new server can start. Each has its own process group.
 */
async function killOrphans(cluster: Cluster): Promise<void> {
  for (;;) {
    const running = await listProcesses();
    const postmasters = running.filter(each => isPostmaster(cluster, each.command));
    const orphans = running
      .filter(each => each.command.startsWith(`postgres: ${cluster.name}: `))
      .filter(each => !postmasters.some(postmaster => postmaster.pid === each.parentPid));
    if (orphans.length === 0) return;
    for (const orphan of orphans) sendSignal(orphan.pid, 'SIGKILL');
    await systemClock.sleep(10);
  }
}

/**
 * PostgreSQL replaces the lock of a dead process itself, but fails with an empty lock, with a
 * pid that is in use again, and at a postmaster that was killed and is not reaped yet (in a
 * container without an init: never).
 */
async function removeStaleLock(file: string, cluster: Cluster): Promise<void> {
  const text = await readSettledLock(file);
  if (text === undefined || (await isOurs(pidIn(text), cluster))) return;
  const aside = draftPath(file) + newRowId();
  const isMoved = await rename(file, aside).then(
    () => true,
    () => false, // Another Kinora has removed it.
  );
  if (!isMoved) return;
  // The other Kinora's server may have replaced the stale lock. Then this is a valid lock and is put back.
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, file);
  await rm(aside);
}

const lockWriteTimeoutMs = 1_000;

/** A lock is briefly empty while a server creates it. A lock that stays empty was left by a power failure. */
async function readSettledLock(file: string): Promise<string | undefined> {
  const giveUpAt = systemClock.now() + lockWriteTimeoutMs;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== '' || systemClock.now() > giveUpAt) return text;
    await systemClock.sleep(20);
  }
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path);
    const settle = (isAccepting: boolean) => {
      socket.destroy();
      resolve(isAccepting);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}

/** Returns the position, in bytes, at which the next line will begin. */
async function truncateLog(file: string): Promise<number> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size <= maxLogBytes) return size;
  await truncate(file);
  return 0;
}
