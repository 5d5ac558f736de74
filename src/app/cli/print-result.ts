/**
 * Prints the output of a procedure for people: a secret alone, a table, or lines.
 * `--json` prints all of it unchanged.
 */
import { routeStates, shownRouteState } from '@kinora/shared/models/route-states';
import { without } from '../../platform/lib/without.ts';
import { printTable } from './command.ts';
import { discoveryLines } from './discovery-lines.ts';
import { sizeText } from './size-text.ts';
import { isThere, readable, readableLines, type Row } from './readable.ts';

export function printResult(name: string, result: unknown): void {
  const shorten = shortenByCommand[name] ?? ((row: Row) => row);
  // Several tokens created in one step are printed one after the other.
  if (Array.isArray(result) && result.some(row => isRow(row) && secretIn(row) !== undefined))
    return result.forEach(row => printResult(name, row));
  if (Array.isArray(result) && result.length === 0)
    return void process.stdout.write(`${nothing[name] ?? 'None.'}\n`);
  if (Array.isArray(result)) return printList(result.map(row => (isRow(row) ? shorten(row) : row)));
  const record = shorten(result as Row);
  if (record['dry_run'] === true) {
    process.stdout.write('Dry run: nothing was changed. This would be the result:\n\n');
    return printLines(without(record, ['dry_run']), process.stdout);
  }
  const [firstField, ...otherFields] = Object.entries(record);
  if (firstField?.[0] === 'secret' && otherFields.length === 0)
    return void process.stdout.write(`${String(firstField[1])}\n`);
  const secret = secretIn(record);
  if (secret === undefined) return printLines(record, process.stdout);
  const { [secret]: secretValue, ...rest } = record;
  process.stdout.write(`${String(secretValue)}\n`);
  printLines(rest, process.stderr);
  process.stderr.write(`Save the ${secret} now: it is not shown again.\n`);
}

/** What an empty list means, where "None." leaves it open. */
const nothing: Readonly<Record<string, string>> = { 'margin losses': 'No paid work was lost in this time.' };

/** Shown once, and alone on standard output, so that it can be piped. */
const secretFields = ['key', 'code', 'link'] as const;

function secretIn(record: Row): string | undefined {
  // In the result of a probe or a test, `code` is an error code, not a secret.
  return 'ok' in record ? undefined : secretFields.find(field => field in record);
}

/** Fields that would make a table too wide: sentences and hourly figures. */
const tooWide = ['says', 'hours', 'daily_hours', 'last_error', 'task_prompt'];

/** Shortens records whose fields are too long for a table or belong together. */
const shortenByCommand: Readonly<Record<string, (row: Row) => Row>> = {
  'task list': ({ id, state, model, prompt, price, created }) => ({
    id,
    state,
    model,
    prompt: cut(String(prompt ?? '').replaceAll(/\s+/g, ' ')),
    price: (price as { amount: string }).amount,
    created,
  }),
  'engine list': ({ secret, ...engine }) => ({
    ...engine,
    secret: secret && ((secret as Row)['reference'] ?? 'stored'),
  }),
  // Settings and operations would make it too wide. `--json` has them.
  'engine kinds': ({ kind, title, address, secret, declared_only: isDeclared }) => ({
    kind,
    title,
    url: address,
    secret,
    added_by: isDeclared ? 'declaration' : 'engine add',
  }),
  // A terminal shows no pictures. `--json` has it.
  'engine test': trial => without(trial, ['picture']),
  'engine discover': discoveryLines,
  'local list': ({
    name,
    kind,
    state,
    recommended: isRecommended,
    fits,
    bytes,
    license,
    can,
    reason,
    ...more
  }) => ({
    name,
    kind,
    state,
    recommended: isRecommended === true ? 'yes' : '',
    fits,
    size: sizeText(Number(bytes)),
    on_disk: sizeText(Number(more['present_bytes'])),
    license,
    can,
    why: reason,
  }),
  'local files': ({ bytes, ...file }) => ({ ...file, size: sizeText(Number(bytes)) }),
  'local install': installation,
  'local add': installation,
  'local resume': installation,
  'local update': installation,
  'local pause': installation,
  'route list': inWords,
  'route add': inWords,
  'route change': inWords,
  'model list': priceWithUnit,
  'model show': priceWithUnit,
};

/** Returns what is shown before an installation begins. */
function installation({
  name,
  title,
  bytes,
  license,
  license_url: terms,
  commercial,
  reason,
  files,
}: Row): Row {
  const use = commercial === true ? 'commercial use allowed' : 'commercial use not allowed, or not known';
  return {
    name,
    title,
    size: sizeText(Number(bytes)),
    license: `${String(license)} (${use}): ${String(terms)}`,
    fits: reason,
    files,
  };
}

/** The state as the Console shows it. A preview of a change has none. */
function inWords(route: Row): Row {
  if (route['state'] === undefined) return route;
  return { ...route, state: routeStates[shownRouteState(route as never)].en };
}

function priceWithUnit({ unit, currency, ...model }: Row): Row {
  return { ...model, from: `${String(model['from'])} ${String(currency)} ${String(unit)}` };
}

const promptWidth = 40;

function cut(text: string): string {
  const letters = [...text];
  return letters.length > promptWidth ? `${letters.slice(0, promptWidth - 1).join('')}…` : text;
}

function printList(rows: readonly unknown[]): void {
  if (!rows.every(isRow)) return void process.stdout.write(`${rows.join('\n')}\n`);
  const allColumns = Object.keys(rows[0] ?? {});
  const columns = allColumns.filter(
    column =>
      !tooWide.includes(column) && !isNamedOrSame(column, rows) && rows.some(row => isThere(row[column])),
  );
  printTable([
    columns.map(column => column.replaceAll('_', ' ').toUpperCase()),
    ...rows.map(row => columns.map(column => readable(row[column], column))),
  ]);
}

/**
 * Whether a column holds only long ids that add nothing: the name is in another column, or
 * all rows have the same account.
 */
function isNamedOrSame(column: string, rows: readonly Row[]): boolean {
  const [firstRow = {}] = rows;
  if (`${column}_name` in firstRow) return true;
  const value = String(firstRow[column]);
  return column === 'account' && /^[0-9a-f-]{36}$/.test(value) && rows.every(row => row[column] === value);
}

function printLines(record: Row, stream: NodeJS.WriteStream): void {
  const width = Math.max(...Object.keys(record).map(key => key.length)) + 2;
  for (const [key, value] of Object.entries(record)) {
    const lines = readableLines(value, key).join(`\n${' '.repeat(width)}`);
    stream.write(`${key.replaceAll('_', ' ').padEnd(width)}${lines}\n`);
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}
