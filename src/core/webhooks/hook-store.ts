/**
 * The deliverer's statements on hooks. Every write names the lease. If the lease was
 * lost, the write matches no row.
 */
import { secretsInUse } from './account-secret.ts';
import type { Database } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import {
  readStoredTrace,
  type StoredTrace,
  type TraceContext,
} from '../../platform/lib/trace/trace-context.ts';
import { classifyAttempt, isAccepted, type Outcome, type Verdict } from './classify-attempt.ts';
import { rankProgress, rankOfTask, type TaskProgress } from './rank.ts';

/** A hook that one deliverer has leased. */
export interface LeasedHook {
  readonly id: string;
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: 'image' | 'video';
  readonly url: string;
  /** Whether it is the operator's default, because the request named none. */
  readonly isDefault: boolean;
  readonly origin: string;
  readonly baseUrl: string;
  readonly language: 'en' | 'zh';
  readonly rankSent: number;
  /** How often its task was continued after it had failed. Each of its ends is another event. */
  readonly reopened: number;
  /**
   * The time since when it is due, with all digits of the database. It changes when the hook is made due for
   * another end.
   */
  readonly dueAt: string;
  readonly tries: number;
  readonly secrets: readonly Uint8Array[];
  /** Whether deliveries to its receiver are paused after many failures. */
  readonly isOff: boolean;
  /** The trace of its task's submit. Undefined if there is none. */
  readonly trace: TraceContext | undefined;
}

export interface HookLeaseRequest {
  readonly limit: number;
  readonly leaseMs: number;
  /** Ids of the hooks already leased, and their number by origin and by account. */
  readonly except: readonly string[];
  readonly busy: Readonly<Record<string, number>>;
  /** Only hooks of these tasks. Undefined means all that are due. */
  readonly publicIds: readonly string[] | undefined;
}

export interface Attempt {
  readonly messageId: string;
  /** The progress that was delivered. */
  readonly deliveredProgress: TaskProgress;
  readonly outcome: Outcome;
  readonly tookMs: number;
}

export interface HookStore {
  hasOpen(): Promise<boolean>;
  /** Leases hooks whose task has advanced since the last delivery, limited by origin and account. */
  lease(request: HookLeaseRequest): Promise<LeasedHook[]>;
  /** Stores the attempt and what follows from it. Returns undefined if the lease was lost. */
  recordAttempt(hook: LeasedHook, attempt: Attempt): Promise<Verdict | undefined>;
  /** Releases the leases, so that other deliverers can lease the hooks immediately. */
  release(hookIds: readonly string[]): Promise<void>;
  /** Deletes hooks whose retention has passed. */
  deleteExpired(): Promise<void>;
}

/**
 * How many deliveries to one origin may run at a time. A receiver that hangs leaves half of its account's
 * deliveries to other receivers.
 */
export const maxPerOrigin = 8;
/**
 * How many deliveries of one account may run at a time. An account whose receivers all hang leaves most
 * deliveries to other accounts.
 */
export const maxPerAccount = 16;
const failuresUntilOff = 20;

const anyOpen = statement(
  'any_open_hook',
  'select exists (select from hooks where ended_at is null) as open',
);

/**
 * Final events come first, because a task in progress can be reported later. Accounts alternate. $1 owner, $2
 * limit, $3 lease, $4 how many are leased by origin and by account, $5 their ids, $6 tasks.
 */
const leaseStatement = (name: string, extraCondition: string) =>
  statement(
    name,
    `with due_hooks as (
       -- Webhooks that can be delivered now, with their places among those to the same host.
       select hooks.id, hooks.due_at, hooks.origin, hooks.account_id, tasks.finished_at is null as goes_on,
         row_number() over (
           partition by hooks.origin order by tasks.finished_at is null, hooks.due_at, hooks.id
         ) as place
       from hooks join task_states tasks on tasks.id = hooks.task_id
       where hooks.ended_at is null
         and hooks.due_at <= now()
         and (hooks.lease_until is null or hooks.lease_until < now())
         and hooks.id <> all($5::uuid[])
         and ${rankOfTask} > hooks.rank_sent${extraCondition}
     ), hooks_in_turn as (
       -- As many as each host may get, with their turns among those of the same account.
       select id, due_at, goes_on,
         coalesce(($4::jsonb ->> account_id::text)::int, 0)
         + row_number() over (partition by account_id order by goes_on, due_at, id) as turn
       from due_hooks
       where place + coalesce(($4::jsonb ->> origin)::int, 0) <= ${maxPerOrigin}
     ), leased_hooks as (
       -- The webhooks that come first, locked for this worker.
       select hooks.id from hooks join hooks_in_turn using (id)
       where hooks_in_turn.turn <= ${maxPerAccount}
         and hooks.ended_at is null
         and (hooks.lease_until is null or hooks.lease_until < now())
       order by hooks_in_turn.goes_on, hooks_in_turn.turn, hooks_in_turn.due_at limit $2::int
       for update of hooks skip locked
     )
     update hooks set lease_owner = $1::text, lease_until = now() + $3::int * interval '1 ms'
     from leased_hooks, tasks, accounts
     where hooks.id = leased_hooks.id and tasks.id = hooks.task_id and accounts.id = hooks.account_id
     returning hooks.id, hooks.account_id, tasks.public_id, tasks.interface, tasks.traceparent,
       tasks.tracestate, hooks.url, hooks.is_default, hooks.origin, hooks.base_url, hooks.language,
       hooks.rank_sent, tasks.reopened, hooks.due_at::text, hooks.tries, ${secretsInUse} as secrets,
       exists (
         select from hook_failures f
         where f.account_id = hooks.account_id and f.origin = hooks.origin and f.off_until > now()
       ) as is_off`,
  );
const leaseDue = leaseStatement('lease_due_hooks', '');
const leaseOfTasks = leaseStatement('lease_hooks_of_tasks', ' and tasks.public_id = any($6::text[])');

/** Varies delays by up to 10 %, so that deliveries that failed together are not retried together. */
const jitter = '(0.9 + random() * 0.2)';

/**
 * $1 hook, $2 owner, $3 rank, $4 tries, $5 delay or null, $6 ending or null, $7 … $12 the attempt, $13
 * accepted, failed or skipped, $14 since when it was due. If its task runs once more since, the hook was made
 * due for its next end, and stays as it is. That is read from the row of the hook itself: after a wait for
 * its lock, PostgreSQL reads this row again, and those of other tables as they were before.
 */
const noteAttempt = statement(
  'note_hook_attempt',
  `with released_hook as (
     -- The webhook without its lease, with what follows from the answer.
     update hooks
     set lease_owner = null, lease_until = null,
       rank_sent = case when hooks.due_at = $14::timestamptz then $3::smallint else hooks.rank_sent end,
       tries = case when hooks.due_at = $14::timestamptz then $4::smallint else hooks.tries end,
       due_at = case
         when $5::int is null or hooks.due_at <> $14::timestamptz then hooks.due_at
         else now() + $5::int * ${jitter} * interval '1 ms'
       end,
       ending = case when hooks.due_at = $14::timestamptz then $6::text end,
       ended_at = case when $6::text is not null and hooks.due_at = $14::timestamptz then now() end,
       expires_at = case
         when $6::text is not null and hooks.due_at = $14::timestamptz
         then coalesce(tasks.expires_at, now() + interval '7 days')
       end
     from tasks
     where hooks.id = $1::uuid and hooks.lease_owner = $2::text and tasks.id = hooks.task_id
     returning hooks.id, hooks.account_id, hooks.origin
   ), new_attempt as (
     -- The attempt, as clients can read it.
     insert into hook_attempts (hook_id, message_id, phase, progress, status, error, took_ms)
     select id, $7::text, $8::text, $9::smallint, $10::smallint, $11::text, $12::int
     from released_hook
   ), cleared_failures as (
     -- A delivery succeeded: the failures of this receiver count no more.
     delete from hook_failures f
     using released_hook
     where $13::text = 'accepted'
       and f.account_id = released_hook.account_id
       and f.origin = released_hook.origin
   ), counted_failures as (
     -- A delivery failed: one more failure of this receiver. After several, its deliveries pause.
     insert into hook_failures as f (account_id, origin)
     select account_id, origin from released_hook where $13::text = 'failed'
     on conflict (account_id, origin)
     do update set failures = f.failures + 1, failed_at = now(),
       off_until = case
         when f.failures + 1 >= ${failuresUntilOff} and f.failing_since < now() - interval '1 hour'
         then now() + interval '1 hour'
       end
   )
   select from released_hook`,
);

const releaseHooks = statement(
  'release_hooks',
  'update hooks set lease_owner = null, lease_until = null where id = any($2::uuid[]) and lease_owner = $1',
);

const forgetHooks = statement('forget_hooks', 'delete from hooks where expires_at <= now()');
const forgetFailures = statement(
  'forget_hook_failures',
  `delete from hook_failures where failed_at < now() - interval '7 days'`,
);

type HookRow = Omit<LeasedHook, 'trace'> & StoredTrace;

/** `owner` must differ between deliverers. */
export function openHookStore(db: Database, owner: string): HookStore {
  return {
    hasOpen: async () => (await db.query<{ open: boolean }>(anyOpen))[0]?.open ?? false,
    lease: async ({ limit, leaseMs, except, busy, publicIds }) => {
      const values = [owner, limit, leaseMs, JSON.stringify(busy), except];
      const rows = await (publicIds
        ? readRows<HookRow>(db, leaseOfTasks, [...values, publicIds])
        : readRows<HookRow>(db, leaseDue, values));
      return rows.map(toLeasedHook);
    },
    recordAttempt: async (hook, attempt) => {
      const rank = rankProgress(attempt.deliveredProgress);
      const verdict = classifyAttempt(rank, hook.tries, attempt.outcome);
      const rows = await db.query(noteAttempt, [
        hook.id,
        owner,
        // A failed delivery of this state is due again.
        verdict.kind === 'again' ? hook.rankSent : rank,
        verdict.kind === 'again' ? verdict.tries : 0,
        verdict.kind === 'again' ? verdict.delayMs : null,
        verdict.kind === 'ended' ? verdict.ending : null,
        ...attemptValues(hook, attempt),
      ]);
      return rows.length === 1 ? verdict : undefined;
    },
    release: async hookIds => {
      await db.query(releaseHooks, [owner, hookIds]);
    },
    deleteExpired: async () => {
      await db.query(forgetHooks);
      await db.query(forgetFailures);
    },
  };
}

function attemptValues(
  hook: LeasedHook,
  { messageId, deliveredProgress, outcome, tookMs }: Attempt,
): unknown[] {
  const { status, error } = { status: null, error: null, ...outcome };
  // A receiver that responds with 410 is working.
  const receiver = isAccepted(outcome) || status === 410 ? 'accepted' : 'failed';
  const { phase, progress } = deliveredProgress;
  return [messageId, phase, progress, status, error, tookMs, hook.isOff ? 'skipped' : receiver, hook.dueAt];
}

function toLeasedHook({ traceparent, tracestate, ...hook }: HookRow): LeasedHook {
  return { ...hook, trace: readStoredTrace({ traceparent, tracestate }) };
}
