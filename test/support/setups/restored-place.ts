/**
 * Empty places to restore backups into, commands that run on them, and the server
 * that starts on a restored one.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { checkBackup } from '../../../src/core/backup/check-backup.ts';
import { openDiskStorage } from '../../../src/media/storage/disk-storage.ts';
import { enginesAtRest } from '../../../src/core/backup/engines-at-rest.ts';
import { restoreBackup, type RestoreResult } from '../../../src/core/backup/restore.ts';
import { loadConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import { engineKinds } from '../../../src/engines/kinds/engine-kinds.ts';
import { openSecretKeys } from '../../../src/core/catalogue/secrets/secret-keys.ts';
import type { Place } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';
import { emptyDatabase } from '../servers/database.ts';
import { commandLine } from '../programs/bundled-program.ts';

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-backup-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A folder, and a database whose user has no other rights, as hosting providers offer it. */
export async function emptyPlace(): Promise<Place> {
  const url = new URL(await emptyDatabase());
  const owner = url.pathname.slice(1);
  await queryIn(url.href, `create role ${owner} login password 'secret'`);
  await queryIn(url.href, `alter database ${owner} owner to ${owner}`);
  url.username = owner;
  url.password = 'secret';
  return { databaseUrl: url.href, dataDir: await newFolder() };
}

export async function queryIn(databaseUrl: string, sql: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The process is killed at the end if it still runs. */
export async function startCommand(
  args: readonly string[],
  { databaseUrl, dataDir }: Place,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const inheritedEnv = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  const place = { KINORA_DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const child = spawn(process.execPath, [...(await commandLine()), ...args], {
    env: { ...inheritedEnv, ...place, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(async () => void child.kill('SIGKILL'));
  return child;
}

export async function runCommand(...args: Parameters<typeof startCommand>): Promise<Ran> {
  const child = await startCommand(...args);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ]);
  return { out, err, code: code as number | null };
}

/** The result of a command that must succeed. */
export async function done(...commandArgs: Parameters<typeof startCommand>): Promise<any> {
  const [args, ...rest] = commandArgs;
  const { code, out, err } = await runCommand([...args, '--json'], ...rest);
  if (code !== 0) throw new Error(`kinora ${args.join(' ')} exited with ${code}: ${out}${err}`);
  return JSON.parse(out);
}

/** Restores like the command, with additional kinds of engines. */
export async function restoreWith(
  kinds: readonly EngineKind[],
  folder: string,
  { databaseUrl, dataDir }: Place,
): Promise<RestoreResult> {
  const config = loadConfig({ KINORA_DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const db = openDatabase({ connectionString: databaseUrl }, 2);
  try {
    const terms = {
      enginesAtRest: enginesAtRest([...engineKinds(config), ...kinds]),
      retentionHours: config.retentionHours,
    };
    const files = await openDiskStorage(join(dataDir, 'files'));
    const parts = { db, dataDir, files, secretKeys: openSecretKeys(config), ...terms, onProgress: () => {} };
    return await restoreBackup(parts, await checkBackup(folder, () => {}));
  } finally {
    await db.close();
  }
}
