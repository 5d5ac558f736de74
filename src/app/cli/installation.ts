/** The installation that a command works on: the database of DATABASE_URL, or the one in the data folder. */
import { resolve } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { connectionTo } from '../../platform/db/connection.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { parsePostgresUrl } from '../../platform/config/postgres-url.ts';
import { hasCluster } from '../start/start-database.ts';
import { StartError } from '../../platform/errors/start-error.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** The place for messages, without the user name and the password that a URL may contain. */
export function describePlace({ dataDir, databaseUrl }: Place): string {
  if (!databaseUrl) return resolve(dataDir);
  const { host, pathname, searchParams } = parsePostgresUrl(databaseUrl);
  return `the database ${pathname.slice(1)} at ${host || (searchParams.get('host') ?? 'localhost')}`;
}

/** Throws StartError when there is none: a command that only reads does not create one. */
export async function rejectMissing(place: Place): Promise<void> {
  const isThere = place.databaseUrl ? await hasTables(place.databaseUrl) : await hasCluster(place.dataDir);
  if (isThere) return;
  const [setting, remedy] = place.databaseUrl
    ? ['DATABASE_URL', 'set it to the database of an existing installation']
    : [
        'KINORA_DATA_DIR',
        'set it to the folder of an existing installation, or set DATABASE_URL to its database',
      ];
  throw new StartError(
    `No Kinora installation found in ${describePlace(place)} (${setting}). Create one with "kinora serve", or ${remedy}.`,
  );
}

const migrationsTable = statement(
  'migrations_table',
  `select to_regclass('migrations') is not null as "isThere"`,
);

/** A database that does not answer is not a missing one: what opens it next says what is wrong. */
async function hasTables(url: string): Promise<boolean> {
  const probe = openDatabase(await connectionTo(url), 1);
  try {
    const [row] = await probe.query<{ isThere: boolean }>(migrationsTable);
    return row?.isThere ?? false;
  } catch {
    return true;
  } finally {
    await probe.close();
  }
}
