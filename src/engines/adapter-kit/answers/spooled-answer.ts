/**
 * The answer to a step in the spool: its files, and the result that an engine reports when the step is done.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { newRowId } from '../../../platform/lib/id.ts';
import { without } from '../../../platform/lib/without.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EngineResult } from '../../contract/engine-result.ts';
import type { Spool } from '../../contract/spool.ts';

/** A file of an answer. */
export interface HeldFile extends Omit<EngineMedia, 'ref'> {
  readonly bytes: Uint8Array;
}

/**
 * A file that an answer links to. Its address is kept: the file is fetched whenever it is
 * opened. Its size is not known yet.
 */
export interface LinkedFile extends Omit<EngineMedia, 'ref'> {
  readonly link: string;
}

export interface HeldAnswer extends Omit<EngineResult, 'media'> {
  readonly files: readonly (HeldFile | LinkedFile)[];
}

const manifestName = 'answer.json';

/** The manifest is the last file: without it, there is no answer. */
export async function storeAnswer(
  spool: Spool,
  key: string,
  { files, ...result }: HeldAnswer,
): Promise<EngineResult> {
  // Files get new names, so that files of an earlier answer, which a crash cut off, are not used.
  const media = await Promise.all(files.map(file => storeFile(spool, key, file)));
  const manifest = { ...result, media };
  await spool.put(key, manifestName, Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

async function storeFile(spool: Spool, key: string, file: HeldFile | LinkedFile): Promise<EngineMedia> {
  if ('link' in file) return { ...without(file, ['link']), ref: { link: file.link } };
  const ref = newRowId();
  await spool.put(key, ref, file.bytes);
  return { ...without(file, ['bytes']), ref };
}

/** Returns undefined if there is no whole answer to the start with this key. */
export async function readAnswer(spool: Spool, key: string): Promise<EngineResult | undefined> {
  const bytes = await spool.get(key, manifestName);
  return bytes && manifestShape.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/** The address of a file that is not in the answer itself. */
export function fileLink({ ref }: EngineMedia): string | undefined {
  return refShape.safeParse(ref).data?.link;
}

/** The bytes of one file of an answer. Throws EngineError if they are gone. */
export async function openAnswered(spool: Spool, key: string, media: EngineMedia): Promise<Uint8Array> {
  const bytes = await spool.get(key, String(media.ref));
  if (!bytes) throw new EngineError('engine_error', reason('file_gone'));
  return bytes;
}

const refShape = z.object({ link: z.string() });

const manifestShape = z.object({
  media: z.array(
    z.object({
      kind: z.enum(['picture', 'clip', 'frame']),
      contentType: z.string(),
      width: z.number(),
      height: z.number(),
      durationMs: z.number().exactOptional(),
      framesPerSecond: z.number().exactOptional(),
      ref: z.union([z.string(), refShape]),
    }),
  ),
  texts: z.array(z.string()).exactOptional(),
  costMicros: z.number().exactOptional(),
});
