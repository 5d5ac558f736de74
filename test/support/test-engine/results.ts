/** The outputs of the test engine: images and clips of one color for each backend, and texts. */
import { plainPicture } from '../media/plain-picture.ts';
import { countCandidates, type EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineMedia } from '../../../src/engines/contract/engine-media.ts';
import { deriveSeed } from '@kinora/sketch/random';
import type { Sound } from '../../../src/media/clip/encode/aac-encoder.ts';
import { encodedClip } from '../media/small-clip.ts';
import { addSound } from '../../../src/media/clip/sound-track.ts';

export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

type Job = Omit<EngineJob, 'inputs'>;

/** The color of every image of a backend, so that a test can tell which backend generated it. */
export function backendColor(backend: string): Color {
  const hash = deriveSeed(1, backend);
  return { r: hash & 255, g: (hash >>> 8) & 255, b: (hash >>> 16) & 255 };
}

/** The files of a job, in candidate order. `ref` is the index. Each clip is followed by its poster. */
export function jobMedia(job: Job): EngineMedia[] {
  const { width, height, seconds = 1, framesPerSecond = 24 } = job;
  const picture = { kind: 'picture', contentType: 'image/png', width, height } as const;
  const durationMs = seconds * 1000;
  const clip = {
    kind: 'clip',
    contentType: 'video/mp4',
    width,
    height,
    durationMs,
    framesPerSecond,
  } as const;
  const candidate = job.kind === 'clip' ? [clip, picture] : [picture];
  return Array.from({ length: countCandidates(job) }, () => candidate)
    .flat()
    .map((media, ref) => ({ ...media, ref }));
}

/** The texts of a `describe` or `shorten`. Returns undefined for other jobs. */
export function jobTexts({ kind, prompt }: Job): string[] | undefined {
  if (kind === 'describe') return [1, 2, 3, 4].map(number => `picture ${number} --ar 1:1`);
  if (kind !== 'shorten') return undefined;
  return [`**${prompt}**`, ...[1, 2, 3, 4, 5].map(number => `${prompt} ${number}`), `**${prompt}** (1.00)`];
}

/** Cached by content: there are few sizes and colors, and many jobs. */
const files = new Map<string, Promise<Uint8Array>>();

export function renderFile(backend: string, job: Job, { kind }: EngineMedia): Promise<Uint8Array> {
  const color = backendColor(backend);
  const { width, height, seconds, framesPerSecond, audio } = job;
  const facts = kind === 'clip' ? [seconds, framesPerSecond, audio] : [];
  const name = [kind, width, height, color.r, color.g, color.b, ...facts].join(' ');
  const file = files.get(name) ?? (kind === 'clip' ? renderClip(job, color) : renderPicture(job, color));
  files.set(name, file);
  return file;
}

async function renderPicture({ width, height }: Job, background: Color): Promise<Uint8Array> {
  return plainPicture({ width, height }, background).png().toBuffer();
}

async function renderClip(job: Job, { r, g, b }: Color): Promise<Uint8Array> {
  const { width, height, seconds = 1, framesPerSecond = 24, audio = false } = job;
  const clip = await encodedClip({ width, height, seconds, framesPerSecond, color: [r, g, b] });
  return audio ? addSound(clip, silence(seconds)) : clip;
}

function silence(seconds: number): Sound {
  const side = new Float32Array(seconds * 48_000);
  return { samples: [side, side], sampleRate: 48_000 };
}
