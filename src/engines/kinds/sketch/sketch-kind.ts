/** The kind of the built-in engine. */
import { z } from 'zod';
import { jobKinds } from '@kinora/shared/models/job-kinds';
import type { EngineKind } from '../../contract/kind/engine-kind.ts';
import { sketchPromptReader } from './prompt-reader.ts';
import { type DrawingPool, ProcessPool } from './process-pool.ts';
import { openSketchEngine } from './sketch-engine.ts';

export interface SketchKindOptions {
  /** The threads of an instance that sets none. */
  readonly threads: number;
  readonly openPool?: (threads: number) => DrawingPool;
}

export function sketchKind({
  threads,
  openPool = size => new ProcessPool(size),
}: SketchKindOptions): EngineKind {
  let preparedPool: DrawingPool | undefined;
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
    prepare: () => {
      preparedPool = openPool(threads);
      preparedPool.warmUp();
    },
    open: ({ name, slots = threads }) => {
      const pool = (slots === threads ? preparedPool : undefined) ?? openPool(slots);
      if (pool === preparedPool) preparedPool = undefined;
      return openSketchEngine({ name, threads: slots, pool });
    },
  };
}
