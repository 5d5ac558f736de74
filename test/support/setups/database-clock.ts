/**
 * A database whose `now()` is what a test sets. Statements and functions of Kinora find it before that of
 * PostgreSQL. Defaults of columns are bound when a table is made, so that they are set again.
 */
import { openDatabase, type Database } from '../../../src/platform/db/open.ts';
import { atEnd } from '../servers/clean-up.ts';
import { freshDatabase } from '../servers/database.ts';

export interface ClockedDatabase {
  readonly db: Database;
  readonly setTime: (time: string) => Promise<unknown>;
}

export async function databaseWithClock(): Promise<ClockedDatabase> {
  const connectionString = await freshDatabase();
  await replaceClock(connectionString, { column: 'at timestamptz', first: 'now()', time: 'at' });
  const db = openDatabase({ connectionString });
  atEnd(() => db.close());
  return { db, setTime: time => db.pool.query('update test_clock set at = $1', [time]) };
}

/**
 * Makes the clock of a database one that can be put forward and back: by `update
 * test_clock set ahead = '10 seconds'`.
 */
export async function letClockJump(connectionString: string): Promise<void> {
  await replaceClock(connectionString, {
    column: 'ahead interval',
    first: `'0'`,
    time: 'pg_catalog.clock_timestamp() + ahead',
  });
}

interface ReplacedClock {
  /** The only one of the table `test_clock`, with its value at first. */
  readonly column: string;
  readonly first: string;
  /** What `now()` is, from this column. */
  readonly time: string;
}

/** Connections that are opened after it have the new clock. */
async function replaceClock(connectionString: string, { column, first, time }: ReplacedClock): Promise<void> {
  const preparing = openDatabase({ connectionString }, 2);
  await preparing.pool.query(
    `create table test_clock (${column} not null);
     insert into test_clock values (${first});
     create function public.now() returns timestamptz language sql stable as 'select ${time} from public.test_clock';
     alter database ${new URL(connectionString).pathname.slice(1)} set search_path = public, pg_catalog;
     set search_path = public, pg_catalog;
     do $$
     declare
       one record;
     begin
       for one in select adrelid::regclass as place, attname, replace(pg_get_expr(adbin, adrelid), 'pg_catalog.now()', 'now()') as value
         from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum where pg_get_expr(adbin, adrelid) like '%pg_catalog.now()%'
       loop
         execute format('alter table %s alter column %I set default %s', one.place, one.attname, one.value);
       end loop;
     end $$`,
  );
  await preparing.close();
}
