<<<<<<< HEAD
/** How many streams, of events or of downloads, each account has open in this process. */
=======
/** How many streams of events each caller has open in this process. */
>>>>>>> 0fa05c684c94199b15f5cdc241aacb08a18dae46
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

export interface OpenStreams {
<<<<<<< HEAD
  /** One more, until its reply is over; throws AppError `streams_too_many`, or the code given. */
  count(reply: FastifyReply, accountId: string): void;
=======
  /** One more of an account's keys, or of a user at the Console, until its reply is over; throws AppError `streams_too_many`. */
  count(reply: FastifyReply, holderId: string): void;
>>>>>>> 0fa05c684c94199b15f5cdc241aacb08a18dae46
}

export interface StreamLimit {
  readonly most: number;
  readonly code: 'streams_too_many' | 'downloads_too_many';
}

const eventStreams: StreamLimit = { most: 50, code: 'streams_too_many' };

export function openStreams({ most, code }: StreamLimit = eventStreams): OpenStreams {
  const counts = new Map<string, number>();
  const change = (holderId: string, by: number) => {
    const count = (counts.get(holderId) ?? 0) + by;
    if (count > 0) counts.set(holderId, count);
    else counts.delete(holderId);
    return count;
  };
  return {
    count: (reply, holderId) => {
      // Gone while its key was looked up: no end of it will be heard.
      if (reply.raw.destroyed) return;
<<<<<<< HEAD
      if (change(accountId, 1) > most) {
        change(accountId, -1);
        throw new AppError(code, { limit: most });
=======
      if (change(holderId, 1) > maxStreams) {
        change(holderId, -1);
        throw new AppError('streams_too_many', { limit: maxStreams });
>>>>>>> 0fa05c684c94199b15f5cdc241aacb08a18dae46
      }
      reply.raw.once('close', () => change(holderId, -1));
    },
  };
}
