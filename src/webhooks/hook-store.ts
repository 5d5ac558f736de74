/** The deliverer's statements on hooks. Every write names the lease: when that was lost it matches no row. */
import type { Database } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { judgeAttempt, isAccepted, type Outcome, type Verdict } from './judge-attempt.ts';
import { rankOf, rankOfTask, type Standing } from './rank.ts';

/** A hook in the hands of one deliverer. */
export interface LeasedHook {
  readonly id: string;
  readonly publicId: string;
  readonly interface: 'image' | 'video';
  readonly url: string;
  readonly origin: string;
  readonly baseUrl: string;
  readonly language: 'en' | 'zh';
  readonly rankSent: number;
  readonly tries: number;
  readonly secret: Uint8Array;
  /** Its receiver failed for so long that nothing is posted there for now. */
  readonly isOff: boolean;
}

export interface HookLeaseRequest {
  readonly limit: number;
  readonly leaseMs: number;
  /** The hooks in hand already, and how many of them lead to each origin. */
  readonly except: readonly string[];
  readonly busy: Readonly<Record<string, number>>;
  /** Only hooks of these tasks; undefined: all that are due. */
  readonly publicIds: readonly string[] | undefined;
}

export interface Attempt {
  readonly messageId: string;
  readonly told: Standing;
  readonly outcome: Outcome;
  readonly tookMs: number;
}

export interface HookStore {
  hasOpen(): Promise<boolean>;
  /** Takes hooks whose task has come further than they were told, not too many of one origin. */
  lease(take: HookLeaseRequest): Promise<LeasedHook[]>;
  /** Writes the attempt down and what follows from it. Undefined: the lease was lost. */
  note(hook: LeasedHook, attempt: Attempt): Promise<Verdict | undefined>;
  /** Lets others take them at once. */
  putDown(hookIds: readonly string[]): Promise<void>;
  /** Deletes what is kept no longer. */
  forget(): Promise<void>;
}

/** A receiver that hangs leaves half of the places to the others. */
export const maxPerOrigin = 8;
const failuresUntilOff = 20;

const anyOpen = statement(
  'any_open_hook',
  'select exists (select from hooks where ended_at is null) as open',
);

/**
 * Ends come first: of a task that goes on, a later state will do as well. $1 owner, $2 limit, $3 lease, $4 busy origins,
 * $5 hooks in hand, $6 tasks.
 */
const leaseStatement = (name: string, more: string) =>
  statement(
    name,
    `with due as (
       select hooks.id, hooks.due_at, hooks.origin, tasks.finished_at is null as goes_on,
         row_number() over (partition by hooks.origin order by tasks.finished_at is null, hooks.due_at, hooks.id) as place
       from hooks join tasks on tasks.id = hooks.task_id
       where hooks.ended_at is null and hooks.due_at <= now() and (hooks.lease_until is null or hooks.lease_until < now())
         and hooks.id <> all($5::uuid[]) and ${rankOfTask} > hooks.rank_sent${more}
     ), picked as (
       select hooks.id from hooks join due using (id)
       where due.place + coalesce(($4::jsonb ->> due.origin)::int, 0) <= ${maxPerOrigin}
         and hooks.ended_at is null and (hooks.lease_until is null or hooks.lease_until < now())
       order by due.goes_on, due.due_at limit $2::int for update of hooks skip locked
     )
     update hooks set lease_owner = $1::text, lease_until = now() + $3::int * interval '1 ms'
     from picked, tasks, accounts
     where hooks.id = picked.id and tasks.id = hooks.task_id and accounts.id = hooks.account_id
     returning hooks.id, tasks.public_id, tasks.interface, hooks.url, hooks.origin, hooks.base_url, hooks.language, hooks.rank_sent,
       hooks.tries, accounts.webhook_secret, exists (
         select from hook_failures f where f.account_id = hooks.account_id and f.origin = hooks.origin and f.off_until > now()) as is_off`,
  );
const leaseDue = leaseStatement('lease_due_hooks', '');
const leaseOfTasks = leaseStatement('lease_hooks_of_tasks', ' and tasks.public_id = any($6::text[])');

/** A tenth more or less, so that what failed together does not come back together. */
const jitter = '(0.9 + random() * 0.2)';

/** $1 hook, $2 owner, $3 rank, $4 tries, $5 delay or null, $6 ending or null, $7 … $12 the attempt, $13 accepted, failed or skipped. */
const noteAttempt = statement(
  'note_hook_attempt',
  `with hook as (
     update hooks set lease_owner = null, lease_until = null, rank_sent = $3::smallint, tries = $4::smallint,
       due_at = case when $5::int is null then hooks.due_at else now() + $5::int * ${jitter} * interval '1 ms' end,
       ending = $6::text, ended_at = case when $6::text is not null then now() end,
       expires_at = case when $6::text is not null then coalesce(tasks.expires_at, now() + interval '7 days') end
     from tasks where hooks.id = $1::uuid and hooks.lease_owner = $2::text and tasks.id = hooks.task_id
     returning hooks.id, hooks.account_id, hooks.origin
   ), attempt as (
     insert into hook_attempts (hook_id, message_id, phase, progress, status, error, took_ms)
     select id, $7::text, $8::text, $9::smallint, $10::smallint, $11::text, $12::int from hook
   ), working as (
     delete from hook_failures f using hook
     where $13::text = 'accepted' and f.account_id = hook.account_id and f.origin = hook.origin
   ), failing as (
     insert into hook_failures as f (account_id, origin) select account_id, origin from hook where $13::text = 'failed'
     on conflict (account_id, origin) do update set failures = f.failures + 1, failed_at = now(),
       off_until = case when f.failures + 1 >= ${failuresUntilOff} and f.failing_since < now() - interval '1 hour'
         then now() + interval '1 hour' end
   )
   select from hook`,
);

const putDownHooks = statement(
  'put_down_hooks',
  'update hooks set lease_owner = null, lease_until = null where id = any($2::uuid[]) and lease_owner = $1',
);

const forgetHooks = statement('forget_hooks', 'delete from hooks where expires_at <= now()');
const forgetFailures = statement(
  'forget_hook_failures',
  `delete from hook_failures where failed_at < now() - interval '7 days'`,
);

interface HookRow {
  id: string;
  public_id: string;
  interface: 'image' | 'video';
  url: string;
  origin: string;
  base_url: string;
  language: 'en' | 'zh';
  rank_sent: number;
  tries: number;
  webhook_secret: Uint8Array;
  is_off: boolean;
}

/** `owner` must differ between deliverers. */
export function openHookStore(db: Database, owner: string): HookStore {
  return {
    hasOpen: async () => (await db.query<{ open: boolean }>(anyOpen))[0]?.open ?? false,
    lease: async ({ limit, leaseMs, except, busy, publicIds }) => {
      const values = [owner, limit, leaseMs, JSON.stringify(busy), except];
      const rows = await (publicIds
        ? db.query<HookRow>(leaseOfTasks, [...values, publicIds])
        : db.query<HookRow>(leaseDue, values));
      return rows.map(toLeasedHook);
    },
    note: async (hook, attempt) => {
      const rank = rankOf(attempt.told);
      const verdict = judgeAttempt(rank, hook.tries, attempt.outcome);
      const rows = await db.query(noteAttempt, [
        hook.id,
        owner,
        // Not yet told: it is due again.
        verdict.kind === 'again' ? hook.rankSent : rank,
        verdict.kind === 'again' ? verdict.tries : 0,
        verdict.kind === 'again' ? verdict.delayMs : null,
        verdict.kind === 'ended' ? verdict.ending : null,
        ...attemptValues(hook, attempt),
      ]);
      return rows.length === 1 ? verdict : undefined;
    },
    putDown: async hookIds => {
      await db.query(putDownHooks, [owner, hookIds]);
    },
    forget: async () => {
      await db.query(forgetHooks);
      await db.query(forgetFailures);
    },
  };
}

function attemptValues(hook: LeasedHook, { messageId, told, outcome, tookMs }: Attempt): unknown[] {
  const { status, error } = { status: null, error: null, ...outcome };
  // A receiver that says 410 is alive.
  const receiver = isAccepted(outcome) || status === 410 ? 'accepted' : 'failed';
  return [messageId, told.phase, told.progress, status, error, tookMs, hook.isOff ? 'skipped' : receiver];
}

function toLeasedHook(row: HookRow): LeasedHook {
  return {
    id: row.id,
    publicId: row.public_id,
    interface: row.interface,
    url: row.url,
    origin: row.origin,
    baseUrl: row.base_url,
    language: row.language,
    rankSent: row.rank_sent,
    tries: row.tries,
    secret: row.webhook_secret,
    isOff: row.is_off,
  };
}
