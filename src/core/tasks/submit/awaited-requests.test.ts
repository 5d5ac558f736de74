import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openCustomer } from '../../../../test/support/setups/customers.ts';
import { type Database, openDatabase } from '../../../platform/db/open.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import { openAwaitedRequests } from './awaited-requests.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { tokenId } = await openCustomer(db);

/** A request whose process was killed, and whose lease lasts for this time. */
async function insertKilledRequest(requestHash: string, leaseMs: number): Promise<string> {
  const [id, processId] = [newRowId(), newRowId()];
  await db.pool.query(
    `insert into waiting_processes (id, alive_until) values ($1, now() + $2 * interval '1 ms')`,
    [processId, leaseMs],
  );
  await db.pool.query(
    `insert into awaited_requests (id, token_id, request_hash, process_id) values ($1, $2, $3, $4)`,
    [id, tokenId, requestHash, processId],
  );
  return id;
}

/** Leases end between the first try to join and the look at them. */
const endingLeases: Pick<Database, 'query' | 'transaction' | 'batch'> = {
  ...db,
  query: async (statement, values) => {
    if (statement.name === 'processes_with_request')
      await db.pool.query('update waiting_processes set alive_until = now()');
    return db.query(statement, values);
  },
};

for (const [what, database, leaseMs] of [
  ['lasts', db, 300],
  ['ends at this moment', endingLeases, 60_000],
] as const)
  test(`a repeat joins the request of a killed process whose lease ${what}`, async () => {
    const requestHash = `lease ${what}`;
    const id = await insertKilledRequest(requestHash, leaseMs);
    const requests = openAwaitedRequests(database);
    const joined = await requests.join({ tokenId, requestHash, isRepeat: false });
    assert.equal(joined?.id, id);
    await requests.recordAnswer(joined);
  });
