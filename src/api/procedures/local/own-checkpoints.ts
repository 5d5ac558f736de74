/**
 * Checkpoints that are not in the catalogue: what they are installed as, and those in
 * the folders of other programs.
 */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { findCheckpointFamily, readCheckpointFamily } from '../../../core/local-models/checkpoint-family.ts';
import { localModelEntry, type LocalModelEntry } from '../../../core/local-models/entry.ts';
import { listLocalModels } from '../../../core/local-models/local-rows.ts';
import { fileStem } from '../../../core/local-models/weights-folders.ts';
import type { Context } from '../procedure.ts';
import type { LocalFileRecord } from '../records/local-record.ts';

const localName = localModelEntry.shape.name;
/** Headers are read of at most this many files. */
const maxFiles = 200;

/** The entry of the family of a checkpoint, with another name. Throws AppError. */
export async function entryOfCheckpoint(
  { local }: Pick<Context, 'local'>,
  checkpoint: string,
  requestedName: string | undefined,
): Promise<LocalModelEntry> {
  const entries = await local.entries();
  const family = await readCheckpointFamily(
    checkpoint,
    entries.map(entry => entry.family),
  );
  const base = entries.find(entry => entry.family === family);
  if (!base)
    throw new AppError('local_model_unknown', {
      name: family,
      allowed: entries.map(entry => entry.name).join(', '),
    });
  const name = requestedName ?? toModelName(checkpoint);
  const isFree = localName.safeParse(name).success && entries.every(entry => entry.name !== name);
  if (!isFree) throw fieldInvalid('name', 'model_id_taken', { name });
  return {
    ...base,
    name,
    title: fileStem(checkpoint).slice(0, 100),
    summary: { en: `A checkpoint of the family of ${base.title}.`, zh: `${base.title} 系列的检查点。` },
    // What its maker allows is not known.
    license: { name: 'unknown', commercial: false, url: base.license.url },
  };
}

/** Files of other kinds, such as encoders and LoRA, belong to no family and are left out. */
export async function localFileRecords({
  db,
  local,
}: Pick<Context, 'db' | 'local'>): Promise<LocalFileRecord[]> {
  const entries = await local.entries();
  const installedModels = (await listLocalModels(db)).filter(({ state }) => state !== 'removed');
  const weightFiles = (await local.weights.list()).slice(0, maxFiles);
  const records = weightFiles.map(async ({ path, sizeBytes }) => {
    const family = await findCheckpointFamily(path);
    const base = entries.find(entry => entry.family === family);
    if (family === undefined || !base) return [];
    const isInstalled = installedModels.some(({ checkpoint }) => checkpoint === path);
    return [
      {
        file: path,
        name: toModelName(path),
        family,
        base: base.name,
        bytes: sizeBytes,
        installed: isInstalled,
      },
    ];
  });
  return (await Promise.all(records)).flat();
}

/** Returns a valid name of a local model. */
function toModelName(checkpoint: string): string {
  return fileStem(checkpoint)
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 36);
}
