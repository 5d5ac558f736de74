/** All places where a text could have been written, and whether it was. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../src/platform/db/open.ts';

export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** One for each table: all of its rows as text. Bytes appear there as hexadecimal digits. */
export async function listTables({ pool }: Pick<Database, 'pool'>): Promise<Place[]> {
  const { rows } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const places: Place[] = [];
  for (const { name } of rows) {
    const { rows: lines } = await pool.query(
      `select coalesce(string_agg(line::text, E'\\n'), '') as text from ${name} line`,
    );
    places.push({ name: `table ${name}`, bytes: Buffer.from(lines[0].text) });
  }
  return places;
}

export async function listPlacedFiles(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async path => ({ name: `file ${path}`, bytes: await readFile(path) })));
}

/**
 * The names of the places that contain the text: unchanged, in hexadecimal digits, in base64, or in a URL.
 */
export function placesWith(text: string, places: readonly Place[]): string[] {
  const plain = Buffer.from(text);
  const forms = [text, plain.toString('hex'), encodeURIComponent(text), ...base64Forms(plain)];
  return places.filter(({ bytes }) => forms.some(form => bytes.includes(form))).map(({ name }) => name);
}

/** Its base64 forms for every offset, without the digits that depend on neighboring bytes. */
function base64Forms(plain: Buffer): string[] {
  return [0, 1, 2].map(before => {
    const all = Buffer.concat([Buffer.alloc(before), plain])
      .toString('base64')
      .replace(/=+$/, '');
    return all.slice(before === 0 ? 0 : before + 1, -1);
  });
}
