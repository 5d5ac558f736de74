/** The commands in README and CHANGELOG are those of the command line. */
import { procedures } from '../../src/procedures/procedures.ts';
import type { Rule } from './rule.ts';

const nouns = [...new Set(procedures.map(({ name }) => name.split(' ')[0] ?? ''))].filter(
  noun => noun !== 'session',
);

const places = new Map([
  ['README.md', /^\| `kinora .*$/gm],
  ['CHANGELOG.md', /^- `kinora serve .*$/gm],
]);

export const commandTable: Rule = {
  says: "README's table and CHANGELOG's list name every command",
  breaches: files =>
    files.flatMap(({ path, text }) => {
      const line = places.get(path);
      const named = line && (text.match(line) ?? []).join('\n');
      return named === undefined ? [] : missing(named).map(noun => `${path} does not name kinora ${noun}`);
    }),
  broken: {
    'README.md': nouns
      .slice(1)
      .map(noun => `| \`kinora ${noun} …\` | … |`)
      .join('\n'),
    'CHANGELOG.md': `- \`kinora serve | ${nouns.slice(1).join(' | ')}\`.`,
  },
};

function missing(named: string): string[] {
  return nouns.filter(noun => !new RegExp(`[\`| ]${noun}\\b`).test(named));
}
