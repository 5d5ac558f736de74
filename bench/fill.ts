/**
 * Fills the tables with finished tasks: two files, five phases, search words and two ledger entries for each.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../src/platform/db/open.ts';
import type { Caller } from './submit.ts';

const atOnce = 100_000;

/**
 * Adds tasks up to `to`, where `from` are there already. They belong to the callers in
 * turn, over the last ninety days.
 */
export async function fillTasks(
  db: Database,
  callers: readonly Caller[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  // An index of millions of rows takes longer than a query of a pool may.
  const client = await db.connect();
  try {
    // Triggers and foreign keys are off: what is inserted is made to fit.
    await client.query("set session_replication_role = 'replica'");
    await client.query('drop index task_prompts_words');
    for (let first = from; first < to; first += atOnce)
      for (const text of inserts)
        await client.query(text, [
          callers.map(({ accountId }) => accountId),
          callers.map(({ tokenId }) => tokenId),
          first + 1,
          Math.min(first + atOnce, to),
        ]);
    await client.query('create index task_prompts_words on task_prompts using gin (words)');
    await client.query('set session_replication_role = default');
  } finally {
    await client.end();
  }
  await settleDatabase(db);
}

/** Pages that are not written yet would slow down the next measurement. */
async function settleDatabase(db: Database): Promise<void> {
  const client = await db.connect();
  await client.query('vacuum analyze tasks, outputs, task_phases, task_prompts, ledger_entries');
  await client.query('checkpoint');
  await client.end();
  await promisify(execFile)('sync');
}

/** Ids in the order of their birth. $1 accounts, $2 tokens, $3 first, $4 last. */
const selectTaskRows = `select number, ($1::uuid[])[1 + number % cardinality($1::uuid[])] as account, ($2::uuid[])[1 + number % cardinality($2::uuid[])] as token,
     (lpad(to_hex(1600000000000 + number), 12, '0') || '-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id,
     now() - (1 - number::float8 / 5000000) * interval '90 days' as at,
     'a picture number ' || number || ' of a ' || (array['cat', 'dog', 'lighthouse', 'tram'])[1 + number % 4] || ' in the manner of an old engraving' as words
   from generate_series($3::int, $4::int) number`;

const inserts = [
  `insert into tasks (id, public_id, interface, account_id, token_id, model, engine, job, prompt, action, wire, recipe, request_hash, tier, phase,
     price_unit, price_quantity, unit_price_micros, amount_micros, price_version, charged_micros, change, created_at, started_at, finished_at, expires_at,
     attempt)
   select id, (1600000000000000 + number)::text, 'image', account, token, 'sketch', 'instant',
     jsonb_build_object('kind', 'grid', 'prompt', words, 'seed', number, 'width', 1024, 'height', 1024, 'exclude', '[]'::jsonb, 'version', '7'),
     words, 'IMAGINE', jsonb_build_object('action', 'IMAGINE', 'prompt', words, 'finalPrompt', words || ' --v 7'),
     jsonb_build_object('scene', repeat(md5(number::text), 10)), '', 'fast', 'succeeded', 'image', 4, 10000, 40000, 'v1', 40000,
     nextval('task_change'), at, at, at + interval '9 s', now() + interval '90 days', 1
   from (${selectTaskRows}) made`,
  `insert into outputs (key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, sha256)
   select md5(id::text || kind), id, kind, 0, id::text || '/' || kind || '.png', 'image/png', 1000000, 1024, 1024, md5(kind)
   from (${selectTaskRows}) made, (values ('sheet'), ('thumbnail')) file(kind)`,
  `insert into task_phases (task_id, phase, attempt, at)
   select id, phase, 1, at from (${selectTaskRows}) made, unnest(array['queued', 'starting', 'running', 'saving', 'succeeded']) phase`,
  `insert into task_prompts (task_id, words) select id, search_words(words) from (${selectTaskRows}) made`,
  `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version, created_at)
   select account, kind, source, target, 40000, id, token, 'v1', at
   from (${selectTaskRows}) made, (values ('hold', 'available', 'held'), ('settle', 'held', 'revenue')) entry(kind, source, target)`,
];
