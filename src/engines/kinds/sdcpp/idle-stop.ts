/** Stops a server that has had no job for a while. */
import type { Clock } from '@kinora/shared/clock';
import type { RoomMember } from './server-room.ts';

export interface IdleStop {
  /** A job begins. */
  begin(): void;
  /** It has ended. */
  end(): void;
  close(): void;
}

/** `idleMs`: 0 means never. */
export function openIdleStop({
  server,
  clock,
  idleMs,
}: {
  readonly server: RoomMember;
  readonly clock: Clock;
  readonly idleMs: number;
}): IdleStop {
  let waiting: AbortController | undefined;
  const stopWaiting = () => {
    waiting?.abort();
    waiting = undefined;
  };
  return {
    begin: stopWaiting,
    end: () => {
      stopWaiting();
      if (idleMs === 0) return;
      const current = new AbortController();
      waiting = current;
      void clock.sleep(idleMs, current.signal).then(async () => {
        if (!current.signal.aborted) await server.kill();
      });
    },
    close: stopWaiting,
  };
}
