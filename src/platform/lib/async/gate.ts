/**
 * Limits how much work runs at a time, in all and for each holder. The rest waits. Holders alternate, so that
 * one with much work does not make the others wait for all of it.
 */
export interface Gate {
  /** Runs the work inside. Its places are free again when it has ended. Rejects with the signal's reason. */
  run<Result>(entry: GateEntry, work: () => Promise<Result>): Promise<Result>;
}

export interface GateEntry {
  /** The owner of the work, such as an account. */
  readonly holder: string;
  /** How many places it takes. Default: 1. At most as many as a holder may have. */
  readonly places?: number;
  /** Aborting it ends the wait. */
  readonly signal?: AbortSignal;
}

export interface GateLimits {
  readonly places: number;
  /** Places for one holder. Default: all. */
  readonly perHolder?: number;
}

interface Waiter {
  readonly places: number;
  readonly admit: () => void;
}

export function openGate({ places, perHolder = places }: GateLimits): Gate {
  /** Waiting work by holder, in the order in which holders are served. */
  const waiting = new Map<string, Waiter[]>();
  const placesByHolder = new Map<string, number>();
  let free = places;

  const change = (holder: string, delta: number): void => {
    free -= delta;
    const now = (placesByHolder.get(holder) ?? 0) + delta;
    if (now > 0) placesByHolder.set(holder, now);
    else placesByHolder.delete(holder);
  };

  /** Admits work of the first holder that may have more. Large work blocks later work: it must not starve. */
  function admitNext(): boolean {
    for (const [holder, waiters] of waiting) {
      const [next] = waiters;
      if (!next || (placesByHolder.get(holder) ?? 0) + next.places > perHolder) continue;
      if (next.places > free) return false;
      waiters.shift();
      waiting.delete(holder);
      if (waiters.length > 0) waiting.set(holder, waiters);
      change(holder, next.places);
      next.admit();
      return true;
    }
    return false;
  }

  function admitAll(): void {
    while (admitNext());
  }

  function leaveQueue(holder: string, waiter: Waiter): void {
    dequeue(waiting, holder, waiter);
    admitAll();
  }

  function enter(holder: string, requiredPlaces: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        leaveQueue(holder, waiter);
        reject(signal?.reason);
      };
      const admit = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiter = { places: requiredPlaces, admit };
      signal?.addEventListener('abort', giveUp, { once: true });
      enqueue(waiting, holder, waiter);
      admitAll();
    });
  }

  return {
    async run({ holder, places: requestedPlaces = 1, signal }, work) {
      signal?.throwIfAborted();
      const requiredPlaces = Math.min(requestedPlaces, perHolder);
      await enter(holder, requiredPlaces, signal);
      try {
        return await work();
      } finally {
        change(holder, -requiredPlaces);
        admitAll();
      }
    },
  };
}

function enqueue(waiting: Map<string, Waiter[]>, holder: string, waiter: Waiter): void {
  const waiters = waiting.get(holder);
  if (waiters) waiters.push(waiter);
  else waiting.set(holder, [waiter]);
}

function dequeue(waiting: Map<string, Waiter[]>, holder: string, waiter: Waiter): void {
  const remainingWaiters = (waiting.get(holder) ?? []).filter(other => other !== waiter);
  if (remainingWaiters.length > 0) waiting.set(holder, remainingWaiters);
  else waiting.delete(holder);
}
