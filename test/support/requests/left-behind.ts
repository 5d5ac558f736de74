/** Everything that a rejected request must not leave behind: rows, money, files, work of the engine. */
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { statement } from '../../../src/platform/db/statement.ts';
import { until, type TestApp } from '../servers/app.ts';
import type { ScriptedServer } from '../engines/scripted-server.ts';

export interface Stock {
  readonly tasks: number;
  /** By phase, because an answered modal is not a new task. */
  readonly phases: Readonly<Record<string, number>>;
  readonly ledgerEntries: number;
  readonly money: unknown;
  readonly uploads: number;
  readonly outputs: number;
  readonly hooks: number;
  readonly files: number;
  readonly engineCalls: number;
}

const rows = statement(
  'test_stock',
  `select (select count(*)::int from tasks) as "tasks",
     (select json_object_agg(phase, count order by phase) from (select phase, count(*) from task_states group by phase) grouped) as "phases",
     (select count(*)::int from ledger_entries) as "ledgerEntries",
     (select json_agg(array[available_micros, held_micros] order by id) from accounts) as "money",
     (select count(*)::int from uploads) as "uploads",
     (select count(*)::int from outputs) as "outputs",
     (select count(*)::int from hooks) as "hooks"`,
);

/**
 * Waits until no task is in progress, so that the effects of one request are not counted for the next, and
 * until no file is being written: a sweep writes one for a moment to read the clock of the volume.
 */
export async function takeStock({ app, dataDir }: TestApp, scriptedServer: ScriptedServer): Promise<Stock> {
  const [row] = await until(
    () => app.db.query<Omit<Stock, 'files' | 'engineCalls'>>(rows),
    ([stock]) => moving.every(phase => !(phase in (stock?.phases ?? {}))),
  );
  if (!row) throw new Error('The stock is missing');
  const names = await until(
    () => readdir(join(dataDir, 'files'), { recursive: true }),
    paths => !paths.some(name => name.startsWith(`.tmp${sep}`)),
  );
  const files = names.length;
  return { ...row, files, engineCalls: scriptedServer.calls.length };
}

const moving = ['queued', 'starting', 'running', 'saving'];
