/** Reads what the files of a task were made from. */
import { isSelection } from '../../../engines/contract/engine-job.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import type { Ingredient, Origin } from '../../../media/provenance/c2pa/origin.ts';
import { isUploadKey } from '../../../media/storage/uploads.ts';
import { readWhole } from '../../../media/storage/open-file.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import { detectContentType } from '../../../media/formats/file-types.ts';
import type { SavedJob } from './rendition.ts';

/**
 * Jobs whose results are later states of the picture that they start from. Results of others only resemble
 * it.
 */
const editingKinds: readonly JobKind[] = ['upscale', 'edit', 'retexture', 'outpaint'];

interface Source {
  readonly title: string;
  readonly storageKey: string;
  readonly contentType: string;
}

export async function readOrigin(job: SavedJob, storage: Pick<Storage, 'open'>): Promise<Origin> {
  const { clip, inputs = [], kind, extend, seconds } = job;
  const pictures = inputs
    .filter(({ role }) => role !== 'mask')
    .map(({ role, storageKey, contentType }) => ({ title: role, storageKey, contentType }));
  const sources: Source[] = clip
    ? [
        { title: 'clip', storageKey: clip.storageKey, contentType: detectContentType(clip.storageKey) },
        ...pictures,
      ]
    : pictures;
  const parent = extend ? 'clip' : editingKinds.includes(kind) ? 'picture' : undefined;
  const ingredients = await Promise.all(
    sources.map(source => readIngredient(source, source.title === parent ? 'parentOf' : 'inputTo', storage)),
  );
  return { ingredients, isCopy: isSelection(job) || (extend === true && clip?.seconds === seconds) };
}

async function readIngredient(
  { title, storageKey, contentType }: Source,
  relationship: Ingredient['relationship'],
  storage: Pick<Storage, 'open'>,
): Promise<Ingredient> {
  const file = isUploadKey(storageKey) ? undefined : await storage.open(storageKey);
  if (!file) return { relationship, title, contentType };
  const fileBytes = await readWhole(file);
  const bytes = new Uint8Array(new SharedArrayBuffer(fileBytes.length));
  bytes.set(fileBytes);
  return { relationship, title, contentType, bytes };
}
