/**
 * The manifest of a backup, `manifest.json`: what was saved, when, and how to recognize that it is unchanged.
 * It is written last, in one step, so a folder without one is no backup yet.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../platform/lib/text/try-parse-json.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { partSchema as part, replaceDurably } from './parts.ts';

const storedFile = z.object({ key: z.string(), sizeBytes: z.int().nonnegative(), sha256: z.string() });
export type StoredFile = z.infer<typeof storedFile>;

const manifest = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** The first account. Backups of different installations do not share a folder. */
  installation: z.uuid(),
  version: z.string(),
  /** When the snapshot of the database was taken. */
  takenAt: z.iso.datetime({ precision: 3 }),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      columns: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)),
      rows: z.int().nonnegative(),
      part,
    }),
  ),
  sequences: z.array(
    z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), last: z.string(), isCalled: z.boolean() }),
  ),
  files: z.object({
    /** `list`: the files themselves are saved in another way. */
    mode: z.enum(['copy', 'list']),
    /** A line for each file of the snapshot: key, bytes, SHA-256. */
    list: part,
    count: z.int().nonnegative(),
    sizeBytes: z.int().nonnegative(),
    /** Files that no table names, because their tasks are in progress. */
    spool: z.array(storedFile),
    /** Files of the list that expired before they were copied. */
    expired: z.array(z.string()),
    /** Files of the list that are not in the backup, because they were missing or damaged. */
    missing: z.array(z.string()),
  }),
  /** Whether the secret keys are in the backup. */
  hasSecretKey: z.boolean(),
});
export type Manifest = z.infer<typeof manifest>;

export const names = { manifest: 'manifest.json', files: 'files' } as const;

/** Returns where the secret keys are, if they were saved. */
export function keyFilePath(folder: string, { id }: Pick<Manifest, 'id'>): string {
  return join(folder, `database-${id}`, 'secret.key');
}

/** Returns undefined if there is none. Throws StartError if it cannot be understood. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, names.manifest);
  const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`Cannot read ${path} (${error.code}).`, error);
  });
  if (text === undefined) return undefined;
  const parsed = manifest.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  throw new StartError(
    `The manifest ${path} is damaged, or was written by a newer version of Kinora. Nothing was changed.`,
  );
}

/** Replaces the manifest of an earlier backup in this folder. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  await replaceDurably(join(folder, names.manifest), `${JSON.stringify(content, undefined, 2)}\n`);
}
