/** Limits how many event streams or downloads each caller has open in this process. */
import type { FastifyReply } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';

export interface OpenStreams {
  /**
   * Counts a stream of an account, or of a user of the Console, until its response ends. Throws
   * AppError with the code of the limit.
   */
  count(reply: FastifyReply, holderId: string): void;
}

export interface StreamLimit {
  readonly max: number;
  readonly code: 'streams_too_many' | 'downloads_too_many';
}

const eventStreams: StreamLimit = { max: 50, code: 'streams_too_many' };

export function openStreams({ max, code }: StreamLimit = eventStreams): OpenStreams {
  const counts = new Map<string, number>();
  const change = (holderId: string, delta: number) => {
    const count = (counts.get(holderId) ?? 0) + delta;
    if (count > 0) counts.set(holderId, count);
    else counts.delete(holderId);
    return count;
  };
  return {
    count: (reply, holderId) => {
      // Already disconnected, so no `close` event will follow.
      if (reply.raw.destroyed) return;
      if (change(holderId, 1) > max) {
        change(holderId, -1);
        throw new AppError(code, { limit: max });
      }
      reply.raw.once('close', () => change(holderId, -1));
    },
  };
}
