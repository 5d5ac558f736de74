/** Checks what an engine returned, makes renditions of it (sheet, thumbnails, provenance), stores them. */
import { sizeText } from '../../../media/picture/size-text.ts';
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { countCandidates, isTransparent } from '../../../engines/contract/engine-job.ts';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import type { EnginePreview } from '../../../engines/contract/engine-preview.ts';
import type { DigitalSourceType } from '../../../media/provenance/digital-source-type.ts';
import { madeDetails } from '../../../platform/lib/text/format-count.ts';
import { newSecret } from '../../../platform/lib/id.ts';
import { fileEnding } from '../../../media/formats/file-types.ts';
import { readOrigin } from './read-origin.ts';
import { ClipError } from '../../../media/clip/decode/clip-error.ts';
import { processClip } from './process-clip.ts';
import { adoptedSize, isUnlike, limitToTwice } from '../../../media/picture/adopted-size.ts';
import { encodeSheet } from '../../../media/picture/encode-sheet.ts';
import { isBlank } from '../../../media/picture/is-blank.ts';
import { fitTo, readPictureSize } from '../../../media/picture/fit-picture.ts';
import { encodePng, MAX_INPUT_EDGE, PictureError, type RawPicture } from '../../../media/picture/picture.ts';
import type { Picture, PixelSize } from '../../../media/picture/picture-file.ts';
import { cutSheets } from './cut-sheets.ts';
import { fetchInTurn, processInTurn } from './result-places.ts';
import { needsThumbnail, pictureIn, thumbnail, requireUsable } from './open-picture.ts';
import { type FileSigner, SigningError } from '../../../media/provenance/c2pa/file-signer.ts';
import type { Provenance } from '../../../media/provenance/provenance-record.ts';
import type { RenditionContext, OpenedMedia, Rendition, SavedJob } from './rendition.ts';
import { readWhole } from '../../../media/storage/open-file.ts';
import { closeAll, readInTurn, type ReceivedMedia, sizeInBytes } from './received-media.ts';
import type { ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import type { AcceptedResult } from '@kinora/shared/models/model-card';
import { UnusableMedia } from '../../../media/unusable-media.ts';

/** The data of a task that is needed to store its files. */
export interface SavedTask {
  readonly publicId: string;
  readonly engine: string;
  readonly model: string;
  readonly job: SavedJob;
  readonly media: readonly EngineMedia[] | undefined;
  readonly createdMs: number;
}

export type SavedOutputs =
  | { readonly ok: true; readonly files: readonly StoredFile[] }
  /** The engine did not return what was requested. */
  | {
      readonly ok: false;
      readonly code: 'engine_media_invalid';
      readonly reason: Reason;
      /** The size of all opened files if one is damaged. Absent if they are whole but unexpected. */
      readonly damagedBytes?: number;
    }
  | { readonly ok: false; readonly code: 'signing_failed'; readonly error: SigningError };

export interface OutputSaver {
  /** Fetches, checks, signs and stores all files of a task. */
  finished(task: SavedTask, open: (media: EngineMedia) => Promise<ReceivedFile>): Promise<SavedOutputs>;
  /** Stores a preview of a running task. */
  preview(task: SavedTask, preview: EnginePreview): Promise<StoredFile>;
}

/**
 * The files that carry provenance, which are those that clients keep. Previews and thumbnails are copies for
 * display, which a page may show by the hundred.
 */
const signedKinds: readonly StoredFile['kind'][] = ['picture', 'sheet', 'cell', 'clip', 'spritesheet'];

export interface SaverDependencies {
  readonly storage: Storage;
  readonly findSourceType: (engine: string) => DigitalSourceType;
  /** Returns the results that are accepted from a model although they look like failures. */
  readonly listAccepted: (model: string) => readonly AcceptedResult[];
  /** Undefined if files are not signed. */
  readonly signer: FileSigner | undefined;
}

export function openOutputSaver({
  storage,
  findSourceType,
  listAccepted,
  signer,
}: SaverDependencies): OutputSaver {
  const store = async (task: SavedTask, file: Rendition): Promise<StoredFile> => {
    const key = newSecret();
    const storageKey = `${task.job.taskId}/${key.toLowerCase()}.${fileEnding(file.contentType)}`;
    const { sizeBytes, sha256 } = await storage.put(storageKey, file.bytes);
    const { bytes: _, ...facts } = file;
    return { key, storageKey, sizeBytes, sha256, ...facts };
  };
  const makeFiles = async (task: SavedTask, mediaFiles: readonly OpenedMedia[]): Promise<StoredFile[]> => {
    const provenance = describeProvenance(task, findSourceType(task.engine));
    const context = {
      provenance,
      acceptedResults: listAccepted(task.job.model),
      startPicture: () => readStartPicture(task.job, storage),
    };
    const renditions =
      task.job.kind === 'clip'
        ? await processClip(task.job, mediaFiles, context)
        : await processPictures(task.job, await cutSheets(mediaFiles), context);
    const sign = signer && (await prepareSigning(task.job, provenance, { signer, storage }));
    const stored = renditions.map(async rendition => {
      const file = await rendition;
      return store(task, sign && signedKinds.includes(file.kind) ? await sign(file) : file);
    });
    // After a failure, none of them is still written.
    await Promise.allSettled(stored);
    return Promise.all(stored);
  };
  const finish = async (
    task: SavedTask,
    open: (media: EngineMedia) => Promise<ReceivedFile>,
  ): Promise<SavedOutputs> => {
    const received: ReceivedMedia[] = [];
    try {
      await openAll(task.media ?? [], { open, received });
      if (countCandidates(task.job) === 0) return { ok: true, files: [] };
      const files = await processInTurn(task, async () => makeFiles(task, await readInTurn(received)));
      return { ok: true, files };
    } catch (error) {
      if (error instanceof SigningError) return { ok: false, code: 'signing_failed', error };
      // All pictures here come from the engine.
      if (error instanceof UnusableMedia || error instanceof PictureError)
        return {
          ok: false,
          code: 'engine_media_invalid',
          reason: error.reason,
          ...(isDamage(error) && {
            damagedBytes: received.reduce((sum, { file }) => sum + sizeInBytes(file), 0),
          }),
        };
      throw error;
    } finally {
      await closeAll(received);
    }
  };
  return {
    finished: (task, open) => fetchInTurn(task, () => finish(task, open)),
    preview: (task, { contentType, bytes, width, height }) =>
      store(task, { kind: 'preview', ordinal: 0, contentType, bytes, width, height }),
  };
}

async function readStartPicture(
  { clip, inputs }: SavedJob,
  storage: Pick<Storage, 'open'>,
): Promise<Uint8Array | undefined> {
  const start = clip ? undefined : inputs?.find(({ role }) => role === 'picture');
  const file = start && (await storage.open(start.storageKey));
  return file && readWhole(file);
}

interface OpenMedia {
  readonly open: (media: EngineMedia) => Promise<ReceivedFile>;
  readonly received: ReceivedMedia[];
}

/** A late file does not delay the others: all are asked for before a transient failure is thrown. */
async function openAll(files: readonly EngineMedia[], { open, received }: OpenMedia): Promise<void> {
  let lateError: EngineError | undefined;
  for (const media of files)
    try {
      received.push({ media, file: await open(media) });
    } catch (error) {
      if (!(error instanceof EngineError) || !error.retryable) throw error;
      lateError ??= error;
    }
  if (lateError) throw lateError;
}

/** Whether a decoder found the fault, and not the comparison with what was asked for. */
function isDamage(error: UnusableMedia | PictureError): boolean {
  const { cause } = error;
  if (cause instanceof ClipError) return true;
  const origin = cause instanceof PictureError ? cause : error;
  return origin instanceof PictureError && (origin.code === 'damaged' || origin.code === 'not_a_picture');
}

/**
 * Returns a promise for each rendition, so that one can be stored while the next is encoded. Throws
 * UnusableMedia if the number or the content of the pictures does not match the job. A picture of another
 * size than was asked for keeps it up to twice that size, cut to the wished aspect ratio if necessary. One of
 * less than half, of quite another shape, or one that is blank is rejected, unless the model's card accepts
 * it. All pictures of a grid get the size of the first one.
 */
export async function processPictures(
  job: SavedJob,
  mediaFiles: readonly OpenedMedia[],
  { provenance, acceptedResults }: RenditionContext,
): Promise<readonly Promise<Rendition>[]> {
  const expectedCount = countCandidates(job);
  if (mediaFiles.length !== expectedCount)
    throw new UnusableMedia(
      reason('pictures_instead', { ...madeDetails(mediaFiles.length, 'picture'), wanted: expectedCount }),
    );
  if (!acceptedResults.includes('any-size')) await requireUsable(() => rejectUnlike(mediaFiles, job));
  const keepsAlpha = isTransparent(job);
  const largestEdge = expectedCount === 1 ? MAX_INPUT_EDGE : MAX_INPUT_EDGE / 2;
  const pictures = await makePictures(mediaFiles, job, { largestEdge, keepsAlpha });
  // An upscale is blank if its picture is.
  if (job.kind !== 'upscale' && !acceptedResults.includes('blank')) rejectBlank(pictures);
  const thumbnails = () =>
    pictures.flatMap((picture, ordinal) => (needsThumbnail(picture) ? [thumbnail(ordinal, picture)] : []));
  const fullPictures = (kind: 'picture' | 'cell') =>
    pictures.map((picture, ordinal) => asPng({ kind, ordinal }, picture, provenance));
  if (expectedCount === 1) return [...fullPictures('picture'), ...thumbnails()];
  // A job that names its number of pictures is not shown as a sheet.
  const sheets = job.pictures === undefined ? [sheet(pictures, provenance)] : [];
  return [...sheets, ...fullPictures('cell'), ...thumbnails()];
}

/**
 * Decodes all pictures at the size of the first one. What is much larger than was asked for is
 * shrunk while it is decoded, because a few bytes can stand for any number of pixels, and all
 * pictures of a task are in memory at the same time.
 */
async function makePictures(
  mediaFiles: readonly OpenedMedia[],
  requestedSize: PixelSize,
  { largestEdge, keepsAlpha }: { readonly largestEdge: number; readonly keepsAlpha: boolean },
): Promise<readonly RawPicture[]> {
  const pictures = mediaFiles.map(pictureIn).map(picture => withAlpha(picture, keepsAlpha));
  return requireUsable(async () => {
    const sizes = await Promise.all(pictures.map(readPictureSize));
    const [firstSize] = sizes;
    if (!firstSize) return [];
    const size = limitToTwice(adoptedSize(firstSize, requestedSize), requestedSize, largestEdge);
    return Promise.all(pictures.map(picture => fitTo(picture, size, { keepsAlpha })));
  });
}

function withAlpha(picture: Picture, keepsAlpha: boolean): Picture {
  return picture instanceof Uint8Array || !keepsAlpha ? picture : { ...picture, isTransparent: true };
}

/** Throws UnusableMedia for a placeholder, such as for a size that the engine did not understand. */
async function rejectUnlike(mediaFiles: readonly OpenedMedia[], requestedSize: PixelSize): Promise<void> {
  for (const file of mediaFiles) {
    const [size, expectedSize] = [await readPictureSize(pictureIn(file)), file.media.asked ?? requestedSize];
    if (isUnlike(size, expectedSize))
      throw new UnusableMedia(
        reason('pixels_instead', { size: sizeText(size), wanted: sizeText(expectedSize) }),
      );
  }
}

/**
 * Throws UnusableMedia for a picture that a filter has blackened, or that a calculation failed for. The
 * others of the task are not delivered without it: a task is charged as a whole or not at all.
 */
function rejectBlank(pictures: readonly RawPicture[]): void {
  const ordinal = pictures.findIndex(isBlank);
  if (ordinal < 0) return;
  const place = { number: ordinal + 1, count: pictures.length };
  throw new UnusableMedia(pictures.length > 1 ? reason('image_blank_of', place) : reason('image_blank'));
}

/** Encodes a JPEG, because the sheet only serves to choose a candidate. Cells are stored losslessly. */
async function sheet(pictures: readonly RawPicture[], provenance: Provenance): Promise<Rendition> {
  return { kind: 'sheet', ordinal: 0, ...(await encodeSheet(pictures, provenance)) };
}

/** Encodes a picture losslessly, because follow-ups and clients that edit it start from these pixels. */
async function asPng(
  place: Pick<Rendition, 'kind' | 'ordinal'>,
  picture: RawPicture,
  provenance: Provenance,
): Promise<Rendition> {
  const { width, height } = picture;
  const bytes = await encodePng(picture, provenance);
  return { ...place, contentType: 'image/png', bytes, width, height };
}

/** Signs files of the task. Nothing changes the bytes of a file after this. */
async function prepareSigning(
  job: SavedJob,
  provenance: Provenance,
  { signer, storage }: { readonly signer: FileSigner; readonly storage: Storage },
): Promise<(file: Rendition) => Promise<Rendition>> {
  const origin = await readOrigin(job, storage);
  return async file => ({ ...file, bytes: await signer.sign(file, provenance, origin) });
}

function describeProvenance(task: SavedTask, digitalSourceType: DigitalSourceType): Provenance {
  const { prompt, seed, taskId: _, model: __, inputs, clip: ___, ...otherParameters } = task.job;
  const roles = inputs?.map(({ role, weight }) => ({ role, ...(weight !== undefined && { weight }) }));
  const parameters = { ...otherParameters, ...(roles && { inputs: roles }) };
  return {
    engine: task.engine,
    model: task.model,
    prompt,
    seed,
    parameters,
    taskId: task.publicId,
    createdAt: new Date(task.createdMs).toISOString(),
    digitalSourceType,
  };
}
