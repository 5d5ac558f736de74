/**
 * A process that draws for all apps of a test process, one after the other. To start one and to compile its
 * code takes as much processor time as some pictures.
 */
import { type DrawingPool, ProcessPool } from '../../../src/engines/kinds/sketch/process-pool.ts';
import { atProcessEnd } from './clean-up.ts';

let shared: ProcessPool | undefined;

function sharedPool(): ProcessPool {
  if (shared) return shared;
  const pool = new ProcessPool(1);
  atProcessEnd(() => pool.close());
  shared = pool;
  return pool;
}

/** When it is closed, it drops its own work only. */
export function openSharedDrawing(): DrawingPool {
  const pool = sharedPool();
  const drops: (() => void)[] = [];
  return {
    run: (work, onUpdate) => {
      const drop = pool.run(work, onUpdate);
      drops.push(drop);
      return drop;
    },
    warmUp: () => pool.warmUp(),
    get idle() {
      return pool.idle;
    },
    close: async () => drops.forEach(drop => drop()),
  };
}
