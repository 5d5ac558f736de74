/**
 * Reads the records of many tasks in few requests. A task that is asked for alone is fetched alone. When several are asked for, those that are
 * asked for within a moment share a request, which servers answer for a list of ids.
 */
import { promisify } from 'node:util';
import { systemClock } from '@kinora/shared/clock';
import { openGate } from '../../../platform/lib/async/gate.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { UpstreamRecord } from './record.ts';

export interface RecordRequests {
  /** Undefined: the server does not know the task, and says so itself. */
  readonly single: (id: string, signal: AbortSignal) => Promise<UpstreamRecord | undefined>;
  /** Undefined: the server has no such request. Tasks that it does not know are left out. */
  readonly list: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly UpstreamRecord[] | undefined>;
}

export type ReadRecord = RecordRequests['single'];

interface Asked {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly resolve: (record: UpstreamRecord | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Records have some kilobytes, and answers a limit (upstream.ts). */
const maxIds = 100;
const requestsAtOnce = 8;
/** With fewer tasks in the last request, the next ones do not wait for more. */
const fewestGathered = 4;
const gatherMs = 100;
const timeoutMs = 30_000;
/** A server without the request is asked for it again, because it may have been updated. */
const unlistedForMs = 600_000;
const endOfTurn = promisify(setImmediate);

export function openListedRecords({ single, list }: RecordRequests): ReadRecord {
  const lists = openGate({ places: requestsAtOnce });
  const singles = openGate({ places: requestsAtOnce });
  let waiting: Asked[] = [];
  let isGathering = false;
  let lastCount = 0;
  let unlistedUntilMs = 0;

  const gather = async (): Promise<void> => {
    isGathering = true;
    await (lastCount < fewestGathered ? endOfTurn() : systemClock.sleep(gatherMs));
    isGathering = false;
    const asked = waiting.filter(({ signal }) => !signal.aborted);
    waiting = [];
    lastCount = asked.length;
    for (let from = 0; from < asked.length; from += maxIds) void readAll(asked.slice(from, from + maxIds));
  };
  const readAll = async (asked: readonly Asked[]): Promise<void> => {
    if (asked.length === 1 || systemClock.now() < unlistedUntilMs) return readEach(asked);
    const reading = lists.run({ holder: '' }, () => readList(asked));
    const records = await reading.catch((error: unknown) => {
      for (const { reject } of asked) reject(error);
      return undefined;
    });
    // A task that is not listed is fetched, because only that tells whether the server does not know it.
    if (records) readEach(asked.filter(one => !resolveWith(one, records.get(one.id))));
  };
  const readEach = (asked: readonly Asked[]): void => {
    for (const { id, signal, resolve, reject } of asked)
      singles.run({ holder: '', signal }, () => single(id, signal)).then(resolve, reject);
  };
  const readList = async (asked: readonly Asked[]): Promise<ReadonlyMap<string, UpstreamRecord>> => {
    const ids = [...new Set(asked.map(({ id }) => id))];
    const records = await list(ids, AbortSignal.timeout(timeoutMs)).catch(undefinedIfUnreadable);
    if (!records) unlistedUntilMs = systemClock.now() + unlistedForMs;
    return new Map(records?.map(record => [record.id, record]));
  };
  return (id, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamRecord | undefined>();
    // The request goes on for the others.
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push({ id, signal, resolve, reject });
    if (!isGathering) void gather();
    return promise.finally(() => signal.removeEventListener('abort', giveUp));
  };
}

function resolveWith({ resolve }: Asked, record: UpstreamRecord | undefined): boolean {
  if (record) resolve(record);
  return record !== undefined;
}

/** An answer of another form says that something else has answered. Anything else would be the same for a single task. */
function undefinedIfUnreadable(error: unknown): undefined {
  if (error instanceof EngineError && error.reason.code === 'answer_form') return undefined;
  throw error;
}
