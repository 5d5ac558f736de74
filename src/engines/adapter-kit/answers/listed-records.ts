/**
 * Reads the records of many jobs in few requests. A job that is asked for alone is fetched
 * alone. When several are asked for, those that are asked for within a moment share a
 * request, which servers answer with a list.
 */
import { promisify } from 'node:util';
import { systemClock } from '@kinora/shared/clock';
import { openGate } from '../../../platform/lib/async/gate.ts';
import { EngineError } from '../../contract/engine-error.ts';

export interface RecordRequests<Listed extends ListedRecord> {
  /** Returns undefined if the server does not know the job, and reports that itself. */
  readonly readOne: (id: string, signal: AbortSignal) => Promise<Listed | undefined>;
  /** Returns undefined if the server has no such request. Jobs that it does not know are left out. */
  readonly list: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Listed[] | undefined>;
  /** How many jobs are worth a list: fewer are fetched one by one. 2 by default. */
  readonly fewestListed?: number;
}

export interface ListedRecord {
  /** The id of the job. Absent if the record is not used. */
  readonly id?: string | undefined;
}

export type ReadRecord<Listed extends ListedRecord> = RecordRequests<Listed>['readOne'];

interface PendingRead<Listed> {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly resolve: (record: Listed | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Records have some kilobytes, and answers a limit. */
const maxIds = 100;
const requestsAtOnce = 8;
/** With fewer tasks in the last request, the next ones do not wait for more. */
const fewestGathered = 4;
const gatherMs = 100;
const timeoutMs = 30_000;
/** A server without the request is asked for it again, because it may have been updated. */
const unlistedForMs = 600_000;
const endOfTurn = promisify(setImmediate);

/** How a server reports that it has no list. */
const noListStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

/** Whether the status of an answer means that the server has no list. */
export function hasNoList({ status }: { readonly status: number }): boolean {
  return noListStatuses.has(status);
}

export function openListedRecords<Listed extends ListedRecord>({
  readOne,
  list,
  fewestListed = 2,
}: RecordRequests<Listed>): ReadRecord<Listed> {
  const lists = openGate({ places: requestsAtOnce });
  const singles = openGate({ places: requestsAtOnce });
  let waiting: PendingRead<Listed>[] = [];
  let isGathering = false;
  let lastCount = 0;
  let unlistedUntilMs = 0;

  const gather = async (): Promise<void> => {
    isGathering = true;
    await (lastCount < fewestGathered ? endOfTurn() : systemClock.sleep(gatherMs));
    isGathering = false;
    const pendingReads = waiting.filter(({ signal }) => !signal.aborted);
    waiting = [];
    lastCount = pendingReads.length;
    for (let from = 0; from < pendingReads.length; from += maxIds)
      void readAll(pendingReads.slice(from, from + maxIds));
  };
  const readAll = async (pendingReads: readonly PendingRead<Listed>[]): Promise<void> => {
    if (pendingReads.length < fewestListed || systemClock.now() < unlistedUntilMs)
      return readEach(pendingReads);
    const reading = lists.run({ holder: '' }, () => readList(pendingReads));
    const records = await reading.catch((error: unknown) => {
      for (const { reject } of pendingReads) reject(error);
      return undefined;
    });
    // A job that is not listed is fetched, because only that shows whether the server does not know it.
    if (records) readEach(pendingReads.filter(one => !resolveWith(one, records.get(one.id))));
  };
  const readEach = (pendingReads: readonly PendingRead<Listed>[]): void => {
    for (const { id, signal, resolve, reject } of pendingReads)
      singles.run({ holder: '', signal }, () => readOne(id, signal)).then(resolve, reject);
  };
  const readList = async (
    pendingReads: readonly PendingRead<Listed>[],
  ): Promise<ReadonlyMap<string | undefined, Listed>> => {
    const ids = [...new Set(pendingReads.map(({ id }) => id))];
    const records = await list(ids, AbortSignal.timeout(timeoutMs)).catch(ignoreUnreadable);
    if (!records) unlistedUntilMs = systemClock.now() + unlistedForMs;
    return new Map(records?.map(record => [record.id, record]));
  };
  return (id, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Listed | undefined>();
    // The request continues for the others.
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push({ id, signal, resolve, reject });
    if (!isGathering) void gather();
    return promise.finally(() => signal.removeEventListener('abort', giveUp));
  };
}

function resolveWith<Listed>({ resolve }: PendingRead<Listed>, record: Listed | undefined): boolean {
  if (record) resolve(record);
  return record !== undefined;
}

/**
 * An answer of another form means that something else has answered. Anything else
 * would be the same for a single job.
 */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof EngineError && error.reason.code === 'answer_form') return undefined;
  throw error;
}
