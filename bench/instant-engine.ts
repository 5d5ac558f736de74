/** An engine that takes a fixed moment and notes when it was asked and when it was done. Local, like the built-in one. */
import type { Engine, EngineJob, EngineMedia } from '../src/engines/engine.ts';
import { systemClock } from '../src/lib/clock.ts';
import { openClipEncoder } from '../src/media/clip.ts';

const workMs = 20;

export function openInstantEngine(note: (what: 'started' | 'done') => void): Engine {
  const jobs = new Map<string, { readonly job: EngineJob; readonly done: Promise<void> }>();
  const find = (operation: unknown) => jobs.get((operation as { key: string }).key);
  return {
    name: 'instant',
    traits: { slots: 4, local: true, afterUnknownStart: 'repeat' },
    start: async (job, key) => {
      note('started');
      jobs.set(key, { job, done: systemClock.sleep(workMs).then(() => note('done')) });
      return { key };
    },
    check: async operation => {
      const found = find(operation);
      if (!found) return { state: 'lost' };
      await found.done;
      return { state: 'done', media: mediaOf(found.job) };
    },
    open: async (operation, { kind, width, height }) => {
      if (kind === 'picture') return new Uint8Array(width * height * 4).fill(128);
      return greyClip(find(operation)?.job as EngineJob);
    },
    cancel: async operation => {
      jobs.delete((operation as { key: string }).key);
    },
    close: async () => {},
  };
}

function mediaOf({ kind, width, height }: EngineJob): EngineMedia[] {
  const picture = { kind: 'picture', contentType: 'image/x-rgba', width, height, ref: null } as const;
  if (kind === 'clip') return [{ kind: 'clip', contentType: 'video/mp4', width, height, ref: null }, picture];
  return kind === 'upscale' ? [picture] : [picture, picture, picture, picture];
}

async function greyClip({
  width,
  height,
  seconds = 2,
  framesPerSecond = 24,
}: EngineJob): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width, height, framesPerSecond, quality: 'draft' });
  try {
    const frame = new Uint8Array(width * height * 4).fill(128);
    for (let index = 0; index < seconds * framesPerSecond; index++) encoder.addFrame(frame);
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}
