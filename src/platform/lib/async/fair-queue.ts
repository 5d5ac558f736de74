/**
 * Runs work of very different sizes on a few threads. Each holder gets the same share of them, regardless of
 * what it sends: by fair queueing, in which each piece of work moves its holder back by its cost. Small work
 * has an order and a thread of its own, so that it never waits for large work.
 */
export interface FairQueue {
  /** Runs the work when it is its turn. */
  run<Result>(entry: FairEntry, work: () => Promise<Result>): Promise<Result>;
}

export interface FairEntry {
  /**
   * The owner of the work, such as a token. Empty for work of the server itself, which may use all threads.
   */
  readonly holder: string;
  /** About how long it takes, in any unit. */
  readonly cost: number;
  /** The memory of the work, in bytes. */
  readonly memory: number;
}

export interface FairLimits {
  /** How many threads work may use. One more is used while small work waits. */
  readonly threads: number;
  /** The memory of all work that runs at a time, in bytes. Only small work may exceed it. */
  readonly memory: number;
  /** Work within both of these limits is small. */
  readonly small: { readonly cost: number; readonly memory: number };
}

interface Entry extends FairEntry {
  readonly isSmall: boolean;
  /** When the work would start and finish in the time of the queue, in which each holder works alone. */
  readonly start: number;
  readonly finish: number;
  readonly admit: () => void;
}

export function openFairQueue({ threads, memory, small }: FairLimits): FairQueue {
  const waiting = new Set<Entry>();
  const running = new Set<Entry>();
  /** When the last work of each holder finishes. Small and large work are counted separately. */
  const finishes = new Map<string, number>();
  let now = 0;

  function enter(entry: FairEntry): Promise<Entry> {
    const isSmall = entry.cost <= small.cost && entry.memory <= small.memory;
    const line = `${isSmall} ${entry.holder}`;
    const start = Math.max(now, finishes.get(line) ?? 0);
    const finish = start + entry.cost;
    finishes.set(line, finish);
    return new Promise(resolve => {
      const waiter: Entry = { ...entry, isSmall, start, finish, admit: () => resolve(waiter) };
      waiting.add(waiter);
      admitAll();
    });
  }

  function admitAll(): void {
    for (let entry = findNext(); entry; entry = findNext()) {
      waiting.delete(entry);
      running.add(entry);
      now = Math.max(now, entry.start);
      for (const [line, finish] of finishes) if (finish <= now) finishes.delete(line);
      entry.admit();
    }
  }

  function findNext(): Entry | undefined {
    const earliest = running.size < threads ? findEarliest([...waiting].filter(mayRun)) : undefined;
    // Nothing overtakes work that does not fit yet, or smaller work would go first forever.
    if (
      earliest &&
      (earliest.isSmall || sumMemory(running) + earliest.memory <= memory || running.size === 0)
    )
      return earliest;
    const isFull = running.size > threads || count(each => each.isSmall) >= threads;
    return isFull ? undefined : findEarliest([...waiting].filter(each => each.isSmall));
  }

  /** Large work of a holder leaves one thread to others. */
  function mayRun({ holder, isSmall }: Entry): boolean {
    if (isSmall || holder === '') return true;
    return count(each => !each.isSmall && each.holder === holder) < Math.max(1, threads - 1);
  }

  function count(condition: (entry: Entry) => boolean): number {
    return [...running].filter(condition).length;
  }

  return {
    run: async (entry, work) => {
      const admittedEntry = await enter(entry);
      try {
        return await work();
      } finally {
        running.delete(admittedEntry);
        admitAll();
      }
    },
  };
}

function findEarliest(entries: readonly Entry[]): Entry | undefined {
  let earliest: Entry | undefined;
  for (const entry of entries) if (!earliest || entry.finish < earliest.finish) earliest = entry;
  return earliest;
}

function sumMemory(entries: ReadonlySet<Entry>): number {
  return [...entries].reduce((sum, { memory }) => sum + memory, 0);
}
