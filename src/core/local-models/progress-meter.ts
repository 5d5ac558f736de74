/** Saves how far an installation is, at most once a second, with the speed of the last seconds. */
import type { Clock } from '@kinora/shared/clock';
import type { LocalProgress, LocalStep } from './local-rows.ts';

export interface ProgressMeter {
  /** Saves now that a step begins. Rejects if it could not be saved. */
  begin(progress: Omit<LocalProgress, 'doneBytes'>): Promise<void>;
  /** Notes how many bytes are on the disk. */
  advance(bytes: number): void;
  /** Waits for what is being saved. */
  settle(): Promise<void>;
}

const everyMs = 1_000;
/** How much a second counts for the speed that is shown. */
const weight = 0.3;

export function openProgressMeter({
  clock,
  save,
}: {
  readonly clock: Clock;
  readonly save: (progress: LocalProgress) => Promise<void>;
}): ProgressMeter {
  let step: LocalStep = 'lookup';
  let doneBytes = 0;
  let lastMeasurement: { readonly ms: number; readonly bytes: number } | undefined;
  let bytesPerSecond: number | undefined;
  let saving: Promise<void> | undefined;

  function measure(nowMs: number): void {
    if (lastMeasurement) {
      const speed = Math.max(0, doneBytes - lastMeasurement.bytes) / ((nowMs - lastMeasurement.ms) / 1000);
      bytesPerSecond = bytesPerSecond === undefined ? speed : bytesPerSecond * (1 - weight) + speed * weight;
    }
    lastMeasurement = { ms: nowMs, bytes: doneBytes };
  }

  return {
    begin: async progress => {
      await saving;
      ({ step } = progress);
      [lastMeasurement, bytesPerSecond] = [undefined, undefined];
      await save({ ...progress, doneBytes });
    },
    advance: bytes => {
      doneBytes = bytes;
      const nowMs = clock.now();
      lastMeasurement ??= { ms: nowMs, bytes };
      if (saving || nowMs - lastMeasurement.ms < everyMs) return;
      measure(nowMs);
      // A lost lease is noticed by its renewal.
      saving = save({ step, doneBytes, ...(bytesPerSecond !== undefined && { bytesPerSecond }) })
        .catch(() => {})
        .finally(() => {
          saving = undefined;
        });
    },
    settle: async () => {
      await saving;
    },
  };
}
