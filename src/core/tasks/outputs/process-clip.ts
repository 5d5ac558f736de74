/**
 * Makes the files of a task from the clips that an engine returned: each clip with
 * tags, thumbnail and spritesheet.
 */
import { sizeText } from '../../../media/picture/size-text.ts';
import { reason } from '@kinora/shared/errors/reason';
import { countCandidates } from '../../../engines/contract/engine-job.ts';
import { evenly16 } from '../../../media/clip/clip-frames.ts';
import type { PreparedClip } from '../../../media/clip/clip-work.ts';
import { ClipError } from '../../../media/clip/decode/clip-error.ts';
import { runClipWork } from '../../../media/clip/run-clip-work.ts';
import { fitTo, normalizeFor } from '../../../media/picture/fit-picture.ts';
import { isOfSize, openPicture, thumbnail } from './open-picture.ts';
import type { RenditionContext, Rendition, SavedJob, OpenedMedia } from './rendition.ts';
import { encodeJpeg, makeSheet, type RawPicture } from '../../../media/picture/picture.ts';
import { isUnlike } from '../../../media/picture/adopted-size.ts';
import type { PixelSize } from '../../../media/picture/picture-file.ts';
import { isBlank } from '../../../media/picture/is-blank.ts';
import { clipTags, stampProvenance } from '../../../media/provenance/provenance.ts';
import type { Provenance } from '../../../media/provenance/provenance-record.ts';
import { detectStampedFormat } from '../../../media/provenance/xmp-carriers.ts';
import { madeDetails } from '../../../platform/lib/text/format-count.ts';
import { UnusableMedia } from '../../../media/unusable-media.ts';

/**
 * Models make whole numbers of frames at rates of their own. A clip may differ by this much, but
 * never by half of its length.
 */
const lengthTolerance = { share: 0.1, ms: 1000 };

/**
 * The brightest value that counts as black. Codecs change black by less, and a gray clip may show fog or a
 * wall.
 */
const darkest = 12;

const spritesheetFrames = 16;
const spritesheetQuality = 85;

/** The poster is displayed in place of the clip, at the same size. */
const posterEdge = 1280;
/** The longer edge of a frame of a spritesheet. */
const frameEdge = 320;

/**
 * Poster and spritesheet are made here if the engine sent none and a decoder reads the clip. If none does,
 * the picture that it starts from is its poster. Throws UnusableMedia if a clip is missing, is damaged, lacks
 * its sound, or has another length. So does one of less than half of the size or of quite another shape, and
 * a black one, unless the model's card accepts it.
 */
export async function processClip(
  job: SavedJob,
  mediaFiles: readonly OpenedMedia[],
  { provenance, acceptedResults, startPicture }: RenditionContext,
): Promise<Rendition[]> {
  const clips = candidatesIn(mediaFiles);
  const expectedCount = countCandidates(job);
  if (clips.length !== expectedCount)
    throw new UnusableMedia(
      reason('clips_instead', { ...madeDetails(clips.length, 'clip'), wanted: expectedCount }),
    );
  const files: Rendition[] = [];
  for (const [ordinal, candidate] of clips.entries()) {
    const preparedClip = await prepare(job, candidate, provenance);
    if (!acceptedResults.includes('any-size')) rejectUnlike(preparedClip, candidate.file.media.asked ?? job);
    files.push({ kind: 'clip', ordinal, ...describeClip(job, preparedClip, provenance) });
    const { poster = await startFrame(preparedClip, startPicture), frames } = await choosePictures(
      job,
      candidate,
      preparedClip,
    );
    if (frames && !acceptedResults.includes('blank')) rejectBlack(frames);
    if (poster) files.push(await thumbnail(ordinal, poster, posterEdge));
    if (frames) files.push(await spritesheet(ordinal, frames, provenance));
  }
  return files;
}

interface Candidate {
  readonly file: OpenedMedia;
  readonly poster: OpenedMedia | undefined;
  readonly frames: readonly OpenedMedia[];
}

/** Groups the media by candidate: everything between one clip and the next belongs to the first. */
function candidatesIn(mediaFiles: readonly OpenedMedia[]): Candidate[] {
  const starts = mediaFiles.flatMap(({ media }, index) => (media.kind === 'clip' ? [index] : []));
  return starts.map((start, index) => {
    const attachedMedia = mediaFiles.slice(start + 1, starts[index + 1]);
    return {
      file: mediaFiles[start]!,
      poster: attachedMedia.find(({ media }) => media.kind === 'picture'),
      frames: attachedMedia.filter(({ media }) => media.kind === 'frame'),
    };
  });
}

async function prepare(
  job: SavedJob,
  { file, poster, frames }: Candidate,
  provenance: Provenance,
): Promise<PreparedClip> {
  const { width, height } = job;
  const picks = [
    ...(poster ? [] : [{ positions: [0], maxEdge: posterEdge }]),
    ...(frames.length > 0 ? [] : [{ positions: evenly16, maxEdge: frameEdge }]),
  ];
  const tags = clipTags(provenance);
  try {
    return await runClipWork({
      kind: 'prepare',
      clip: file.bytes,
      requestedSize: { width, height },
      tags,
      picks,
    });
  } catch (error) {
    if (error instanceof ClipError) throw new UnusableMedia(error.reason, error);
    throw error;
  }
}

/**
 * Throws UnusableMedia for a draft or a placeholder, or for what the engine made of a
 * size that it did not understand.
 */
function rejectUnlike({ original }: PreparedClip, requestedSize: PixelSize): void {
  if (isUnlike(original, requestedSize))
    throw new UnusableMedia(
      reason('pixels_instead', { size: sizeText(original), wanted: sizeText(requestedSize) }),
    );
}

function describeClip(job: SavedJob, { contentType, bytes, facts }: PreparedClip, provenance: Provenance) {
  const { width, height, durationMs, framesPerSecond, sound } = facts;
  const wantedMs = (job.seconds ?? 0) * 1000;
  const tolerance = Math.max(wantedMs * lengthTolerance.share, lengthTolerance.ms);
  const difference = Math.abs(durationMs - wantedMs);
  if (difference > tolerance || difference >= wantedMs / 2)
    throw new UnusableMedia(reason('length_instead', { length: durationMs, wanted: wantedMs }));
  if (job.audio && !sound) throw new UnusableMedia(reason('sound_missing'));
  // The tags of other containers have carried the provenance.
  const isStamped = detectStampedFormat(bytes) !== 'mp4';
  return {
    contentType,
    bytes: isStamped ? bytes : stampProvenance(bytes, provenance),
    width,
    height,
    durationMs,
    framesPerSecond,
    hasSound: sound !== undefined,
  };
}

/**
 * Chooses the poster and the frames: those of the engine, otherwise frames of the clip, if a decoder reads
 * it.
 */
async function choosePictures(job: SavedJob, { poster, frames }: Candidate, { pictures = [] }: PreparedClip) {
  const remainingPictures = [...pictures];
  return {
    poster: poster ? await openPicture(poster, job) : remainingPictures.shift()?.[0],
    frames: frames.length > 0 ? await openFrames(frames) : remainingPictures.shift(),
  };
}

/** Returns the first frame of a clip that no decoder reads: the picture that it was made from. */
async function startFrame(
  { facts }: PreparedClip,
  startPicture: RenditionContext['startPicture'],
): Promise<RawPicture | undefined> {
  const bytes = await startPicture?.();
  return bytes && fitTo(await normalizeFor(bytes, facts), facts);
}

/** Throws UnusableMedia if the clip stays black: a filter has blackened the clip, or a calculation failed. */
function rejectBlack(frames: readonly RawPicture[]): void {
  if (frames.length === 0) return;
  const sheet = makeSheet(frames);
  const isDark = Math.max(...sheet.data.subarray(0, 3)) <= darkest;
  if (isDark && isBlank(sheet)) throw new UnusableMedia(reason('clip_black'));
}

async function openFrames(frames: readonly OpenedMedia[]): Promise<readonly RawPicture[]> {
  if (frames.length !== spritesheetFrames)
    throw new UnusableMedia(
      reason('frames_instead', { ...madeDetails(frames.length, 'frame'), wanted: spritesheetFrames }),
    );
  const size = frames[0]!.media;
  const pictures = await Promise.all(frames.map(frame => openPicture(frame, size)));
  const oddPicture = pictures.find(picture => !isOfSize(picture, size));
  if (!oddPicture) return pictures;
  throw new UnusableMedia(reason('frame_size', { size: sizeText(oddPicture), wanted: sizeText(size) }));
}

async function spritesheet(
  ordinal: number,
  frames: readonly RawPicture[],
  provenance: Provenance,
): Promise<Rendition> {
  const sheet = makeSheet(frames);
  const bytes = await encodeJpeg(sheet, provenance, spritesheetQuality);
  const { width, height } = sheet;
  return { kind: 'spritesheet', ordinal, contentType: 'image/jpeg', bytes, width, height };
}
