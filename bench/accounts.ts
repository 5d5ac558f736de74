/**
 * A database with 100,000 tokens and 1,000,000 ledger lines against one with 100 of each:
 * keys, balance, statement, usage.
 */
import { hash } from 'node:crypto';
import { createToken } from '../src/core/accounts/change-token.ts';
import { readBalance, listEntries } from '../src/core/billing/ledger.ts';
import { readUsage } from '../src/core/billing/usage.ts';
import { openDatabase, type Database } from '../src/platform/db/open.ts';
import { newRowId } from '../src/platform/lib/id.ts';
import { openConnections, requestBytes } from './connections.ts';
import { startKinora, type Kinora } from './kinora.ts';
import { median, medianRatio } from './median.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const sizes = { small: { tokens: 100, lines: 100 }, large: { tokens: 100_000, lines: 1_000_000 } };
const connectionCount = 16;
const requestsARound = 6_000;
const rounds = 5;
const linesAtOnce = 25_000;

export const accounts: Topic = {
  name: 'accounts',
  run: async parts => {
    const [small, large] = [await fillServer(parts, sizes.small), await fillServer(parts, sizes.large)];
    const rows: Row[] = [];
    for (const [keyUse, keysUsed] of [
      ['the same 100 keys', 100],
      ['another key each time', sizes.large.tokens],
    ] as const)
      rows.push(
        atLeast(
          `authenticated requests with ${keyUse}, 100,000 tokens against 100`,
          await medianRatio(
            rounds,
            () => requestsASecond(large, keysUsed),
            () => requestsASecond(small, 100),
          ),
          {},
        ),
      );
    for (const [queryName, ask] of Object.entries(queries)) {
      const [smallMs, largeMs] = [await medianMs(small, ask), await medianMs(large, ask)];
      const note = `${smallMs.toFixed(2)} ms with 100 lines`;
      rows.push(atMost(`${queryName}, 1,000,000 lines`, { value: largeMs, unit: 'ms', places: 2, note }));
    }
    return rows;
  },
};

interface FilledServer {
  readonly kinora: Kinora;
  readonly db: Database;
  readonly accountId: string;
  readonly keys: readonly string[];
}

async function fillServer(
  parts: TopicOptions,
  { tokens, lines }: { tokens: number; lines: number },
): Promise<FilledServer> {
  const kinora = await startKinora(parts, { env: { KINORA_ROLE: 'api' } });
  const db = openDatabase({ connectionString: kinora.databaseUrl });
  parts.atEnd(db.close);
  const { rows } = await db.pool.query('select id from accounts limit 1');
  const accountId: string = rows[0].id;
  const keys: string[] = [];
  for (let tokenCount = 0; tokenCount < tokens; tokenCount += 10_000)
    keys.push(...(await insertTokens(db, accountId, Math.min(10_000, tokens - tokenCount))));
  const createdToken = await createToken(db, { accountId, group: 'video', name: 'bench' });
  const tokenId = createdToken?.token.id ?? '';
  for (let from = 0; from < lines / 2; from += linesAtOnce)
    await insertLines(db, {
      accountId,
      tokenId,
      from,
      to: Math.min(from + linesAtOnce, lines / 2),
      of: lines / 2,
    });
  for (const table of ['tokens', 'tasks', 'ledger_entries']) await db.pool.query(`vacuum analyze ${table}`);
  return { kinora, db, accountId, keys };
}

async function insertTokens(db: Database, accountId: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `kn_${newRowId().replaceAll('-', '')}`);
  await db.pool.query(
    `insert into tokens (id, account_id, group_name, name, key_hash, key_prefix)
     select gen_random_uuid(), $1::uuid, 'image', 'bench', key_hash, 'kn_bench' from unnest($2::bytea[]) key_hash`,
    [accountId, keys.map(key => hash('sha256', key, 'buffer'))],
  );
  return keys;
}

interface Lines {
  readonly accountId: string;
  readonly tokenId: string;
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

/** Each task with a hold and a settlement, over the last ninety days. */
async function insertLines(db: Database, { accountId, tokenId, from, to, of }: Lines): Promise<void> {
  await db.pool.query(
    `with made as (
       insert into tasks (id, public_id, interface, account_id, token_id, model, engine, job, wire, request_hash, tier,
         phase, price_unit, price_quantity, unit_price_micros, amount_micros, price_version, charged_micros, created_at, started_at, finished_at)
       select gen_random_uuid(), 'video_' || number, 'video', $1::uuid, $2::uuid, 'sketch-short', 'sketch', '{}', '{}', '', 'fast',
         'succeeded', 'clip', 1, 200000, 200000, 'v1', 200000, at, at, at + interval '9 s'
       from generate_series($3::int + 1, $4::int) number,
         lateral (select now() - (1 - number::float8 / $5) * interval '90 days' as at) times
       returning id, created_at
     )
     insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version, created_at)
     select $1::uuid, kind, source, target, 200000, made.id, $2::uuid, 'v1', created_at
     from made, (values ('hold', 'available', 'held'), ('settle', 'held', 'revenue')) entry(kind, source, target)
     order by created_at`,
    [accountId, tokenId, from, to, of],
  );
}

async function requestsASecond({ kinora, keys }: FilledServer, keysUsed: number): Promise<number> {
  const connections = await openConnections(kinora.port, connectionCount);
  const requests = Array.from({ length: requestsARound }, (_, index) =>
    requestBytes({
      method: 'GET',
      path: '/v1/models/sketch',
      key: keys[(index * 7919) % keysUsed] as string,
    }),
  );
  const seconds = await connections.run(requestsARound, index => requests[index] as Buffer);
  connections.close();
  return requestsARound / seconds;
}

const dayMs = 86_400_000;
const queries: Readonly<Record<string, (server: FilledServer) => Promise<unknown>>> = {
  'balance of an account': ({ db, accountId }) => readBalance(db, accountId),
  'first page of a statement, 100 lines': ({ db, accountId }) => listEntries(db, { accountId, limit: 100 }),
  'a day of a statement, 100 lines': ({ db, accountId }) => {
    const to = new Date(performance.timeOrigin - 30 * dayMs);
    return listEntries(db, { accountId, from: new Date(to.getTime() - dayMs), to, limit: 100 });
  },
  'last page of a statement, 100 lines': ({ db, accountId }) =>
    listEntries(db, { accountId, before: 101n, limit: 100 }),
  'last page of the entries of all accounts, 100 lines': ({ db }) =>
    listEntries(db, { before: 101n, limit: 100 }),
  'usage of a day by model and token': ({ db, accountId }) => {
    const to = new Date(performance.timeOrigin - 30 * dayMs);
    return readUsage(db, { accountId, from: new Date(to.getTime() - dayMs), to, by: ['model', 'token'] });
  },
};

async function medianMs(
  from: FilledServer,
  ask: (server: FilledServer) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const startedMs = performance.now();
    await ask(from);
    times.push(performance.now() - startedMs);
  }
  return median(times);
}
