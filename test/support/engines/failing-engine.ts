/** The built-in engine with failures on certain prompts, so that a Console can show every state of a task. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import { openSketchEngine } from '../../../src/engines/kinds/sketch/sketch-engine.ts';
import { openReadyMadeDrawing } from '../servers/ready-made-drawing.ts';

const farMs = 3_600_000;

/** "unlucky" in a prompt makes it fail, "endless" makes it run forever. */
export function failingEngine(threads: number): Engine {
  const sketch = openSketchEngine({ threads, pool: openReadyMadeDrawing() });
  const isEndless = (handle: unknown) => (handle as { endless?: boolean } | null)?.endless === true;
  return {
    ...sketch,
    // A task that never ends occupies a slot.
    traits: { ...sketch.traits, slots: sketch.traits.slots + 2 },
    start: async (job, key, signal) => {
      if (/\bunlucky\b/.test(job.prompt))
        throw new EngineError('engine_rejected', reason('failed', { said: 'the paint ran out' }), {
          notStarted: true,
        });
      return /\bendless\b/.test(job.prompt) ? { endless: true } : sketch.start(job, key, signal);
    },
    check: async (handle, waitMs, call) =>
      isEndless(handle)
        ? { state: 'running', progress: 0.4, checkAgainMs: farMs }
        : sketch.check(handle, waitMs, call),
    cancel: async handle => {
      if (!isEndless(handle)) await sketch.cancel(handle);
    },
  };
}
