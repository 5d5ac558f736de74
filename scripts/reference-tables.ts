/**
 * The reference tables in docs/, made from the code. `npm run docs` writes them;
 * test/rules/reference-tables.ts compares them.
 */
import { doctor } from '../src/app/cli/doctor.ts';
import { serve } from '../src/app/cli/serve.ts';
import { tryOut } from '../src/app/cli/try.ts';
import { settings } from '../src/platform/config/settings.ts';
import { errorTable, type ErrorEntry } from '@kinora/shared/errors/error-table';
import { metricDefinitions, type MetricDefinition } from '../src/core/operate/metrics/metric-definitions.ts';
import { readCatalogue } from '../src/core/catalogue/models/catalogue.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { parameterTable, type Parameter } from '@kinora/shared/prompt/parameter-table';
import { chineseText } from './parameter-texts.ts';
import { clientGuideLines, clientProofLines } from './client-guide-texts.ts';
import { decisionIndexLines } from './decision-index.ts';
import { decisionRows } from './decision-table.ts';
import { dependencyLines } from './dependencies/dependency-table.ts';
import { procedures } from '../src/api/procedures/table/procedures.ts';

export interface ReferenceTable {
  /** The document that the table stands in, between `<!-- name -->` and `<!-- end of name -->`. */
  readonly path: string;
  readonly name: string;
  /** Markdown, a line each. */
  readonly lines: readonly string[];
}

const cards = readCatalogue().models.map(({ card }) => card);

export const referenceTables: readonly ReferenceTable[] = [
  { path: 'docs/configuration.md', name: 'settings', lines: settingLines() },
  { path: 'docs/commands.md', name: 'commands', lines: commandLines() },
  { path: 'docs/errors.md', name: 'errors', lines: errorLines() },
  { path: 'docs/metrics.md', name: 'metrics', lines: metricLines() },
  { path: 'docs/models.md', name: 'models', lines: modelLines() },
  { path: 'docs/models.md', name: 'video parameters', lines: videoParameterLines() },
  { path: 'docs/task-decisions.md', name: 'task decisions', lines: decisionLines() },
  { path: 'decisions/README.md', name: 'decisions', lines: decisionIndexLines() },
  {
    path: 'docs/dependencies.md',
    name: 'server dependencies',
    lines: dependencyLines({ isForServers: true }),
  },
  {
    path: 'docs/dependencies.md',
    name: 'development dependencies',
    lines: dependencyLines({ isForServers: false }),
  },
  { path: 'docs/prompts.md', name: 'prompt parameters', lines: promptParameterLines() },
  { path: 'docs/connect-a-client.md', name: 'clients', lines: clientGuideLines('en') },
  { path: 'docs/connect-a-client.md', name: 'tried', lines: clientProofLines('en') },
  { path: 'docs/zh/connect-a-client.md', name: 'clients', lines: clientGuideLines('zh') },
  { path: 'docs/zh/connect-a-client.md', name: 'tried', lines: clientProofLines('zh') },
  { path: 'docs/zh/errors.md', name: 'errors', lines: chineseErrorLines() },
  { path: 'docs/zh/prompts.md', name: 'prompt parameters', lines: chineseParameterLines() },
];

/** The document with its tables replaced by those of the code. */
export function withTables(path: string, text: string): string {
  return referenceTables
    .filter(table => table.path === path)
    .reduce((document, { name, lines }) => {
      const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
      const [before, rest] = [document.indexOf(start), document.indexOf(end)];
      if (before < 0 || rest < before) throw new Error(`${path} has no place for the table "${name}"`);
      return `${document.slice(0, before)}${start}\n${lines.join('\n')}\n\n${document.slice(rest)}`;
    }, text);
}

function settingLines(): string[] {
  const rows = Object.entries(settings).map(([name, { default: value, allowed: allowedTexts, en }]) => [
    `\`${name}\``,
    value === '' ? '(none)' : `\`${value}\``,
    allowedTexts.en,
    en,
  ]);
  return table(['Setting', 'Default', 'Values', 'Description'], rows);
}

/**
 * The three commands that are no procedures, then a heading and a table for each
 * noun: `task`, `token` and so on.
 */
function commandLines(): string[] {
  const programRows = [serve, tryOut, doctor].map(({ name, positionals, description }) => [
    `\`kinora ${name}${positionals ? ` ${positionals}` : ''}\``,
    description,
  ]);
  const listedProcedures = procedures.filter(({ name }) => !name.startsWith('session '));
  const nouns = Map.groupBy(listedProcedures, ({ name }) => name.split(' ')[0] ?? '');
  const tables = [...nouns].flatMap(([noun, entries]) => {
    const rows = entries.map(({ name, word, description, who }) => [
      `\`kinora ${name}${word ? ` <${word}>` : ''}\``,
      description,
      who,
    ]);
    return ['', `### ${noun}`, '', ...table(['Command', 'Description', 'Role'], rows)];
  });
  return [...table(['Command', 'Description'], programRows), ...tables];
}

function errorLines(): string[] {
  const rows = Object.entries<ErrorEntry>(errorTable).map(([code, { status, retryable, en }]) => [
    `\`${code}\``,
    String(status),
    retryable ? 'yes' : '',
    en,
  ]);
  return table(['Code', 'HTTP status', 'Retry', 'Message'], rows);
}

function chineseErrorLines(): string[] {
  const rows = Object.entries<ErrorEntry>(errorTable).map(([code, { status, retryable, zh }]) => [
    `\`${code}\``,
    String(status),
    retryable ? '是' : '',
    zh,
  ]);
  return table(['代码', 'HTTP 状态', '重试', '消息'], rows);
}

function metricLines(): string[] {
  const rows = Object.entries<MetricDefinition>(metricDefinitions).map(([name, { type, labels, help }]) => [
    `\`${name}\``,
    type,
    Object.keys(labels)
      .map(label => `\`${label}\``)
      .join(', '),
    help,
  ]);
  return table(['Metric', 'Type', 'Labels', 'Meaning'], rows);
}

function decisionLines(): string[] {
  const rows = decisionRows().map(({ phase, event, cells }) => [phase, event, ...cells]);
  return table(['Phase', 'Event', 'Free', 'Free, late', 'Paid', 'Paid, late'], rows);
}

function modelLines(): string[] {
  const rows = cards.map(({ id, kind, engine, operations, price, tiers }) => [
    `\`${id}\``,
    kind,
    engine ?? '',
    operations.join(', '),
    price.unit,
    Object.keys(tiers).join(', '),
  ]);
  return table(['Model', 'Kind', 'Engine', 'Operations', 'Priced by', 'Tiers'], rows);
}

/** A column for each video model. */
function videoParameterLines(): string[] {
  const models = cards.filter(({ kind }) => kind === 'video');
  const names = new Set(models.flatMap(({ parameters }) => Object.keys(parameters.properties)));
  const row = (label: string, cell: (card: ModelCard) => string) => [label, ...models.map(cell)];
  return table(
    row('', ({ id }) => `\`${id}\``),
    [
      row('images', images),
      ...Array.from(names, name =>
        row(`\`${name}\``, ({ parameters }) => allowedValues(parameters.properties[name])),
      ),
      row('priced by', ({ price }) => price.unit),
      row('`longest_seconds`', ({ longestSeconds }) => String(longestSeconds ?? '–')),
    ],
  );
}

function images({ references }: ModelCard): string {
  const fields = Object.entries(references).map(([field, { max, required }]) => {
    const count = max === 1 ? '' : ` (up to ${max})`;
    return `\`${field}\`${count}${required ? '' : ', optional'}`;
  });
  return fields.join(', ') || '–';
}

function allowedValues(schema: Readonly<Record<string, unknown>> | undefined): string {
  if (!schema) return '–';
  if (Array.isArray(schema['enum'])) return schema['enum'].join(', ');
  if (schema['type'] === 'boolean') return 'yes';
  return `${schema['minimum']} to ${schema['maximum'] === 2 ** 32 - 1 ? '2³²−1' : schema['maximum']}`;
}

function promptParameterLines(): string[] {
  return table(
    ['Parameter', 'Value', 'Default', 'Versions', 'Effect'],
    parameterRows(text => text),
  );
}

function chineseParameterLines(): string[] {
  return table(['参数', '值', '默认', '版本', '作用'], parameterRows(chineseText));
}

function parameterRows(translate: (english: string) => string): string[][] {
  return (parameterTable as readonly Parameter[]).map(({ names, takes, default: value, versions, does }) => [
    names.map(name => `\`--${name}\``).join(' '),
    ...[takes, value, versions, does].map(translate),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}
