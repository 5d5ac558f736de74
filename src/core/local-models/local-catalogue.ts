/**
 * Reads the catalogue of local models: that of the product, and that of the
 * operator, whose entries come first.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import type { SafeFetch } from '../../platform/lib/network/safe-fetch.ts';
import { localModelEntry, programRelease, type LocalModelEntry, type ProgramRelease } from './entry.ts';

export interface LocalCatalogue {
  /**
   * Lists the entries by name. The operator's catalogue is read each time, because it is not part of the
   * product. Throws AppError `local_catalogue_unusable`.
   */
  entries(): Promise<readonly LocalModelEntry[]>;
  readonly program: ProgramRelease;
}

export interface LocalCatalogueOptions {
  /** A file or an https address with a list of entries as YAML. Undefined if there is none. */
  readonly source: string | undefined;
  readonly get: SafeFetch['get'];
}

const folder = new URL('../../../local-models/', import.meta.url);
const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;

export function openLocalCatalogue({ source, get }: LocalCatalogueOptions): LocalCatalogue {
  const { shippedEntries, program } = readProduct();
  return {
    program,
    entries: async () => {
      if (source === undefined) return shippedEntries;
      const ownEntries = await readOwn(source, get);
      return byName([
        ...ownEntries,
        ...shippedEntries.filter(({ name }) => !ownEntries.some(entry => entry.name === name)),
      ]);
    },
  };
}

let product:
  | { readonly shippedEntries: readonly LocalModelEntry[]; readonly program: ProgramRelease }
  | undefined;

/** The files are part of the product, so a process reads them once. In tests, many servers run in one. */
function readProduct(): NonNullable<typeof product> {
  return (product ??= { shippedEntries: readShippedEntries(), program: readProgram() });
}

export function readShippedEntries(): LocalModelEntry[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml'));
  return byName(files.map(name => localModelEntry.parse(readYaml(name))));
}

function readProgram(): ProgramRelease {
  return programRelease.parse(readYaml('programs/sd-server.yaml'));
}

function readYaml(name: string): unknown {
  return parse(readFileSync(new URL(name, folder), 'utf8'));
}

function byName(entries: LocalModelEntry[]): LocalModelEntry[] {
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function readOwn(source: string, get: SafeFetch['get']): Promise<LocalModelEntry[]> {
  try {
    return z
      .array(localModelEntry)
      .max(200)
      .parse(parse(await readText(source, get)));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new AppError('local_catalogue_unusable', { place: source, reason: reason.slice(0, 500) }, error);
  }
}

async function readText(source: string, get: SafeFetch['get']): Promise<string> {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8');
  const { bytes } = await get(source, { types: ['*'], maxBytes, timeoutMs, accountId: '' });
  return Buffer.from(bytes).toString('utf8');
}
