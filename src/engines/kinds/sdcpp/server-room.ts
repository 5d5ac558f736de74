/**
 * The memory that servers share: one of them works at a time, and the others are stopped before it begins.
 * Jobs of the server that has its weights loaded go first, but only some of them while others wait.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';

export interface RoomMember {
  /** Stops it, so that its memory is free. Does nothing if it does not run. */
  kill(): Promise<void>;
}

export interface ServerRoom {
  /**
   * Waits for the turn of a job, and returns how to end it. Rejects with an
   * EngineError if the signal aborts first.
   */
  enter(member: RoomMember, signal: AbortSignal): Promise<() => void>;
}

/**
 * How many jobs of one server may go before the first one of another. Loading weights takes as long as some
 * jobs.
 */
const mostInRow = 8;

interface WaitingMember {
  readonly member: RoomMember;
  readonly begin: () => void;
}

export function openServerRoom(): ServerRoom {
  const waiting: WaitingMember[] = [];
  let loaded: RoomMember | undefined;
  let inRow = 0;
  let isBusy = false;

  function next(): WaitingMember | undefined {
    const loadedMember = waiting.find(({ member }) => member === loaded);
    const other = waiting.find(({ member }) => member !== loaded);
    return loadedMember && (other === undefined || inRow < mostInRow)
      ? loadedMember
      : (other ?? loadedMember);
  }

  async function admit(): Promise<void> {
    const nextEntry = isBusy ? undefined : next();
    if (!nextEntry) return;
    isBusy = true;
    waiting.splice(waiting.indexOf(nextEntry), 1);
    inRow = nextEntry.member === loaded ? inRow + 1 : 1;
    if (loaded !== nextEntry.member) await loaded?.kill();
    loaded = nextEntry.member;
    nextEntry.begin();
  }

  function leave(): void {
    isBusy = false;
    void admit();
  }

  return {
    enter: async (member, signal) => {
      const turn = Promise.withResolvers<void>();
      const entry = { member, begin: turn.resolve };
      const giveUp = () => {
        const index = waiting.indexOf(entry);
        if (index < 0) return;
        waiting.splice(index, 1);
        turn.reject(new EngineError('engine_unavailable', reason('server_not_started'), { retryable: true }));
      };
      waiting.push(entry);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      void admit();
      try {
        await turn.promise;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
      let isInside = true;
      return () => {
        if (isInside) leave();
        isInside = false;
      };
    },
  };
}
