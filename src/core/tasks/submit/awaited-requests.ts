/**
 * Requests that wait for the result of their tasks. SDKs repeat a request whose connection was lost, mostly
 * without a key. Such a repeat joins the earlier request, and so its task: it is never paid twice. Two live
 * requests that are equal mean two tasks.
 *
 * A request has a row before its task is submitted, and the task has a key made of the row's id. So a process
 * that is killed between the two loses nothing: the repeat submits with the same key.
 */
import type { Database } from '../../../platform/db/open.ts';
import { keyedLocks } from '../../../platform/db/advisory-locks.ts';
import { statement } from '../../../platform/db/statement.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import { systemClock } from '@kinora/shared/clock';

/** A request that this process answers. */
export interface AwaitedRequest {
  readonly id: string;
  /** Rises when a repeat joins. */
  readonly turn: number;
  /**
   * Whether the request that it joined may still wait for the task, which is then not cancelled for this one.
   */
  readonly isShared?: boolean;
}

export interface RequestIdentity {
  readonly tokenId: string;
  /** The hash of its route, parameters and body. */
  readonly requestHash: string;
  /** The key that the client has given its task. It joins only requests with the same key. */
  readonly taskKey?: string | undefined;
  /** The client declares that it has sent the request before. */
  readonly isRepeat: boolean;
}

export interface AwaitedRequests {
  /**
   * Joins an earlier equal request that was lost. Each is joined only once. Returns undefined if there is
   * none.
   */
  join(request: RequestIdentity): Promise<AwaitedRequest | undefined>;
  /** Begins a new request. */
  begin(request: RequestIdentity): Promise<AwaitedRequest>;
  /** The response was delivered: no request joins it any more. */
  recordAnswer(request: AwaitedRequest): Promise<void>;
  /** The response asks the client to repeat the request. */
  recordLoss(request: AwaitedRequest): Promise<void>;
  /**
   * The client has hung up. Unless a repeat joins it in time, its task is cancelled
   * (core/tasks/work/cancel-due.ts).
   */
  recordHangUp(request: AwaitedRequest): Promise<void>;
}

/** Returns the key of the task of a request. Clients cannot send such keys. */
export function awaitedRequestKey({ id }: AwaitedRequest): string {
  return `\u001fawaited:${id}`;
}

/** How long a repeat of a request whose client has hung up may take. */
const repeatWithinSeconds = 10;
/** How long a lost request can be joined. */
const joinable = `interval '10 minutes'`;
const aliveSeconds = 3;
const renewEveryMs = 1000;

/**
 * $1 token, $2 hash, $3 the key of the task, $4 whether the client declares that it repeats: then its earlier
 * request may only seem to be alive.
 */
const candidates = `select id from awaited_requests earlier
   where token_id = $1
     and request_hash = $2
     and task_key is not distinct from $3
     and changed_at > now() - ${joinable}
     and (
       $4
       or is_lost
       or not exists (select from waiting_processes where id = process_id and alive_until > now())
     )`;
const anyCandidate = statement('any_request_to_join', `${candidates} limit 1`);
/** Lets one repeat at a time join a request, so that each joins another one. */
const lockRequest = statement(
  'lock_awaited_request',
  `select pg_advisory_xact_lock(${keyedLocks.awaitedRequest}, hashtext($1 || $2))`,
);
/** Joins an earlier request. Requests that are certainly lost come first. */
const join = statement(
  'join_awaited_request',
  `with joinable_request as (
     -- The earlier request that can be joined: one that is certainly lost, if there is one.
     ${candidates}
     order by is_lost
       or not exists (select from waiting_processes where id = process_id and alive_until > now()) desc,
       changed_at
     limit 1
   ), joined_request as (
     -- Whether the process that has the request still waits for it.
     select requests.id,
       not is_lost
       and exists (
         select from waiting_processes
         where waiting_processes.id = requests.process_id and alive_until > now()
       ) as is_shared
     from awaited_requests requests join joinable_request using (id)
   )
   update awaited_requests
   set process_id = $5, is_lost = false, cancel_at = null, turn = turn + 1, changed_at = now()
   from joined_request where awaited_requests.id = joined_request.id
   returning awaited_requests.id, awaited_requests.turn, joined_request.is_shared as "isShared"`,
);
/**
 * The requests that end at the same time, which are written together: a proxy that restarts ends a thousand
 * in one moment.
 */
const endedRequests = `jsonb_to_recordset($1::jsonb) as ended (n int, id uuid, turn int, cancel_seconds int)`;
const insert = statement(
  'insert_awaited_request',
  `with item as materialized (
     -- The requests that arrived at the same time.
     select *
     from jsonb_to_recordset($1::jsonb) as item (
       n int, id uuid, token_id uuid, request_hash text, task_key text, process_id uuid
     )
   ), new_requests as (
     -- Their rows, in which a repeat finds them.
     insert into awaited_requests (id, token_id, request_hash, task_key, process_id)
     select id, token_id, request_hash, task_key, process_id from item
     returning id, turn
   )
   select n, new_requests.id, turn from new_requests join item using (id)`,
);
/**
 * Other processes that answer an equal request without a key, and how long their leases last: a negative
 * time if one has ended since the request tried to join.
 */
const answering = statement(
  'processes_with_request',
  `select process_id, max(extract(epoch from alive_until - now()) * 1000)::float8 as alive_ms
   from awaited_requests join waiting_processes on waiting_processes.id = process_id
   where token_id = $1 and request_hash = $2 and task_key is null and process_id <> $3 and not is_lost
     and changed_at > now() - ${joinable}
   group by process_id`,
);
const remove = statement(
  'remove_awaited_request',
  `delete from awaited_requests
   using ${endedRequests}
   where awaited_requests.id = ended.id and awaited_requests.turn = ended.turn
   returning n`,
);
const markLost = statement(
  'mark_request_lost',
  `update awaited_requests
   set is_lost = true, changed_at = now(), cancel_at = now() + ended.cancel_seconds * interval '1 s'
   from ${endedRequests}
   where awaited_requests.id = ended.id and awaited_requests.turn = ended.turn
   returning n`,
);
const renew = statement(
  'renew_waiting_process',
  `insert into waiting_processes (id, alive_until) values ($1, now() + $2 * interval '1 second')
   on conflict (id) do update set alive_until = excluded.alive_until`,
);
const sweep = statement(
  'sweep_awaited_requests',
  `with stale_requests as (
     -- Requests that nobody can join any more.
     delete from awaited_requests where changed_at < now() - ${joinable} and (
     is_lost or not exists (select from waiting_processes where id = process_id and alive_until > now()))
   )
   delete from waiting_processes where alive_until < now() - interval '1 hour'`,
);

/** Removes the requests that no repeat can join any more. */
export async function sweepAwaitedRequests(db: Pick<Database, 'query'>): Promise<void> {
  await db.query(sweep, []);
}

export function openAwaitedRequests(db: Pick<Database, 'query' | 'transaction' | 'batch'>): AwaitedRequests {
  const processId = newRowId();
  const waitingRequests = new Set<string>();
  const markAs = async (request: AwaitedRequest, cancelSeconds: number | null): Promise<void> => {
    waitingRequests.delete(requestName(request));
    await db.batch(markLost, { id: request.id, turn: request.turn, cancel_seconds: cancelSeconds });
  };
  const requestName = ({ id, turn }: AwaitedRequest) => `${id} ${turn}`;
  let renewing: Promise<void> | undefined;
  let renewedMs = 0;

  const renewLease = async (): Promise<void> => {
    const startedMs = systemClock.now();
    await db.query(renew, [processId, aliveSeconds]);
    renewedMs = startedMs;
  };
  /** A request of a process without a lease looks lost. */
  const holdLease = async (): Promise<void> => {
    if (systemClock.now() - renewedMs > renewEveryMs) await renewLease();
  };
  /** Reports the process as alive as long as it has requests that wait. */
  const keepAlive = async (): Promise<void> => {
    while (waitingRequests.size > 0) {
      await systemClock.sleep(renewEveryMs);
      // Without the database, the lease ends, and others may join what this process cannot deliver.
      await renewLease().catch(() => {});
    }
    renewing = undefined;
  };
  const hold = (request: AwaitedRequest): AwaitedRequest => {
    waitingRequests.add(requestName(request));
    renewing ??= keepAlive();
    return request;
  };
  const tryJoin = async ({ tokenId, requestHash, taskKey, isRepeat }: RequestIdentity) => {
    const values = [tokenId, requestHash, taskKey ?? null, isRepeat];
    if ((await db.query(anyCandidate, values)).length === 0) return undefined;
    await holdLease();
    return db.transaction(async tx => {
      await tx.query(lockRequest, [tokenId, requestHash]);
      const [earlierRequest] = await tx.query<AwaitedRequest>(join, [...values, processId]);
      return earlierRequest;
    });
  };

  return {
    join: async request => {
      const joined =
        (await tryJoin(request)) ?? (await joinAfterLeases(db, { ...request, processId }, tryJoin));
      return joined && hold(joined);
    },
    begin: async request => {
      await holdLease();
      const [row] = await db.batch<AwaitedRequest>(insert, newRow(request, processId));
      const { id, turn } = row as AwaitedRequest;
      return hold({ id, turn });
    },
    recordAnswer: async request => {
      waitingRequests.delete(requestName(request));
      await db.batch(remove, { id: request.id, turn: request.turn });
    },
    recordLoss: request => markAs(request, null),
    recordHangUp: request => markAs(request, request.isShared ? null : repeatWithinSeconds),
  };
}

function newRow({ tokenId, requestHash, taskKey = '' }: RequestIdentity, processId: string) {
  return {
    id: newRowId(),
    token_id: tokenId,
    request_hash: requestHash,
    task_key: taskKey || null,
    process_id: processId,
  };
}

/**
 * Whether another process that answers an equal request is alive is known only when its lease should be
 * renewed. So the request waits for that, at most three seconds, and then tries to join once more.
 */
async function joinAfterLeases(
  db: Pick<Database, 'query'>,
  request: RequestIdentity & { readonly processId: string },
  tryJoin: (request: RequestIdentity) => Promise<AwaitedRequest | undefined>,
): Promise<AwaitedRequest | undefined> {
  const { tokenId, requestHash, taskKey, processId } = request;
  // The task of a key is found without its request.
  if (taskKey !== undefined) return undefined;
  const leases = await db.query<{ alive_ms: number }>(answering, [tokenId, requestHash, processId]);
  if (leases.length === 0) return undefined;
  await systemClock.sleep(Math.max(0, ...leases.map(({ alive_ms: ms }) => ms)) + 1);
  return tryJoin(request);
}
