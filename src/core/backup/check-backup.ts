/**
 * Checks a backup before anything is written: whether it is complete and unchanged, and whether
 * this version can restore it.
 */
import { readMigrations, type Migration } from '../../platform/db/migrate.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { names, readManifest, type Manifest } from './manifest.ts';
import { faultOfPart } from './parts.ts';

export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Migrations that the backup's database had, and later ones that this version adds. */
  readonly migrations: { readonly before: readonly Migration[]; readonly after: readonly Migration[] };
}

/**
 * Returns the checked backup. Throws StartError if it is damaged or incomplete, or if
 * this version cannot restore it.
 */
export async function checkBackup(
  folder: string,
  onPart: (done: number, all: number) => void,
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  if (!manifest)
    throw new StartError(
      `${folder} holds no complete backup: it has no ${names.manifest}, which is written last. Run "kinora backup" into it again.`,
    );
  const migrations = await compareMigrations(manifest);
  const parts = [...manifest.tables.map(({ part }) => part), manifest.files.list];
  for (const [done, part] of parts.entries()) {
    onPart(done, parts.length);
    const fault = await faultOfPart(folder, part);
    if (fault) throw new StartError(`The backup in ${folder} is damaged: ${fault}. Nothing was restored.`);
  }
  return { folder, manifest, migrations };
}

async function compareMigrations({ migrations, version }: Manifest): Promise<CheckedBackup['migrations']> {
  const knownMigrations = await readMigrations();
  for (const [index, { name, sha256 }] of migrations.entries()) {
    const knownMigration = knownMigrations[index];
    if (knownMigration?.name === name && knownMigration.sha256 === sha256) continue;
    throw new StartError(
      `The backup was made by Kinora ${version}, whose database has the migration ${name}. This version does not know it: restore with that version or a newer one. Nothing was restored.`,
    );
  }
  return {
    before: knownMigrations.slice(0, migrations.length),
    after: knownMigrations.slice(migrations.length),
  };
}
