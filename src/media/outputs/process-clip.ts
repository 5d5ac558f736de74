/** Makes the files of a task from the clips that an engine returned: each clip with tags, thumbnail and spritesheet. */
import { candidatesOf } from '../../engines/engine.ts';
import { ClipError, probeClip, retagClip, type ClipFacts } from '../clip/clip.ts';
import { readPicture, thumbnail } from './process-pictures.ts';
import type { Rendition, SavedJob, OpenedMedia } from './rendition.ts';
import { encodeJpeg, makeSheet } from '../picture/picture.ts';
import { clipTags, stampProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import { UnusableMedia } from './unusable-media.ts';

/** Engines round to whole frames and blocks. A clip that differs by more is rejected. */
const durationToleranceMs = 300;

const spritesheetFrames = 16;
const spritesheetQuality = 85;

/** The poster is displayed in place of the clip, at the same size. */
const posterEdge = 1280;

/** Throws UnusableMedia if a clip is missing, is not playable, lacks its sound, or has another size or length. */
export async function processClip(
  job: SavedJob,
  opened: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<Rendition[]> {
  const clips = candidatesIn(opened);
  const wanted = candidatesOf(job);
  if (clips.length !== wanted) throw new UnusableMedia(`${clips.length} clips instead of ${wanted}`);
  const files: Rendition[] = [];
  for (const [ordinal, { file, poster, frames }] of clips.entries()) {
    files.push({ kind: 'clip', ordinal, ...(await playable(job, file.bytes, provenance)) });
    if (poster) files.push(await thumbnail(ordinal, await readPicture(poster, job), posterEdge));
    if (frames.length > 0) files.push(await spritesheet(ordinal, frames, provenance));
  }
  return files;
}

/** Groups the media by candidate: everything between one clip and the next belongs to the first. */
function candidatesIn(opened: readonly OpenedMedia[]) {
  const starts = opened.flatMap(({ media }, index) => (media.kind === 'clip' ? [index] : []));
  return starts.map((start, index) => {
    const after = opened.slice(start + 1, starts[index + 1]);
    return {
      file: opened[start]!,
      poster: after.find(({ media }) => media.kind === 'picture'),
      frames: after.filter(({ media }) => media.kind === 'frame'),
    };
  });
}

async function spritesheet(
  ordinal: number,
  frames: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<Rendition> {
  if (frames.length !== spritesheetFrames)
    throw new UnusableMedia(`${frames.length} frames instead of ${spritesheetFrames}`);
  const size = frames[0]!.media;
  const sheet = makeSheet(await Promise.all(frames.map(frame => readPicture(frame, size))));
  const bytes = await encodeJpeg(sheet, provenance, spritesheetQuality);
  const { width, height } = sheet;
  return { kind: 'spritesheet', ordinal, contentType: 'image/jpeg', bytes, width, height };
}

async function playable(job: SavedJob, clip: Uint8Array, provenance: Provenance) {
  const { width, height, durationMs, sound } = await probe(clip);
  const wantedMs = (job.seconds ?? 0) * 1000;
  if (width !== job.width || height !== job.height) {
    throw new UnusableMedia(`a clip of ${width}x${height} instead of ${job.width}x${job.height}`);
  }
  if (Math.abs(durationMs - wantedMs) > durationToleranceMs) {
    throw new UnusableMedia(`a clip of ${durationMs} ms instead of ${wantedMs} ms`);
  }
  if (job.audio && !sound) throw new UnusableMedia('a clip without the sound that was asked for');
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
