/** Housekeeping that is repeated as long as the process runs. */
import type { Events } from '../../core/operate/events.ts';
import { systemClock, type Clock } from '@kinora/shared/clock';

export interface Repetition {
  readonly everyMs: number;
  /** The pause before the first time, in milliseconds. Absent if there is none. */
  readonly firstMs?: number;
  readonly clock?: Pick<Clock, 'sleep'>;
}

/** Starts the repetition, and returns a function that ends it. A failure is reported, and does not end it. */
export function repeating(
  pace: number | Repetition,
  events: Pick<Events, 'workerError'>,
  work: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const { everyMs, firstMs = 0, clock = systemClock } = typeof pace === 'number' ? { everyMs: pace } : pace;
  const controller = new AbortController();
  const loop = async (): Promise<void> => {
    await clock.sleep(firstMs, controller.signal);
    while (!controller.signal.aborted) {
      await work(controller.signal).catch((error: unknown) => events.workerError(error));
      await clock.sleep(everyMs, controller.signal);
    }
  };
  const running = loop();
  return async () => {
    controller.abort();
    await running;
  };
}
