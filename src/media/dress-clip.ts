/** The clips that an engine hands over -> the files of the task: each clip with its tags, and its thumbnail. */
import { candidatesOf } from '../engines/engine.ts';
import { ClipError, probeClip, retagClip, type ClipFacts } from './clip.ts';
import { readPicture, thumbnail } from './dress-pictures.ts';
import type { DressedFile, KeptJob, OpenedMedia } from './keep-files.ts';
import { clipTags, stampProvenance, type Provenance } from './provenance.ts';
import { UnusableMedia } from './unusable-media.ts';

/** Engines round to whole frames and blocks; a clip off by more than this is not the one that was asked for. */
const durationToleranceMs = 300;

/** Throws UnusableMedia when clips are missing, or one is not playable, or of another size or length. */
export async function dressClip(
  job: KeptJob,
  opened: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<DressedFile[]> {
  const clips = opened.flatMap((file, index) => {
    const next = opened[index + 1];
    const poster = next?.media.kind === 'picture' ? next : undefined;
    return file.media.kind === 'clip' ? [{ file, poster }] : [];
  });
  const wanted = candidatesOf(job);
  if (clips.length !== wanted) throw new UnusableMedia(`${clips.length} clips instead of ${wanted}`);
  const files: DressedFile[] = [];
  for (const [ordinal, { file, poster }] of clips.entries()) {
    files.push({ kind: 'clip', ordinal, ...(await playable(job, file.bytes, provenance)) });
    if (poster) files.push(await thumbnail(ordinal, await readPicture(poster, job)));
  }
  return files;
}

async function playable(job: KeptJob, clip: Uint8Array, provenance: Provenance) {
  const { width, height, durationMs } = await probe(clip);
  const wantedMs = (job.seconds ?? 0) * 1000;
  if (width !== job.width || height !== job.height) {
    throw new UnusableMedia(`a clip of ${width}x${height} instead of ${job.width}x${job.height}`);
  }
  if (Math.abs(durationMs - wantedMs) > durationToleranceMs) {
    throw new UnusableMedia(`a clip of ${durationMs} ms instead of ${wantedMs} ms`);
  }
  const bytes = stampProvenance(await retagClip(clip, clipTags(provenance)), provenance);
  return { contentType: 'video/mp4', bytes, width, height, durationMs };
}

async function probe(bytes: Uint8Array): Promise<ClipFacts> {
  try {
    return await probeClip(bytes);
  } catch (error) {
    if (error instanceof ClipError) throw new UnusableMedia(error.message, { cause: error });
    throw error;
  }
}
