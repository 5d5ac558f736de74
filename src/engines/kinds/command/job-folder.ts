/** The folder of a step: its job and pictures, what runs it, and what it made. */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newRowId } from '../../../platform/lib/id.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { resultFile, runFiles, type ProgramRun } from './run-files.ts';

/**
 * Returns the name of the folder for a key, which leads nowhere outside the work folder. Returns undefined if
 * no start has such a key.
 */
export function toFolderName(key: string): string | undefined {
  const name = `job-${key.replaceAll(/[^\w.-]/g, '_')}`;
  return name.length > 4 && name.length <= 200 ? name : undefined;
}

/** Writes the folder as a whole: where it is, nothing is missing. If it is there already, nothing changes. */
export async function writeJobFolder(
  folder: string,
  files: { readonly step: Step; readonly run: ProgramRun; readonly handle: object },
): Promise<void> {
  if (await isThere(folder)) return;
  // Each start has a folder of its own, because two workers may start the same step. What a crash leaves is
  // removed with other stale folders.
  const draft = `${folder}.${newRowId()}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const { job, pictures } = describeStep(files.step);
  for (const [name, bytes] of pictures) await writeFile(join(draft, name), bytes);
  await writeFile(join(draft, 'job.json'), JSON.stringify(job, null, 2));
  await writeFile(join(draft, runFiles.run), JSON.stringify(files.run));
  await writeFile(join(draft, runFiles.handle), JSON.stringify(files.handle));
  await rename(draft, folder).catch(async (error: unknown) => {
    // Another start with this key was faster.
    if (!(await isThere(folder))) throw error;
    await rm(draft, { recursive: true, force: true });
  });
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The files that stay of a failed run, because they say that it failed and why. */
const verdictFiles = new Set([...Object.values(runFiles), resultFile]);

/**
 * Removes the pictures of a failed run, and all that its program wrote. The rest
 * goes with other stale folders.
 */
export async function keepVerdict(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!verdictFiles.has(name)) await removeFolder(join(folder, name));
}

/** Folders of jobs that were not asked for in a week: their tasks ended without this server. */
export async function staleFolders(workFolder: string, nowMs: number): Promise<string[]> {
  const names = await readdir(workFolder).catch(() => []);
  const stale: string[] = [];
  for (const name of names) {
    const folder = join(workFolder, name);
    const facts = await stat(folder).catch(() => undefined);
    if (facts && nowMs - facts.mtimeMs > staleMs) stale.push(folder);
  }
  return stale;
}

const staleMs = 7 * 24 * 3_600_000;

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined;
}

interface DescribedStep {
  readonly job: object;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** The step as it is, with the names of files in place of pictures. */
export function describeStep(step: Step): DescribedStep {
  const pictures = new Map<string, Uint8Array>();
  const pictureName = (name: string, { contentType, bytes }: StepPicture) => {
    const file = `${name}.${contentType.replace('image/', '').replace('jpeg', 'jpg')}`;
    pictures.set(file, bytes);
    return file;
  };
  const job: Record<string, unknown> = { ...step };
  for (const name of ['picture', 'mask', 'last'] as const) {
    const picture = job[name] as StepPicture | undefined;
    if (picture) job[name] = pictureName(name, picture);
  }
  if ('pictures' in step)
    job['pictures'] = step.pictures.map((each, index) => pictureName(`picture-${index + 1}`, each));
  if ('references' in step && step.references)
    job['references'] = step.references.map((each, index) => ({
      file: pictureName(`reference-${index + 1}`, each),
      use: each.use,
      weight: each.weight,
    }));
  return { job, pictures };
}
