/** How many streams, of events or of downloads, each account has open in this process. */
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

export interface OpenStreams {
  /** One more, until its reply is over; throws AppError `streams_too_many`, or the code given. */
  count(reply: FastifyReply, accountId: string): void;
}

export interface StreamLimit {
  readonly most: number;
  readonly code: 'streams_too_many' | 'downloads_too_many';
}

const eventStreams: StreamLimit = { most: 50, code: 'streams_too_many' };

export function openStreams({ most, code }: StreamLimit = eventStreams): OpenStreams {
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
      if (change(accountId, 1) > most) {
        change(accountId, -1);
        throw new AppError(code, { limit: most });
      }
      reply.raw.once('close', () => change(accountId, -1));
    },
  };
}
