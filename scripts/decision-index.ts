/** The table of decisions/README.md, from the pages beside it. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../decisions/', import.meta.url);

/**
 * A page that a later one changes or replaces states this in a line that begins with `**Changed
 * by**` or `**Superseded by**`.
 */
const replacedLine = /^\*\*(Changed|Superseded) by\*\*.*$/m;

export function decisionIndexLines(): string[] {
  const rows = readdirSync(folder)
    .filter(name => /^\d{3}-/.test(name))
    .sort()
    .map(name => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const [heading = ''] = text.split('\n', 1);
      const title = heading.replace(/^# (?:\d+[:.] )?/, '');
      const state = replacedLine.exec(text)?.[0].replaceAll('**', '').replace(/\.$/, '') ?? '';
      return `| [${name.slice(0, 3)}](${name}) | ${title} | ${state} |`;
    });
  return ['| Number | Decision | Later |', '|---|---|---|', ...rows];
}
