/**
 * Opens the database for a command. If no server is running, the built-in database is started for
 * the duration of the command.
 */
import { ensureFirstAccount, type FirstAccount } from '../../core/accounts/first-account.ts';
import { rejectInterruptedRestore } from '../../core/backup/restore-marker.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { acquireInstanceLock } from '../../platform/db/instance-lock.ts';
import { prepareSchema } from '../../platform/db/migrate.ts';
import type { Database } from '../../platform/db/open.ts';
import { describePlace, rejectMissing } from './installation.ts';
import { startDatabase } from '../start/start-database.ts';
import type { StartedDatabase } from '../start/started-database.ts';

/**
 * A command that changes something creates the installation that is not there yet, and says which one it
 * works on; one that only reads throws StartError where there is none.
 */
export async function withDatabase<Result>(
  { isReading }: { readonly isReading: boolean },
  work: (db: Database, account: FirstAccount) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig();
  if (isReading) await rejectMissing(config);
  return withInstallation(config, async db => {
    await prepareSchema(db, config);
    const account = await ensureFirstAccount(db, config.openingBalanceMicros);
    const title = account.isNew ? 'Created a new installation' : 'Installation';
    if (!isReading || account.isNew) process.stderr.write(`${title}: ${describePlace(config)}\n`);
    return work(db, account);
  });
}

/** Opens the database as it is: nothing is migrated. */
export async function withInstallation<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  await rejectInterruptedRestore(config.dataDir);
  const database = await startDatabase(config, { database: () => {} });
  const db = database.open(2);
  try {
    return await work(db);
  } finally {
    await db.close();
    await stopUnlessTaken(database);
  }
}

/** A database that a server owns, or took over while we worked, is left running. */
async function stopUnlessTaken(database: StartedDatabase): Promise<void> {
  const lock = database.embedded
    ? await acquireInstanceLock(database.connection).catch(() => undefined)
    : undefined;
  if (!lock) return database.leaveRunning();
  await database.stop();
  await lock.release();
}
