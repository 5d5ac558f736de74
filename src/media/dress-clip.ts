/** A clip as an engine hands it over -> the files of the task: the clip with its tags, and a thumbnail. */
import type { EngineJob } from '../engines/engine.ts';
import { ClipError, probeClip, retagClip, type ClipFacts } from './clip.ts';
import { readPicture, thumbnail } from './dress-pictures.ts';
import type { DressedFile, OpenedMedia } from './keep-files.ts';
import { clipTags, stampProvenance, type Provenance } from './provenance.ts';
import { UnusableMedia } from './unusable-media.ts';

/** Engines round to whole frames and blocks; a clip off by more than this is not the one that was asked for. */
const durationToleranceMs = 300;

/** Throws UnusableMedia when there is no clip, or it is not playable, or of another size or length. */
export async function dressClip(
  job: EngineJob,
  opened: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<DressedFile[]> {
  const clip = opened.find(({ media }) => media.kind === 'clip');
  if (!clip) throw new UnusableMedia('no clip');
  const facts = await probe(clip.bytes);
  const wantedMs = (job.seconds ?? 0) * 1000;
  if (facts.width !== job.width || facts.height !== job.height) {
    throw new UnusableMedia(`a clip of ${facts.width}x${facts.height} instead of ${job.width}x${job.height}`);
  }
  if (Math.abs(facts.durationMs - wantedMs) > durationToleranceMs) {
    throw new UnusableMedia(`a clip of ${facts.durationMs} ms instead of ${wantedMs} ms`);
  }
  const bytes = stampProvenance(await retagClip(clip.bytes, clipTags(provenance)), provenance);
  const { width, height, durationMs } = facts;
  const files: DressedFile[] = [
    { kind: 'clip', ordinal: 0, contentType: 'video/mp4', bytes, width, height, durationMs },
  ];
  const poster = opened.find(({ media }) => media.kind === 'picture');
  if (poster) files.push(await thumbnail(0, await readPicture(poster, job)));
  return files;
}

async function probe(bytes: Uint8Array): Promise<ClipFacts> {
  try {
    return await probeClip(bytes);
  } catch (error) {
    if (error instanceof ClipError) throw new UnusableMedia(error.message, { cause: error });
    throw error;
  }
}
