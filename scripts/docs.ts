/** npm run docs: writes the reference tables in docs/ from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { referenceTables, withTables } from './reference-tables.ts';

for (const path of new Set(referenceTables.map(table => table.path))) {
  const file = new URL(`../${path}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const written = withTables(path, text);
  if (written === text) continue;
  writeFileSync(file, written);
  console.log(`Updated ${path}`);
}
