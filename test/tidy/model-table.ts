/** The parameters in the table of video models are those of the cards. */
import { readCatalogue } from '../../src/models/catalogue.ts';
import type { Rule } from './rule.ts';

type Schema = Readonly<Record<string, unknown>>;

const cards = readCatalogue()
  .models.map(({ card }) => card)
  .filter(({ kind }) => kind === 'video');
const names = new Set(cards.flatMap(({ parameters }) => Object.keys(parameters.properties)));
const rows = [
  rowOf(
    '',
    cards.map(({ id }) => `\`${id}\``),
  ),
  ...Array.from(names, name =>
    rowOf(
      `\`${name}\``,
      cards.map(({ parameters }) => shown(parameters.properties[name])),
    ),
  ),
  rowOf(
    'price by',
    cards.map(({ price }) => price.unit),
  ),
  rowOf(
    '`longest_seconds`',
    cards.map(({ longestSeconds }) => String(longestSeconds ?? '–')),
  ),
];

function rowOf(name: string, cells: readonly string[]): string {
  return `| ${[name, ...cells].join(' | ')} |`.replace('|  |', '| |');
}

function shown(schema: Schema | undefined): string {
  if (!schema) return '–';
  if (Array.isArray(schema['enum'])) return schema['enum'].join(', ');
  if (schema['type'] === 'boolean') return 'yes';
  return `${schema['minimum']} to ${schema['maximum'] === 2 ** 32 - 1 ? '2³²−1' : schema['maximum']}`;
}

export const modelTable: Rule = {
  says: 'the table of models in docs/video-interface.md says what the cards in models/ say',
  breaches: files => {
    const text = files.find(({ path }) => path === 'docs/video-interface.md')?.text ?? '';
    const written = text.split('\n');
    return rows.filter(row => !written.includes(row)).map(row => `docs/video-interface.md lacks: ${row}`);
  },
  broken: { 'docs/video-interface.md': rows.slice(1).join('\n'), 'README.md': rows.join('\n') },
};
