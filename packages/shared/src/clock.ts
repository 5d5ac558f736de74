/** The only source of time, so that tests can control it. */
export interface Clock {
  /**
   * A monotonic time in whole milliseconds. It begins with the time since 1970 at which the process started
   * and ignores later changes of the machine's clock. Use it for durations and timeouts.
   */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  sleep: (ms, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** How far the calendar is ahead of `systemClock`. Undefined until a reference was read. */
let calendarAheadMs: number | undefined;

/**
 * Milliseconds since 1970, for dates that people read or write and for times that processes
 * share. By the clock of the machine, which may be set at any time, until this process has
 * read a reference (`setCalendar`).
 */
export function calendarNow(): number {
  return calendarAheadMs === undefined ? Date.now() : Math.floor(systemClock.now() + calendarAheadMs);
}

/**
 * A time that another clock reported, between the two moments of `systemClock` at which it was asked and
 * answered.
 */
export interface ClockReading {
  readonly requestedMs: number;
  readonly toldMs: number;
  readonly answeredMs: number;
}

/**
 * Makes `calendarNow` follow another clock, even if the clock of this machine is changed. A calendar that is
 * possible by the reading stays as it is, so that slow answers move nothing. Returns how far the clock of the
 * machine is ahead of what is possible, negative if it is behind.
 */
export function setCalendar({ requestedMs, toldMs, answeredMs }: ClockReading): number {
  const possible = { leastMs: toldMs - answeredMs, mostMs: toldMs - requestedMs };
  const machineAheadMs = Date.now() - systemClock.now();
  calendarAheadMs = clamp(calendarAheadMs ?? machineAheadMs, possible);
  return machineAheadMs - clamp(machineAheadMs, possible);
}

/** Returns how far the calendar is ahead of the clock of the machine, for libraries that read that one. */
export function calendarAheadOfMachineMs(): number {
  return calendarNow() - Date.now();
}

/** The machine's clock counts again, for a process that has left its reference. */
export function forgetCalendar(): void {
  calendarAheadMs = undefined;
}

function clamp(
  value: number,
  { leastMs, mostMs }: { readonly leastMs: number; readonly mostMs: number },
): number {
  return Math.min(mostMs, Math.max(leastMs, value));
}

/** When this process started, in milliseconds since 1970. */
export const processStartMs = performance.timeOrigin;

/** A monotonic time in milliseconds with fractions, to measure what takes less than one. */
export function preciseNow(): number {
  return performance.now();
}

/** A sleep that does not keep Node running, for watching something in the background. */
export function backgroundSleep(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms).unref();
  });
}
