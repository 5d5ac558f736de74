/**
 * The built-in engine: reads the prompt, composes a scene, paints it in processes of its own. No weights, no
 * key, no network. The same job draws the same pixels, so work lost with the process is simply drawn again.
 */
import { reason } from '@kinora/shared/errors/reason';
import type { Pixels, SketchPicture, SketchRecipe } from '@kinora/sketch';
import { systemClock } from '@kinora/shared/clock';
import { type EncodedPicture, encodeWebp, makeSheet } from '../../../media/picture/picture.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { Engine } from '../../contract/engine.ts';
import { countCandidates, type EngineJob } from '../../contract/engine-job.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { EngineHandle } from '../../contract/engine-handle.ts';
import type { Recipe } from '../../contract/recipe.ts';
import { sketchPromptReader } from './prompt-reader.ts';
import type { SketchUpdate, SketchWork } from './sketch-work.ts';
import { type DrawingPool, ProcessPool } from './process-pool.ts';

interface DrawingJob {
  readonly job: EngineJob;
  readonly parts: Part[];
  /** Counts updates, so that `check` can tell whether there is any since it last looked. */
  updates: number;
  reportedUpdates: number;
  previewedQuarter: number;
  listeners: (() => void)[];
  failure: string | undefined;
  drop: () => void;
}

interface Part {
  readonly work: SketchWork;
  progress: number;
  thumb: Pixels | undefined;
  done: Exclude<SketchUpdate, { type: 'progress' | 'failed' }> | undefined;
}

export interface SketchOptions {
  readonly name?: string;
  /** The number of processes. */
  readonly threads: number;
  /** Default: one of its own. */
  readonly pool?: DrawingPool;
}

export function openSketchEngine(options: SketchOptions): Engine {
  const { pool = new ProcessPool(options.threads) } = options;
  const drawings = new Map<string, DrawingJob>();
  const find = (handle: EngineHandle): DrawingJob | undefined =>
    drawings.get((handle as { key?: string } | null)?.key ?? '');
  return {
    name: options.name ?? 'sketch',
    promptReader: sketchPromptReader,
    digitalSourceType: 'algorithmicMedia',
    traits: { slots: options.threads, local: true, afterUnknownStart: 'repeat' },
    warmUp: () => pool.warmUp(),
    start: async (job, key) => {
      if (!drawings.has(key)) drawings.set(key, begin(pool, job));
      return { key };
    },
    check: async (handle, waitMs, { signal }) => {
      const drawing = find(handle);
      if (!drawing) return { state: 'lost' };
      await nextUpdate(drawing, waitMs, signal);
      return readState(drawing);
    },
    open: async (handle, media) => {
      const drawing = find(handle);
      const bytes = drawing && (await findFile(drawing, media));
      if (!bytes) throw new EngineError('engine_error', reason('picture_gone'), { retryable: true });
      return bytes;
    },
    cancel: async handle => {
      find(handle)?.drop();
      drawings.delete((handle as { key?: string } | null)?.key ?? '');
    },
    close: () => pool.close(),
  };
}

function begin(pool: DrawingPool, job: EngineJob): DrawingJob {
  const works = splitWork(job, pool.idle);
  const parts = works.map((work): Part => ({ work, progress: 0, thumb: undefined, done: undefined }));
  const drawing: DrawingJob = {
    job,
    parts,
    updates: 0,
    reportedUpdates: 0,
    previewedQuarter: 0,
    listeners: [],
    failure: undefined,
    drop: () => {},
  };
  const drops = works.map((work, index) =>
    pool.run(work, update => receive(drawing, parts[index] as Part, update)),
  );
  drawing.drop = () => drops.forEach(drop => drop());
  return drawing;
}

function splitWork(job: EngineJob, idle: number): SketchWork[] {
  const candidates = Array.from({ length: countCandidates(job) }, (_, candidate) => candidate);
  if (candidates.length === 0) return [{ kind: 'texts', job }];
  if (job.kind !== 'clip') return candidates.map(candidate => ({ kind: 'picture', job, candidate }));
  const threads = Math.max(1, Math.floor(idle / candidates.length));
  return candidates.flatMap(candidate => [
    ...clipParts(job, candidate, threads),
    ...(job.audio ? [{ kind: 'sound', job, candidate } as const] : []),
  ]);
}

/** Whole seconds each, since every second begins with a key frame; as many as there are processes free. */
function clipParts(job: EngineJob, candidate: number, threads: number): SketchWork[] {
  const { seconds = 4, framesPerSecond = 24 } = job;
  const count = Math.min(threads, seconds);
  const partStart = (part: number) => Math.floor((part * seconds) / count) * framesPerSecond;
  return Array.from({ length: count }, (_, part) => ({
    kind: 'clip',
    job,
    candidate,
    from: partStart(part),
    to: partStart(part + 1),
  }));
}

function receive(drawing: DrawingJob, part: Part, update: SketchUpdate): void {
  if (update.type === 'failed') drawing.failure = update.message;
  else if (update.type === 'progress') {
    part.progress = update.progress;
    part.thumb = update.thumb ?? part.thumb;
  } else {
    part.progress = 1;
    part.done = update;
  }
  drawing.updates++;
  for (const listener of drawing.listeners.splice(0)) listener();
}

/** Resolves when there is an update, the wait is over or the signal fires. */
async function nextUpdate(drawing: DrawingJob, waitMs: number, signal: AbortSignal): Promise<void> {
  if (drawing.updates > drawing.reportedUpdates) return;
  const updated = new AbortController();
  drawing.listeners.push(() => updated.abort());
  await systemClock.sleep(waitMs, AbortSignal.any([signal, updated.signal]));
}

async function readState(drawing: DrawingJob): Promise<EngineStatus> {
  drawing.reportedUpdates = drawing.updates;
  if (drawing.failure !== undefined)
    return {
      state: 'failed',
      code: 'engine_error',
      reason: reason('drawing_interrupted'),
      cause: drawing.failure,
      retryable: true,
    };
  if (drawing.parts.every(part => part.done)) return finishedStatus(drawing);
  const visibleParts = drawing.parts.filter(({ work }) => work.kind !== 'sound');
  const progress = visibleParts.reduce((sum, part) => sum + part.progress, 0) / visibleParts.length;
  const preview = await drawPreview(drawing, progress);
  return { state: 'running', progress, checkAgainMs: 0, ...(preview && { preview }) };
}

/**
 * A sheet of the pictures so far, after each quarter of the work. Candidates that have not begun are blank.
 */
async function drawPreview(drawing: DrawingJob, progress: number): Promise<EnginePreview | undefined> {
  const { job, parts } = drawing;
  const quarter = Math.floor(progress * 4);
  const firstThumb = parts.find(part => part.thumb)?.thumb;
  if (!firstThumb || job.kind === 'clip' || quarter <= drawing.previewedQuarter) return undefined;
  drawing.previewedQuarter = quarter;
  const thumbs = parts.map(part => part.thumb ?? blankPicture(firstThumb));
  const picture = thumbs.length === 4 ? makeSheet(thumbs) : firstThumb;
  return {
    contentType: 'image/webp',
    bytes: await encodeWebp(picture),
    width: picture.width,
    height: picture.height,
  };
}

function blankPicture({ width, height }: Pixels): Pixels {
  return { data: new Uint8Array(width * height * 4).fill(0xe6), width, height };
}

/** A type, not an interface, so that it can be stored as JSON. */
type MediaRef = {
  readonly candidate: number;
  /** Which picture of the spritesheet. */
  readonly frame?: number;
};

async function findFile(drawing: DrawingJob, { kind, ref }: EngineMedia): Promise<Uint8Array | undefined> {
  const { candidate, frame = 0 } = ref as MediaRef;
  if (kind === 'clip') return joinClip(drawing, candidate);
  return kind === 'frame'
    ? listFrames(drawing, candidate)[frame]?.bytes
    : findPicture(drawing, candidate)?.data;
}

/** The parts of one candidate: one of a picture; several of a clip, and its sound. */
function finishedParts({ parts }: DrawingJob, candidate: number) {
  return parts.flatMap(({ work, done }) =>
    work.kind !== 'texts' && work.candidate === candidate && done ? [done] : [],
  );
}

/** A picture, or the poster of a clip. */
function findPicture(drawing: DrawingJob, candidate: number): Pixels | undefined {
  return finishedParts(drawing, candidate).flatMap(done => {
    if (done.type === 'picture') return [done.pixels];
    return done.type === 'clip' && done.poster ? [done.poster] : [];
  })[0];
}

async function joinClip(drawing: DrawingJob, candidate: number): Promise<Uint8Array> {
  const done = finishedParts(drawing, candidate);
  const pieces = done.flatMap(part => (part.type === 'clip' ? part.pieces : []));
  // Only clips need the library of containers.
  const { joinClips } = await import('../../../media/clip/clip.ts');
  const clip = await joinClips(pieces, drawing.job.framesPerSecond ?? 24);
  const soundtrack = done.find(({ type }) => type === 'sound');
  if (soundtrack?.type !== 'sound') return clip;
  const { addSound } = await import('../../../media/clip/sound-track.ts');
  return addSound(clip, soundtrack.sound);
}

function listFrames(drawing: DrawingJob, candidate: number): EncodedPicture[] {
  return finishedParts(drawing, candidate).flatMap(done => (done.type === 'clip' ? done.frames : []));
}

function finishedStatus(drawing: DrawingJob): EngineStatus {
  const [first] = drawing.parts.flatMap(part => part.done ?? []);
  if (first?.type === 'texts') return { state: 'done', media: [], texts: first.texts };
  const candidates = Array.from({ length: countCandidates(drawing.job) }, (_, candidate) => candidate);
  const pictures = candidates.flatMap(candidate =>
    finishedParts(drawing, candidate)
      .slice(0, 1)
      .flatMap(done => ('picture' in done ? [done.picture] : [])),
  );
  const recipe: SketchRecipe = { pictures: pictures.map(withoutPixels) };
  const media = candidates.flatMap(candidate => [
    ...listMedia(drawing.job, candidate),
    ...listFrames(drawing, candidate).map(({ contentType, width, height }, frame): EngineMedia => {
      return { kind: 'frame', contentType, width, height, ref: { candidate, frame } };
    }),
  ]);
  // It is JSON; only interfaces, which have no index signature, keep the compiler from seeing that.
  return { state: 'done', media, recipe: recipe as unknown as Recipe };
}

/** All candidates of a clip start from the same pictures, which only the first one stores. */
function withoutPixels(picture: SketchPicture, candidate: number): SketchPicture {
  if (!picture.clip || candidate === 0) return picture;
  const { first: _, last: __, ...clip } = picture.clip;
  return { ...picture, clip };
}

function listMedia(job: EngineJob, candidate: number): EngineMedia[] {
  const { kind, width, height, seconds = 4, framesPerSecond = 24 } = job;
  const ref = { candidate };
  const picture: EngineMedia = { kind: 'picture', contentType: 'image/x-rgba', width, height, ref };
  if (kind !== 'clip') return [picture];
  const durationMs = seconds * 1000;
  return [
    { kind: 'clip', contentType: 'video/mp4', width, height, durationMs, framesPerSecond, ref },
    picture,
  ];
}
