/** For commands that work on the database: the server's if it runs, else started for the moment. */
import { ensureFirstAccount, type FirstAccount } from '../accounts/first-account.ts';
import { loadConfig } from '../config.ts';
import { takeInstanceLock } from '../db/instance-lock.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { startDatabase, type StartedDatabase } from '../start-database.ts';

export async function withDatabase<Result>(
  work: (db: Database, account: FirstAccount) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig();
  const database = await startDatabase(config, { database: () => {} });
  const db = openDatabase(database.connection, 2);
  try {
    await migrate(db);
    const account = await ensureFirstAccount(db, config.openingBalanceMicros);
    if (account.isNew)
      process.stderr.write(
        `A new installation was made: ${config.databaseUrl ? 'DATABASE_URL' : config.dataDir}\n`,
      );
    return await work(db, account);
  } finally {
    await db.close();
    await leave(database);
  }
}

/** A database that a server owns, or took over while we worked, is left running. */
async function leave(database: StartedDatabase): Promise<void> {
  const lock = database.embedded
    ? await takeInstanceLock(database.connection).catch(() => undefined)
    : undefined;
  if (!lock) return database.leaveRunning();
  await database.stop();
  await lock.release();
}
