import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from './open.ts';
import { readFirst, readRow, readRows, type RowOf } from './row.ts';
import { statement } from './statement.ts';

interface Job {
  readonly id: bigint;
  readonly startedAt: Date | undefined;
  readonly isLate: boolean;
  readonly name?: string;
  readonly details: { readonly took_ms: number | null };
}

const db = openDatabase({ connectionString: await freshDatabase() });
after(() => db.close());

const jobs = statement(
  'jobs_of_the_test',
  `select id, null::timestamptz as started_at, id > 1 as is_late, name, '{"took_ms": null}'::jsonb as details
   from (values (1::bigint, 'one'), (2, null)) as job (id, name) where id >= $1 order by id`,
);
const details = { took_ms: null };

test('columns become properties, null becomes undefined, and JSON stays as it is', async () => {
  assert.deepEqual(await readRows<Job>(db, jobs, [1]), [
    { id: 1n, startedAt: undefined, isLate: false, name: 'one', details },
    { id: 2n, startedAt: undefined, isLate: true, name: undefined, details },
  ]);
});

test('the first row is read, if there is one', async () => {
  assert.equal((await readFirst<Job>(db, jobs, [2]))?.id, 2n);
  assert.equal(await readFirst<Job>(db, jobs, [3]), undefined);
});

test('the row of a value has its properties as columns, and each of them may be null that may be undefined', () => {
  const row: RowOf<Job> = { id: 1n, started_at: null, is_late: false, name: null, details };
  assert.deepEqual(Object.keys(readRow<Job>(row)), ['id', 'startedAt', 'isLate', 'name', 'details']);
  // @ts-expect-error A property that is always there has a column that is never null.
  const wrong: RowOf<Job> = { ...row, id: null };
  assert.ok(wrong);
  // @ts-expect-error A value whose property may be null is not what the reader returns.
  readRow<{ readonly name: string | null }>({ name: null });
});
