/** The kind of the built-in engine. */
import { z } from 'zod';
import { jobKinds } from '../engine.ts';
import type { EngineKind } from '../engine-kind.ts';
import { sketchPromptReader } from './prompt-reader.ts';
import { type DrawingPool, ProcessPool } from './process-pool.ts';
import { openSketchEngine, type SketchOptions } from './sketch-engine.ts';

/** `threads`: of an instance that sets none. `pool`: see `openSketchEngine`. */
export function sketchKind({ threads, pool }: Pick<SketchOptions, 'threads' | 'pool'>): EngineKind {
  let warm: DrawingPool | undefined;
  const takeWarm = () => {
    const taken = warm;
    warm = undefined;
    return taken;
  };
  return {
    kind: 'sketch',
    title: 'Sketch',
    description: {
      en: 'The built-in engine. It draws illustrations from the words of a prompt, without model weights, a key or a network connection.',
      zh: '内置引擎。根据提示词中的词语绘制插画，无需模型权重、密钥或网络连接。',
    },
    address: 'none',
    secret: 'none',
    settings: z.strictObject({}),
    offer: () => ({ jobs: jobKinds, startsFromPixels: false }),
    promptReader: sketchPromptReader,
    warmUp: () => {
      warm = new ProcessPool(threads);
      warm.warmUp();
      return async () => takeWarm()?.close();
    },
    open: ({ name, slots = threads }) => {
      const used = pool ?? (slots === threads ? takeWarm() : undefined);
      return openSketchEngine({ name, threads: slots, ...(used && { pool: used }) });
    },
  };
}
