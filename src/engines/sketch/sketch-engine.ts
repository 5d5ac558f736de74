/**
 * The built-in engine: reads the prompt, composes a scene, paints it in threads. No weights, no key, no network.
 * The same job draws the same pixels, so work lost with the process is simply drawn again.
 */
import { systemClock } from '../../lib/clock.ts';
import { joinClips } from '../../media/clip.ts';
import { encodeWebp, makeSheet } from '../../media/picture.ts';
import {
  EngineError,
  type Engine,
  type EngineJob,
  type EngineMedia,
  type EnginePreview,
  type OperationState,
  type Operation,
} from '../engine.ts';
import type { Pixels, SketchNews, SketchRecipe, SketchWork } from './sketch-work.ts';
import { openThreadPool, type ThreadPool } from './thread-pool.ts';

interface Drawing {
  readonly job: EngineJob;
  readonly parts: Part[];
  /** Counts news, so that `check` can tell whether there is any since it last looked. */
  news: number;
  told: number;
  previewed: number;
  listeners: (() => void)[];
  failure: string | undefined;
  drop: () => void;
}

interface Part {
  progress: number;
  thumb: Pixels | undefined;
  done: Extract<SketchNews, { type: 'picture' | 'clip' }> | undefined;
}

export function openSketchEngine(options: { threads: number }): Engine {
  const pool = openThreadPool(options.threads);
  const drawings = new Map<string, Drawing>();
  const find = (operation: Operation): Drawing | undefined =>
    drawings.get((operation as { key?: string } | null)?.key ?? '');
  return {
    name: 'sketch',
    traits: { slots: options.threads, local: true, afterUnknownStart: 'repeat' },
    start: async (job, key) => {
      if (!drawings.has(key)) drawings.set(key, begin(pool, job));
      return { key };
    },
    check: async (operation, waitMs, signal) => {
      const drawing = find(operation);
      if (!drawing) return { state: 'lost' };
      await news(drawing, waitMs, signal);
      return stateOf(drawing);
    },
    open: async (operation, media) => {
      const drawing = find(operation);
      const bytes = drawing && (media.kind === 'clip' ? await clipOf(drawing) : pictureOf(drawing, media));
      if (!bytes)
        throw new EngineError('engine_error', 'the picture is no longer there', { retryable: true });
      return bytes;
    },
    cancel: async operation => {
      find(operation)?.drop();
      drawings.delete((operation as { key?: string } | null)?.key ?? '');
    },
    close: () => pool.close(),
  };
}

function begin(pool: ThreadPool, job: EngineJob): Drawing {
  const works = worksOf(job, pool.idle);
  const parts = works.map((): Part => ({ progress: 0, thumb: undefined, done: undefined }));
  const drawing: Drawing = {
    job,
    parts,
    news: 0,
    told: 0,
    previewed: 0,
    listeners: [],
    failure: undefined,
    drop: () => {},
  };
  const drops = works.map((work, index) => pool.run(work, news => hear(drawing, parts[index] as Part, news)));
  drawing.drop = () => drops.forEach(drop => drop());
  return drawing;
}

function worksOf(job: EngineJob, idle: number): SketchWork[] {
  if (job.kind === 'clip') return clipParts(job, Math.max(1, idle));
  const candidates = job.kind === 'upscale' ? [0] : [0, 1, 2, 3];
  return candidates.map(candidate => ({ kind: 'picture', job, candidate }));
}

/** Whole seconds each, since every second begins with a key frame; as many as there are threads free. */
function clipParts(job: EngineJob, threads: number): SketchWork[] {
  const { seconds = 4, framesPerSecond = 24 } = job;
  const count = Math.min(threads, seconds);
  const startOf = (part: number) => Math.floor((part * seconds) / count) * framesPerSecond;
  return Array.from({ length: count }, (_, part) => ({
    kind: 'clip',
    job,
    from: startOf(part),
    to: startOf(part + 1),
  }));
}

function hear(drawing: Drawing, part: Part, news: SketchNews): void {
  if (news.type === 'failed') drawing.failure = news.message;
  else if (news.type === 'progress') {
    part.progress = news.progress;
    part.thumb = news.thumb ?? part.thumb;
  } else {
    part.progress = 1;
    part.done = news;
  }
  drawing.news++;
  for (const listener of drawing.listeners.splice(0)) listener();
}

/** Resolves when there is news, the wait is over or the signal fires. */
async function news(drawing: Drawing, waitMs: number, signal: AbortSignal): Promise<void> {
  if (drawing.news > drawing.told) return;
  const heard = new AbortController();
  drawing.listeners.push(() => heard.abort());
  await systemClock.sleep(waitMs, AbortSignal.any([signal, heard.signal]));
}

async function stateOf(drawing: Drawing): Promise<OperationState> {
  drawing.told = drawing.news;
  if (drawing.failure !== undefined)
    return {
      state: 'failed',
      code: 'engine_error',
      message: 'the drawing broke off',
      cause: drawing.failure,
      retryable: true,
    };
  if (drawing.parts.every(part => part.done)) return finished(drawing);
  const progress = drawing.parts.reduce((sum, part) => sum + part.progress, 0) / drawing.parts.length;
  const preview = await previewOf(drawing, progress);
  return { state: 'running', progress, checkAgainMs: 0, ...(preview && { preview }) };
}

/** A sheet of what is painted so far, at each further quarter of the work; what is not begun is blank paper. */
async function previewOf(drawing: Drawing, progress: number): Promise<EnginePreview | undefined> {
  const { job, parts } = drawing;
  const quarter = Math.floor(progress * 4);
  const painted = parts.find(part => part.thumb)?.thumb;
  if (!painted || job.kind === 'clip' || quarter <= drawing.previewed) return undefined;
  drawing.previewed = quarter;
  const thumbs = parts.map(part => part.thumb ?? blankLike(painted));
  const picture = thumbs.length === 4 ? makeSheet(thumbs) : painted;
  return {
    contentType: 'image/webp',
    bytes: await encodeWebp(picture),
    width: picture.width,
    height: picture.height,
  };
}

function blankLike({ width, height }: Pixels): Pixels {
  return { data: new Uint8Array(width * height * 4).fill(0xe6), width, height };
}

function pictureOf({ parts }: Drawing, media: EngineMedia): Uint8Array | undefined {
  const done = parts[(media.ref as { part: number }).part]?.done;
  return done?.type === 'picture' ? done.pixels.data : posterOf(parts)?.data;
}

function posterOf(parts: readonly Part[]): Pixels | undefined {
  return parts.flatMap(({ done }) => (done?.type === 'clip' && done.poster ? [done.poster] : []))[0];
}

function clipOf({ job, parts }: Drawing): Promise<Uint8Array> {
  const pieces = parts.flatMap(({ done }) => (done?.type === 'clip' ? [done.bytes] : []));
  return joinClips(pieces, job.framesPerSecond ?? 24);
}

function finished({ job, parts }: Drawing): OperationState {
  const { width, height, seconds = 4, framesPerSecond = 24 } = job;
  const done = parts.flatMap(part => part.done ?? []);
  const size = { width, height };
  const picture = (part: number): EngineMedia => ({
    kind: 'picture',
    contentType: 'image/x-rgba',
    ...size,
    ref: { part },
  });
  const clip: EngineMedia = {
    kind: 'clip',
    contentType: 'video/mp4',
    ...size,
    durationMs: seconds * 1000,
    framesPerSecond,
    ref: null,
  };
  const isClip = job.kind === 'clip';
  const scenes = (isClip ? done.slice(0, 1) : done).map(({ scene }) => scene);
  return {
    state: 'done',
    media: isClip ? [clip, picture(0)] : done.map((_, part) => picture(part)),
    recipe: { scenes } satisfies SketchRecipe as never,
  };
}
