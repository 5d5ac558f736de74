/** The model cards that come with the product, as they are in their files. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../models/', import.meta.url);

export function readCards(): unknown[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
