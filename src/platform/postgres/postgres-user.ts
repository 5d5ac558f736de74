/**
 * PostgreSQL refuses to run as root. When Kinora is root, the server and initdb run as another user:
 * `postgres` if the machine has one, else `nobody` (initdb fails for a uid without an entry in /etc/passwd).
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { StartError } from '../errors/start-error.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns undefined if the server runs as Kinora's user. The owner of an existing
 * cluster stays the same if possible.
 */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => {
    const [name, , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  const owner = (await stat(clusterDir).catch(() => undefined))?.uid;
  const serverUser =
    users.find(user => user.uid === owner && user.uid !== 0) ??
    users.find(user => user.name === 'postgres') ??
    users.find(user => user.name === 'nobody');
  if (!serverUser) {
    throw new StartError(
      'Kinora was started as root, PostgreSQL refuses to run as root, and this machine has neither a user "postgres" ' +
        'nor "nobody": start Kinora as an ordinary user.',
    );
  }
  const user = { uid: serverUser.uid, gid: serverUser.gid };
  const { succeeded, output } = await runToEnd({ program: '/bin/sh', args: ['-c', ':'], user });
  if (succeeded) return user;
  throw new StartError(
    `Kinora was started as root, PostgreSQL refuses to run as root, and running it as "${serverUser.name}" is not allowed ` +
      `here (${output}): start Kinora as an ordinary user.`,
  );
}

/** initdb fails for a user whom the machine knows by number only. Throws StartError. */
export function rejectNamelessUser(lookUp: () => unknown = userInfo): void {
  try {
    lookUp();
  } catch (error) {
    throw new StartError(
      `Kinora runs as the user with the ID ${process.getuid?.()}, which has no name on this machine, and PostgreSQL cannot create its ` +
        'database without one. Run Kinora as a user that is in /etc/passwd. For DynamicUser of systemd, install libnss-systemd. ' +
        'Or use a PostgreSQL server of your own: set DATABASE_URL.',
      error,
    );
  }
}

/**
 * The path by which a PostgreSQL program opens its folder, given that its file descriptor 3
 * is an open handle of the folder.
 *
 * The server's user cannot reach a data folder under /root or another private home, because of the
 * private folders above it. On Linux a descriptor's entry in /proc leads to the folder without
 * passing through its parents (proc(5), "magic links"), so the data can stay where the operator wants
 * it, and no permissions are changed.
 */
export function folderSeenByServer(folder: string, user: ServerUser | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/fd/3' : folder;
}

/** Opens a folder, to be passed to a PostgreSQL program as descriptor 3. */
export function openFolder(folder: string) {
  return open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
}

/**
 * Options that every PostgreSQL program is spawned with. They leave out the PG…
 * variables of Kinora's environment.
 */
export function serverSpawnOptions(user: ServerUser | undefined) {
  return { cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' }, ...user };
}

/**
 * Runs a PostgreSQL program until it exits. Never rejects: a program that cannot
 * be started has not succeeded.
 */
export async function runToEnd(command: {
  program: string;
  args: string[];
  user: ServerUser | undefined;
  /** Passed as descriptor 3. */
  folderDescriptor?: number;
}): Promise<{ succeeded: boolean; output: string }> {
  const { program, args, user, folderDescriptor = 'ignore' } = command;
  return new Promise(resolve => {
    const fail = (error: Error) => resolve({ succeeded: false, output: error.message });
    try {
      const child = spawn(program, args, {
        ...serverSpawnOptions(user),
        stdio: ['ignore', 'pipe', 'pipe', folderDescriptor],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      child.on('error', fail);
      child.on('close', code => resolve({ succeeded: code === 0, output: output.trim() }));
    } catch (error) {
      fail(error as Error); // Some errors are thrown immediately, such as one for the uid of another user.
    }
  });
}
