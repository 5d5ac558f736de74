/**
 * Servers of an installed PostgreSQL that listen on TCP, for tests beside real programs: the built-in
 * one has no tools for replicas.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atEnd } from '../servers/clean-up.ts';
import { freePort } from '../servers/free-port.ts';

const bin = process.env['REAL_POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';

/** What is missing on this machine. Undefined if there is nothing. */
export const missingPostgres = existsSync(join(bin, 'pg_basebackup'))
  ? undefined
  : 'install it: apt install postgresql-15; another version: REAL_POSTGRES_BIN=<the folder of pg_ctl>';

/** PostgreSQL refuses to be root. */
export const databaseUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export interface RealPostgres {
  readonly port: number;
  start(): Promise<void>;
  /** As a crash would: nothing is written any more. */
  kill(): Promise<void>;
  run(sql: string): Promise<void>;
  promote(): Promise<void>;
  /** A replica that streams from it, which has been started. */
  replica(): Promise<RealPostgres>;
}

async function command(name: string, ...values: string[]): Promise<void> {
  await promisify(execFile)(join(bin, name), values, { ...databaseUser, cwd: '/' });
}

/** A new server that was started, with the superuser `kinora` and without passwords. */
export async function startRealPostgres(): Promise<RealPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-postgres-'));
  if (databaseUser.uid !== undefined) await chown(folder, databaseUser.uid, databaseUser.gid);
  const servers: RealPostgres[] = [];
  atEnd(async () => {
    for (const server of servers) await server.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const open = async (): Promise<RealPostgres & { readonly data: string }> => {
    const [data, port] = [join(folder, String(servers.length)), await freePort()];
    const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
    const place = ['-h', '127.0.0.1', '-p', String(port), '-U', 'kinora'];
    const server = {
      port,
      data,
      start: () => command('pg_ctl', '-D', data, '-w', '-l', `${data}.log`, '-o', options, 'start'),
      kill: () => command('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => {}),
      run: (sql: string) => command('psql', ...place, '-d', 'postgres', '-c', sql),
      promote: () => command('pg_ctl', '-D', data, '-w', 'promote'),
      replica: async () => {
        const copy = await open();
        await command(
          'pg_basebackup',
          ...place,
          '-D',
          copy.data,
          '-R',
          '-X',
          'stream',
          '-C',
          '-S',
          'replica',
        );
        await copy.start();
        return copy;
      },
    };
    servers.push(server);
    return server;
  };
  const first = await open();
  await command('initdb', '-D', first.data, '-U', 'kinora', '--auth=trust');
  await first.start();
  return first;
}
