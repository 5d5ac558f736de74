/**
 * Reads the records of many jobs in few requests. A record that is requested alone is fetched alone. Records
 * that are requested within a moment share one request, which servers answer with a list.
 */
import { promisify } from 'node:util';
import { systemClock } from '@kinora/shared/clock';
import { openGate } from '../../../platform/lib/async/gate.ts';
import { EngineError } from '../../contract/engine-error.ts';

export interface RecordRequests<Listed extends ListedRecord> {
  /** Returns undefined if the server itself reports that it does not know the job. */
  readonly readOne: (id: string, signal: AbortSignal) => Promise<Listed | undefined>;
  /** Returns undefined if the server has no such request. Jobs that it does not know are left out. */
  readonly list: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Listed[] | undefined>;
  /** The smallest number of jobs for which a list is requested. Fewer are fetched one by one. Default: 2. */
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

/** The most ids in a request. A record has some kilobytes, and the size of an answer is limited. */
const maxIds = 100;
const requestsAtOnce = 8;
/** If the last request was for fewer jobs than this, the next one does not wait for more. */
const fewestGathered = 4;
const gatherMs = 100;
const timeoutMs = 30_000;
/** A server without lists is asked for one again after this time, because it may have been updated. */
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
  const listGate = openGate({ places: requestsAtOnce });
  const singleGate = openGate({ places: requestsAtOnce });
  let waitingReads: PendingRead<Listed>[] = [];
  let isGathering = false;
  let lastCount = 0;
  let unlistedUntilMs = 0;

  const gather = async (): Promise<void> => {
    isGathering = true;
    await (lastCount < fewestGathered ? endOfTurn() : systemClock.sleep(gatherMs));
    isGathering = false;
    const pendingReads = waitingReads.filter(({ signal }) => !signal.aborted);
    waitingReads = [];
    lastCount = pendingReads.length;
    for (let firstIndex = 0; firstIndex < pendingReads.length; firstIndex += maxIds)
      void readAll(pendingReads.slice(firstIndex, firstIndex + maxIds));
  };
  const readAll = async (pendingReads: readonly PendingRead<Listed>[]): Promise<void> => {
    if (pendingReads.length < fewestListed || systemClock.now() < unlistedUntilMs)
      return readEach(pendingReads);
    const reading = listGate.run({ holder: '' }, () => readList(pendingReads));
    const records = await reading.catch((error: unknown) => {
      for (const { reject } of pendingReads) reject(error);
      return undefined;
    });
    // A job that is not listed is fetched, because only that shows whether the server does not know it.
    if (records) readEach(pendingReads.filter(one => !resolveWith(one, records.get(one.id))));
  };
  const readEach = (pendingReads: readonly PendingRead<Listed>[]): void => {
    for (const { id, signal, resolve, reject } of pendingReads)
      singleGate.run({ holder: '', signal }, () => readOne(id, signal)).then(resolve, reject);
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
    waitingReads.push({ id, signal, resolve, reject });
    if (!isGathering) void gather();
    return promise.finally(() => signal.removeEventListener('abort', giveUp));
  };
}

function resolveWith<Listed>({ resolve }: PendingRead<Listed>, record: Listed | undefined): boolean {
  if (record) resolve(record);
  return record !== undefined;
}

/**
 * Ignores an answer of another form, because another program has sent it. Any other failure would be the same
 * for a single job.
 */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof EngineError && error.reason.code === 'answer_form') return undefined;
  throw error;
}
