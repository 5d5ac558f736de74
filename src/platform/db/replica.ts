/**
 * Reads from a replica of the database what may be some seconds old, and from the database itself
 * while the replica cannot answer.
 */
import { systemClock } from '@kinora/shared/clock';
import type { ConnectionSettings } from './connection.ts';
import { type Database, openDatabase, type Queryable } from './open.ts';
import { statement } from './statement.ts';

export interface Replica {
  readonly reader: Pick<Queryable, 'query'>;
  close(): Promise<void>;
}

const maxConnections = 4;
/** How long an answer about the replica's state is used. */
const checkIntervalMs = 10_000;
const mostSecondsLate = 30;

const readPosition = statement('replica-primary-position', `select pg_current_wal_lsn()::text as position`);
/** A replica that has replayed everything is not late, however long ago the last change was. */
const readLateness = statement(
  'replica-lateness',
  `select case
     when not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
     else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 'infinity')
   end::float8 as "secondsLate"`,
);

/** Does not connect yet, so that a process can start while the replica is unavailable. */
export function openReplica(db: Database, connection: ConnectionSettings): Replica {
  const replica = openDatabase(connection, maxConnections);
  let checkedMs = -Infinity;
  let isUsable: Promise<boolean> = Promise.resolve(false);
  const checkUsable = (): Promise<boolean> => {
    if (systemClock.now() - checkedMs >= checkIntervalMs) {
      checkedMs = systemClock.now();
      isUsable = secondsLate(db, replica).then(
        seconds => seconds <= mostSecondsLate,
        () => false,
      );
    }
    return isUsable;
  };
  return {
    reader: {
      async query<Row>(
        statement: Parameters<Queryable['query']>[0],
        values?: readonly unknown[],
      ): Promise<Row[]> {
        if (!(await checkUsable())) return db.query<Row>(statement, values);
        try {
          return await replica.query<Row>(statement, values);
        } catch {
          // The replica is gone, cancelled the statement to continue replaying, or has not replayed a
          // migration yet.
          isUsable = Promise.resolve(false);
          return db.query<Row>(statement, values);
        }
      },
    },
    close: () => replica.close(),
  };
}

async function secondsLate(db: Database, replica: Database): Promise<number> {
  const [primary] = await db.query<{ position: string }>(readPosition);
  const [row] = await replica.query<{ secondsLate: number }>(readLateness, [primary?.position]);
  return row?.secondsLate ?? Infinity;
}
