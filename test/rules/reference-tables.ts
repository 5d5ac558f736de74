/** The reference tables in docs/ and the picture of the architecture match the code. */
import { drawArchitecture, picturePath } from '../../scripts/architecture-picture.ts';
import { referenceTables, withTables } from '../../scripts/reference-tables.ts';
import type { Rule } from './rule.ts';

const documents = [...new Set(referenceTables.map(({ path }) => path))];

/** One rule for each document. */
export const tablesInDocuments: readonly Rule[] = documents.map(path => ({
  title: `the tables in ${path} match the code`,
  breaches: files => {
    const text = files.find(file => file.path === path)?.text ?? '';
    return differs(path, text) ? [`${path} differs from the code: run npm run docs`] : [];
  },
  counterexamples: { [path]: withoutLastRow(path) },
}));

export const architecturePicture: Rule = {
  title: `${picturePath} shows the floors and their imports as they are`,
  breaches: files =>
    files.find(({ path }) => path === picturePath)?.text === drawArchitecture()
      ? []
      : [`${picturePath} differs from the code: run npm run docs`],
  counterexamples: { [picturePath]: '<svg/>' },
};

function differs(path: string, text: string): boolean {
  try {
    return withTables(path, text) !== text;
  } catch {
    return true;
  }
}

/** Every table of a document, the last one without its last row. */
function withoutLastRow(path: string): string {
  const tables = referenceTables.filter(table => table.path === path);
  return tables
    .map(({ name, lines }, index) => {
      const visibleLines = index === tables.length - 1 ? lines.slice(0, -1) : lines;
      return `<!-- ${name} -->\n\n${visibleLines.join('\n')}\n\n<!-- end of ${name} -->\n`;
    })
    .join('\n');
}
