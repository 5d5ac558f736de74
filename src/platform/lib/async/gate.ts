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
  const waitersByHolder = new Map<string, Waiter[]>();
  const placesByHolder = new Map<string, number>();
  let freePlaces = places;

  const change = (holder: string, delta: number): void => {
    freePlaces -= delta;
    const heldPlaces = (placesByHolder.get(holder) ?? 0) + delta;
    if (heldPlaces > 0) placesByHolder.set(holder, heldPlaces);
    else placesByHolder.delete(holder);
  };

  /** Admits work of the first holder that may have more. Large work blocks later work: it must not starve. */
  function admitNext(): boolean {
    for (const [holder, waiters] of waitersByHolder) {
      const [firstWaiter] = waiters;
      if (!firstWaiter || (placesByHolder.get(holder) ?? 0) + firstWaiter.places > perHolder) continue;
      if (firstWaiter.places > freePlaces) return false;
      waiters.shift();
      waitersByHolder.delete(holder);
      if (waiters.length > 0) waitersByHolder.set(holder, waiters);
      change(holder, firstWaiter.places);
      firstWaiter.admit();
      return true;
    }
    return false;
  }

  function admitAll(): void {
    while (admitNext());
  }

  function leaveQueue(holder: string, waiter: Waiter): void {
    dequeue(waitersByHolder, holder, waiter);
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
      enqueue(waitersByHolder, holder, waiter);
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

function enqueue(waitersByHolder: Map<string, Waiter[]>, holder: string, waiter: Waiter): void {
  const waiters = waitersByHolder.get(holder);
  if (waiters) waiters.push(waiter);
  else waitersByHolder.set(holder, [waiter]);
}

function dequeue(waitersByHolder: Map<string, Waiter[]>, holder: string, waiter: Waiter): void {
  const remainingWaiters = (waitersByHolder.get(holder) ?? []).filter(other => other !== waiter);
  if (remainingWaiters.length > 0) waitersByHolder.set(holder, remainingWaiters);
  else waitersByHolder.delete(holder);
}
