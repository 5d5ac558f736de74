/**
 * The Console's lists, facets and search in one account with 100,000 tasks, and the
 * line of each task on a page.
 */
import { openTaskRecorder } from '../src/api/records/task-summary.ts';
import { createToken } from '../src/core/accounts/change-token.ts';
import { openDatabase, type Database } from '../src/platform/db/open.ts';
import { readCatalogue } from '../src/core/catalogue/models/catalogue.ts';
import { countFacets } from '../src/core/tasks/read/count-facets.ts';
import { listSummaries, newestChange, viewChangedSummaries } from '../src/core/tasks/read/task-summary.ts';
import type { TaskFilter } from '../src/core/tasks/read/task-filter.ts';
import { median } from './median.ts';
import { atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const count = 100_000;
const atOnce = 10_000;
const rounds = 20;
const pageSize = 50;

export const lists: Topic = {
  name: 'lists',
  run: async parts => {
    const { db, accountId } = await fillDatabase(parts);
    const rows: Row[] = [];
    const measure = async (label: string, ask: () => unknown) => {
      const value = await medianMs(ask);
      rows.push(atMost(label, { value, unit: 'ms', places: 1 }));
    };
    for (const [filterName, more] of Object.entries(filters)) {
      await measure(`a page of tasks: ${filterName}`, () =>
        listSummaries(db, { accountId, ...more }, pageSize),
      );
      await measure(`facets: ${filterName}`, () => countFacets(db, { accountId, ...more }));
    }
    const [last] = await listSummaries(db, { accountId }, pageSize);
    const middle = (await listSummaries(db, { accountId, text: 'number 50000' }, 1))[0];
    await measure('a page in the middle', () =>
      listSummaries(db, { accountId, beforeId: middle?.id }, pageSize),
    );
    await measure('where a stream goes on, and what changed', async () =>
      viewChangedSummaries(db, { accountId }, (await newestChange(db, accountId)) - pageSize),
    );
    const page = await listSummaries(db, { accountId }, 200);
    const options = {
      baseUrl: 'http://localhost',
      language: 'en',
      currency: 'USD',
      defaultVersion: '7',
    } as const;
    const toLine = openTaskRecorder({ ...options, catalogue: readCatalogue() });
    await measure('200 lines with the prices of their buttons', () => page.map(toLine));
    if (!last || !middle) throw new Error('The tasks are not found');
    return rows;
  },
};

const filters: Readonly<Record<string, TaskFilter>> = {
  all: {},
  'failed, 1 in 100': { states: ['failed'] },
  'cancelled, 1 in 50,000': { states: ['cancelled'] },
  'starred videos, none': { kinds: ['video'], isStarred: true },
  'a word in every prompt': { text: 'picture' },
  'a word in 1 of 2': { text: 'cat' },
  'a word in 1 of 1000': { text: 'lighthouse' },
  'Chinese, 1 of 100': { text: '森林' },
  'no such word': { text: 'xylophone' },
};

async function fillDatabase({
  freshDatabase,
  atEnd,
}: TopicOptions): Promise<{ db: Database; accountId: string }> {
  const db = openDatabase({ connectionString: await freshDatabase() }, 2);
  atEnd(db.close);
  const { rows } = await db.pool.query(
    `insert into accounts (id, name) values (gen_random_uuid(), 'bench') returning id`,
  );
  const accountId: string = rows[0].id;
  for (let token = 0; token < 5; token++)
    await createToken(db, { accountId, group: 'image', name: `token ${token}` });
  for (let from = 0; from < count; from += atOnce) await insertTasks(db, accountId, from);
  for (const table of ['tasks', 'task_prompts', 'outputs']) await db.pool.query(`vacuum analyze ${table}`);
  return { db, accountId };
}

/**
 * Grids with all that theirs have, so that rows are as large as real ones; ids in the order of their birth.
 */
async function insertTasks(db: Database, accountId: string, from: number): Promise<void> {
  await db.pool.query(
    `with made as (
       insert into tasks (id, public_id, interface, account_id, token_id, model, engine, job, prompt, action, wire, recipe, request_hash, tier,
         phase, price_unit, price_quantity, unit_price_micros, amount_micros, price_version, charged_micros, error_code, created_at, started_at, finished_at, expires_at)
       select (lpad(to_hex(1700000000000 + number), 12, '0') || '-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
         (1700000000000000 + number)::text, 'image', $1::uuid, token.id, 'sketch', 'sketch',
         jsonb_build_object('kind', 'grid', 'prompt', words, 'seed', number, 'width', 1024, 'height', 1024, 'exclude', '[]'::jsonb, 'version', '7'),
         words || ' --ar 3:2', action, jsonb_build_object('action', action, 'prompt', words || ' --ar 3:2', 'finalPrompt', words || ' --ar 3:2 --v 7',
           'description', '/imagine ' || words, 'state', null, 'notifyHook', '', 'botType', 'MID_JOURNEY', 'parentId', null, 'aspect', '{"width": 3, "height": 2}'::jsonb, 'batch', 1),
         jsonb_build_object('scene', repeat(md5(number::text), 30)), '', (array['relax', 'fast', 'turbo'])[1 + number % 3],
         phase, 'image', 4, 10000, 40000, 'v1', case phase when 'succeeded' then 40000 else 0 end, case when phase <> 'succeeded' then 'cancelled' end,
         at, at, at + interval '9 s', now() + interval '90 days'
       from generate_series($2::int + 1, $2::int + $3::int) number
       join (select id, row_number() over (order by id) - 1 as place from tokens where account_id = $1::uuid) token on token.place = number % 5,
         lateral (select now() - (1 - number::float8 / 100000) * interval '90 days' as at,
           case when number % 50000 = 7 then 'cancelled' when number % 100 = 3 then 'failed' else 'succeeded' end as phase,
           (array['IMAGINE', 'VARIATION', 'ZOOM'])[1 + number % 3] as action,
           'a picture number ' || number || case when number % 2 = 0 then ' of a cat' else ' of a dog' end
             || case when number % 1000 = 5 then ' at the lighthouse' else '' end || case when number % 100 = 9 then ' 森林里的小屋' else '' end
             || ' ' || md5(number::text) || ', golden light, seen from far away, in the manner of an old engraving' as words) facts
       returning id
     )
     insert into outputs (key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, sha256)
     select md5(made.id::text || kind || ordinal), made.id, kind, ordinal, made.id::text || '/' || kind || ordinal || '.png', 'image/png', 1000000, 1024, 1024, md5(kind)
     from made, (values ('sheet', 0), ('cell', 0), ('cell', 1), ('cell', 2), ('cell', 3),
       ('thumbnail', 0), ('thumbnail', 1), ('thumbnail', 2), ('thumbnail', 3)) file(kind, ordinal)`,
    [accountId, from, atOnce],
  );
}

async function medianMs(ask: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    await ask();
    times.push(performance.now() - startedMs);
  }
  return median(times);
}
