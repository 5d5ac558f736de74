/** The list of commands in CHANGELOG matches the command line. */
import { procedures } from '../../src/api/procedures/table/procedures.ts';
import type { Rule } from './rule.ts';

const nouns = [...new Set(procedures.map(({ name }) => name.split(' ')[0] ?? ''))].filter(
  noun => noun !== 'session',
);

export const commandList: Rule = {
  title: 'the list in CHANGELOG names every command',
  breaches: files => {
    const text = files.find(({ path }) => path === 'CHANGELOG.md')?.text ?? '';
    const list = (text.match(/^- `kinora serve .*$/gm) ?? []).join('\n');
    return nouns
      .filter(noun => !new RegExp(`[\`| ]${noun}\\b`).test(list))
      .map(noun => `CHANGELOG.md does not name kinora ${noun}`);
  },
  counterexamples: { 'CHANGELOG.md': `- \`kinora serve | ${nouns.slice(1).join(' | ')}\`.` },
};
