/** How many streams of events each account has open in this process. */
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

export interface OpenStreams {
  /** One more, until its reply is over; throws AppError `streams_too_many`. */
  count(reply: FastifyReply, accountId: string): void;
}

const maxStreams = 50;

export function openStreams(): OpenStreams {
  const counts = new Map<string, number>();
  const change = (accountId: string, by: number) => {
    const count = (counts.get(accountId) ?? 0) + by;
    if (count > 0) counts.set(accountId, count);
    else counts.delete(accountId);
    return count;
  };
  return {
    count: (reply, accountId) => {
      // Gone while its key was looked up: no end of it will be heard.
      if (reply.raw.destroyed) return;
      if (change(accountId, 1) > maxStreams) {
        change(accountId, -1);
        throw new AppError('streams_too_many', { limit: maxStreams });
      }
      reply.raw.once('close', () => change(accountId, -1));
    },
  };
}
