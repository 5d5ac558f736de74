/** Copies of a finished task with their own files and ages, like an account that was used for a year. */
import { copyFile, link, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../../../src/platform/db/open.ts';

export interface ManyTasks {
  readonly db: Database;
  readonly dataDir: string;
  /** The public id of the task to copy. */
  readonly like: string;
  readonly count: number;
}

const atOnce = 20_000;
const linksAtOnce = 500;

/** One minute apart, newest first. Each prompt has a number and one of a few subjects. */
export async function copyTask({ db, dataDir, like, count }: ManyTasks): Promise<void> {
  for (let from = 1; from <= count; from += atOnce) {
    const to = Math.min(count, from + atOnce - 1);
    await db.pool.query(copyTasks, [like, from, to]);
    const { rows } = await db.pool.query<{ old: string; copy: string }>(copyOutputs, [like, from, to]);
    await linkAll(join(dataDir, 'files'), rows, `copies/of-${from}`);
  }
  for (const table of ['tasks', 'outputs']) await db.pool.query(`vacuum analyze ${table}`);
}

const copyTasks = `
  insert into tasks
  select new_task.* from tasks original
  cross join generate_series($2::int, $3::int) number
  cross join lateral (select (array['a red fox', 'a lighthouse at dawn', 'paper lanterns', 'an old tram', '山间的茶馆'])[1 + number % 5] || ' no ' || number as words) typed
  cross join lateral jsonb_populate_record(original, jsonb_build_object(
    'id', uuidv7(make_interval(mins => -number)),
    'public_id', (2000000000000000 - number)::text,
    'idempotency_key', null, 'once_key', null, 'parent_id', null, 'follows_id', null,
    'created_at', now() - make_interval(mins => number),
    'started_at', now() - make_interval(mins => number),
    'finished_at', now() - make_interval(mins => number) + interval '4 seconds',
    'expires_at', now() + interval '30 days',
    'prompt', words,
    'wire', original.wire || jsonb_build_object('prompt', words)
  )) new_task
  where original.public_id = $1`;

const copyOutputs = `
  with copies as (
    select id, public_id from tasks
    where public_id between (2000000000000000 - $3::int)::text and (2000000000000000 - $2::int)::text
  ), new_outputs as (
    insert into outputs (key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, sha256)
    select replace(gen_random_uuid()::text, '-', ''), copies.id, kind, ordinal,
      'copies/' || copies.public_id || '/' || kind || ordinal || substring(storage_key from '[.][a-z0-9]+$'),
      content_type, size_bytes, width, height, sha256
    from copies cross join outputs
    where outputs.task_id = (select id from tasks where public_id = $1)
    returning storage_key, kind, ordinal
  )
  select original.storage_key as old, new_outputs.storage_key as copy from new_outputs
  join outputs original on (original.kind, original.ordinal) = (new_outputs.kind, new_outputs.ordinal)
  where original.task_id = (select id from tasks where public_id = $1)`;

/** A file can have a limited number of hard links, so each batch links to its own copy. */
async function linkAll(
  folder: string,
  files: readonly { old: string; copy: string }[],
  batch: string,
): Promise<void> {
  const copyPath = (old: string) => join(folder, batch, basename(old));
  await mkdir(join(folder, batch), { recursive: true });
  for (const old of new Set(files.map(file => file.old))) await copyFile(join(folder, old), copyPath(old));
  for (let from = 0; from < files.length; from += linksAtOnce) {
    await Promise.all(
      files.slice(from, from + linksAtOnce).map(async ({ old, copy: target }) => {
        await mkdir(dirname(join(folder, target)), { recursive: true });
        await link(copyPath(old), join(folder, target));
      }),
    );
  }
}
