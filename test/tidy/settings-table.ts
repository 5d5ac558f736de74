/** The settings in README are those of the code. */
import { settings } from '../../src/config.ts';
import type { Rule } from './rule.ts';

const rows = Object.entries(settings).map(
  ([name, { default: fallback, says }]) =>
    `| \`${name}\` | ${fallback === '' ? '(none)' : `\`${fallback}\``} | ${says} |`,
);

export const settingsTable: Rule = {
  says: "README's table of settings says what src/config.ts says",
  breaches: files => {
    const readme = files.find(({ path }) => path === 'README.md')?.text ?? '';
    const section = /^## Settings\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(readme)?.[1] ?? '';
    const written = section
      .split('\n')
      .filter(line => line.startsWith('| `'))
      .map(line => line.replaceAll(/ {2,}/g, ' '));
    return [
      ...rows.filter(row => !written.includes(row)).map(row => `README.md lacks: ${row}`),
      ...written.filter(row => !rows.includes(row)).map(row => `README.md is wrong: ${row}`),
    ];
  },
  broken: {
    'README.md': ['## Settings', ...rows.slice(1), '## Other', rows[0]].join('\n'),
    'docs/README.md': ['## Settings', ...rows].join('\n'),
  },
};
