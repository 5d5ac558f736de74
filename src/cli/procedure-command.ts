/** A procedure as a command: its fields are options, one of them may be its word; it prints a table, lines, or JSON. */
import { join } from 'node:path';
import type { z } from 'zod';
import { readPrices } from '../billing/prices.ts';
import { loadConfig } from '../config.ts';
import { toCsv } from '../lib/csv.ts';
import { AppError } from '../errors.ts';
import { parseWith } from '../http/handle.ts';
import { fileAddress } from '../http/file-address.ts';
import { taskLines } from '../http/task-line.ts';
import { openDiskStorage } from '../media/disk-storage.ts';
import { readCatalogue } from '../models/catalogue.ts';
import { openBannedWords } from '../moderation/banned-words.ts';
import type { Procedure } from '../procedures/procedure.ts';
import { runProcedure } from '../procedures/run-procedure.ts';
import { openHookCheck } from '../start/check-hooks.ts';
import { openFetch } from '../start/open-fetch.ts';
import { takeDown, type Taken } from '../start/taken.ts';
import {
  exitCodes,
  jsonOption,
  printJson,
  printTable,
  UsageError,
  type Command,
  type Given,
} from './command.ts';
import { withDatabase } from './with-database.ts';

/** Shown once, and alone on standard output, so that it can be piped. */
const secretFields = ['key', 'code', 'link'] as const;

/** A sentence, or a day by the hour, makes a table too wide to read: `--json` has it. */
const tooWide = ['says', 'hours', 'last_error', 'task_prompt'];

/** A task has far more than fits a line; `--json` and `--csv` have all of it. */
const taskColumns: Readonly<Record<string, (row: Record<string, unknown>) => unknown>> = {
  id: row => row['id'],
  state: row => row['state'],
  model: row => row['model'],
  prompt: row => cut(String(row['prompt'] ?? '').replaceAll(/\s+/g, ' ')),
  price: row => (row['price'] as { amount: string }).amount,
  created: row => row['created'],
};

const csvOption = { csv: { type: 'boolean', says: 'Print CSV, for spreadsheets.' } } as const;

export function procedureCommand(procedure: Procedure): Command {
  const { name, says, word, changes } = procedure;
  const fields = fieldsOf(procedure);
  const options = Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field !== word)
      .map(([field, type]) => [
        optionName(field),
        { type: isSwitch(type) ? ('boolean' as const) : ('string' as const), says: type.description ?? '' },
      ]),
  );
  return {
    name,
    says,
    options: { ...options, ...jsonOption, ...(changes ? {} : csvOption) },
    ...(word !== undefined && { positionals: `<${word}>${word === 'words' ? ' …' : ''}` }),
    run: async given => {
      const input = parse(procedure, given);
      const result = await run(procedure, input);
      if (given.flags['csv'] && Array.isArray(result)) process.stdout.write(toCsv(result));
      else if (given.flags['json']) printJson(result);
      else if (name === 'task list') printList((result as Record<string, unknown>[]).map(shortTask));
      else print(result);
      return exitCodes.ok;
    },
  };
}

function run(procedure: Procedure, input: unknown): Promise<unknown> {
  const config = loadConfig();
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  return withDatabase(async (db, account) => {
    const catalogue = readCatalogue();
    await readPrices(db, catalogue);
    const taken: Taken = [];
    const { post } = openFetch(config, taken);
    const shared = { ...config, db, catalogue, baseUrl, language: 'en' } as const;
    const parts = {
      ...shared,
      openFiles: () => openDiskStorage(join(config.dataDir, 'files')),
      bannedWords: openBannedWords(db),
      toLine: taskLines(shared),
      fileAddress: fileAddress.bind(undefined, baseUrl),
      checkHook: openHookCheck(config),
      post,
    };
    try {
      return await runProcedure(parts, { kind: 'host', accountId: account.id }, { procedure, input });
    } finally {
      await takeDown(taken);
    }
  });
}

/** Throws UsageError in the words of the command line. */
function parse({ name, input, word }: Procedure, { flags, words }: Given): unknown {
  const { json: _, csv: __, ...given } = flags;
  const fields: Record<string, unknown> = {};
  for (const [option, value] of Object.entries(given)) fields[option.replaceAll('-', '_')] = value;
  const help = `See: kinora ${name} --help`;
  if (word !== undefined) {
    if (words.length === 0 || (words.length > 1 && word !== 'words'))
      throw new UsageError(`Say one <${word}>. ${help}`);
    fields[word] = words.join(',');
  }
  try {
    return parseWith(input, fields);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = String(error.details['param'] ?? '').split('.')[0] ?? '';
    const what = field === word ? `<${word}>` : `--${optionName(field)}`;
    const says = (fieldsOf({ input } as Procedure)[field]?.description ?? '').replace(/\.$/, '');
    const reason = String(error.details['reason'] ?? error.message);
    throw new UsageError(
      field in fields ? `${what} is not right: ${reason} ${help}` : `${what} is missing: ${says}. ${help}`,
    );
  }
}

function fieldsOf({ input }: Procedure): Record<string, z.ZodType> {
  return (input as z.ZodObject<Record<string, z.ZodType>>).shape;
}

function optionName(field: string): string {
  return field.replaceAll('_', '-');
}

function isSwitch(type: z.ZodType): boolean {
  return (
    type.safeParse(true).success && type.safeParse('true').success && !type.safeParse('anything').success
  );
}

function print(result: unknown): void {
  if (Array.isArray(result)) return printList(result);
  const record = result as Record<string, unknown>;
  const [alone, ...others] = Object.entries(record);
  if (alone?.[0] === 'secret' && others.length === 0)
    return void process.stdout.write(`${String(alone[1])}\n`);
  const secret = secretFields.find(field => field in record);
  if (secret === undefined) return printLines(record, process.stdout);
  const { [secret]: shown, ...rest } = record;
  process.stdout.write(`${String(shown)}\n`);
  printLines(rest, process.stderr);
  process.stderr.write(`The ${secret} is shown this once.\n`);
}

function shortTask(task: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(taskColumns).map(([column, of]) => [column, of(task)]));
}

const promptWidth = 40;

function cut(text: string): string {
  const letters = [...text];
  return letters.length > promptWidth ? `${letters.slice(0, promptWidth - 1).join('')}…` : text;
}

function printList(rows: readonly unknown[]): void {
  if (rows.length === 0) return void process.stdout.write('None.\n');
  const [first] = rows;
  if (typeof first !== 'object' || first === null) return void process.stdout.write(`${rows.join('\n')}\n`);
  const columns = Object.keys(first).filter(
    column => !tooWide.includes(column) && rows.some(row => isCell((row as Record<string, unknown>)[column])),
  );
  printTable([
    columns.map(column => column.replaceAll('_', ' ').toUpperCase()),
    ...rows.map(row => columns.map(column => cell((row as Record<string, unknown>)[column]))),
  ]);
}

function printLines(record: Readonly<Record<string, unknown>>, stream: NodeJS.WriteStream): void {
  const width = Math.max(...Object.keys(record).map(key => key.length)) + 2;
  for (const [key, value] of Object.entries(record))
    stream.write(`${key.replaceAll('_', ' ').padEnd(width)}${cell(value)}\n`);
}

/** Columns in which no row has anything are left out. */
function isCell(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

function cell(value: unknown): string {
  if (!isCell(value)) return '—';
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 16).replace('T', ' ') : value;
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
