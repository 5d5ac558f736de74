/**
 * npm run docs: writes the reference tables in docs/, the picture of the architecture and the types of
 * kinora-client from the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { drawArchitecture, picturePath } from './architecture-picture.ts';
import { clientTypes, clientTypesPath } from './client-types.ts';
import { referenceTables, withTables } from './reference-tables.ts';

for (const path of new Set(referenceTables.map(table => table.path)))
  update(path, text => withTables(path, text));
update(picturePath, drawArchitecture);
const types = await clientTypes();
update(clientTypesPath, () => types);

function update(path: string, change: (text: string) => string): void {
  const file = new URL(`../${path}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const updatedText = change(text);
  if (updatedText === text) return;
  writeFileSync(file, updatedText);
  console.log(`Updated ${path}`);
}
