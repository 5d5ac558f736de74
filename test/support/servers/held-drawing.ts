/** Ready-made drawing that a test can stop: while it is held, work is accepted and does not advance. */
import type { DrawingPool } from '../../../src/engines/kinds/sketch/process-pool.ts';
import { openReadyMadeDrawing } from './ready-made-drawing.ts';

export interface HeldDrawing {
  /** Opens a pool that waits while the drawing is held. */
  readonly openPool: () => DrawingPool;
  hold(): void;
  /** Lets go on what was held, and everything after it. */
  release(): void;
}

export function holdableDrawing(): HeldDrawing {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  return {
    openPool: () => openGatedPool(() => gate.promise),
    hold: () => void (gate = Promise.withResolvers()),
    release: () => gate.resolve(),
  };
}

function openGatedPool(waitForGate: () => Promise<void>): DrawingPool {
  const pool = openReadyMadeDrawing();
  return {
    run: (work, onUpdate) => {
      let drop: (() => void) | undefined;
      let isDropped = false;
      void waitForGate().then(() => {
        if (!isDropped) drop = pool.run(work, onUpdate);
      });
      return () => {
        isDropped = true;
        drop?.();
      };
    },
    warmUp: () => {},
    idle: 1,
    close: () => pool.close(),
  };
}
