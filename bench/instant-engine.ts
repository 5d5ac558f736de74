/**
 * An engine that takes a fixed moment and notes when it was asked and when it was done.
 * Local, like the built-in one.
 */
import type { Engine } from '../src/engines/contract/engine.ts';
import type { EngineJob } from '../src/engines/contract/engine-job.ts';
import type { EngineMedia } from '../src/engines/contract/engine-media.ts';
import { systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import { joinClips, openClipEncoder } from '../src/media/clip/clip.ts';

export interface InstantOptions {
  readonly workMs: number;
  readonly slots: number;
}

export function openInstantEngine(
  note: (moment: 'started' | 'done') => void,
  { workMs, slots }: InstantOptions,
): Engine {
  const jobs = new Map<string, { readonly job: EngineJob; readonly done: Promise<void> }>();
  const find = (handle: unknown) => jobs.get((handle as { key: string }).key);
  return {
    name: 'instant',
    digitalSourceType: 'algorithmicMedia',
    traits: { slots, local: true, afterUnknownStart: 'repeat' },
    start: async (job, key) => {
      note('started');
      jobs.set(key, { job, done: systemClock.sleep(workMs).then(() => note('done')) });
      return { key };
    },
    check: async handle => {
      const entry = find(handle);
      if (!entry) return { state: 'lost' };
      await entry.done;
      return {
        state: 'done',
        media: listMedia(entry.job),
        ...(entry.job.kind === 'shorten' && { texts: ['a'] }),
      };
    },
    open: async (handle, { kind, width, height }) => {
      if (kind === 'picture') return new Uint8Array(width * height * 4).fill(128);
      return makeClip(find(handle)?.job as EngineJob);
    },
    cancel: async handle => {
      jobs.delete((handle as { key: string }).key);
    },
    close: async () => {},
  };
}

function listMedia({ kind, width, height }: EngineJob): EngineMedia[] {
  const picture = { kind: 'picture', contentType: 'image/x-rgba', width, height, ref: null } as const;
  if (kind === 'shorten') return [];
  if (kind === 'clip') return [{ kind: 'clip', contentType: 'video/mp4', width, height, ref: null }, picture];
  return kind === 'upscale' ? [picture] : [picture, picture, picture, picture];
}

/** Large for the prompt "noise", else small. */
async function makeClip(job: EngineJob): Promise<Uint8Array> {
  const { seconds = 2, framesPerSecond = 24 } = job;
  const second = await encodeSecond(job);
  return joinClips(
    Array.from({ length: seconds }, () => second),
    framesPerSecond,
  );
}

async function encodeSecond({ prompt, width, height, framesPerSecond = 24 }: EngineJob): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width, height, framesPerSecond, quality: 'draft' });
  try {
    const frame = new Uint8Array(width * height * 4).fill(128);
    const random = seededRandom(1);
    for (let index = 0; index < framesPerSecond; index++) {
      if (prompt === 'noise') fillWithNoise(frame, random);
      encoder.addFrame(frame);
    }
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

function fillWithNoise(frame: Uint8Array, random: () => number): void {
  const pixels = new Uint32Array(frame.buffer);
  for (let index = 0; index < pixels.length; index++) pixels[index] = random() * 2 ** 32;
}
