/** Reads the alert signals that are in the database. Cheap enough for every view of the overview. */
import { lastReconciliation, type Reconciliation } from '../../billing/reconciliations.ts';
import { type PaymentFaults, recentPaymentFaults } from '../../payments/reports/payment-faults.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';

export interface AlertSignals {
  /** Accounts with less available than they spent in the last 24 hours, the lowest balance first. */
  readonly accounts: readonly NearLimit[];
  /** Receivers that have failed several times in a row. */
  readonly receivers: readonly FailingReceiver[];
  /** Tokens without limits that have not been used for 90 days. */
  readonly idleTokens: number;
  /**
   * Future prices that will never apply: their model has no card, or a later version
   * takes effect at the same time.
   */
  readonly deadPrices: readonly { readonly model: string; readonly version: number }[];
  /**
   * Groups that every account may use although a more expensive one of their kind has tokens: its
   * customers could use the cheaper one.
   */
  readonly openGroups: readonly { readonly group: string; readonly dearer: string }[];
  readonly reconciliation: Reconciliation | undefined;
  readonly paymentFaults: readonly PaymentFaults[];
}

export interface NearLimit {
  readonly id: string;
  readonly name: string;
  readonly availableMicros: Micros;
  readonly spentMicros: Micros;
}

export interface FailingReceiver {
  readonly origin: string;
  readonly account: string;
  readonly failures: number;
  /** Deliveries are paused until then. Undefined if they are not. */
  readonly offUntil: Date | undefined;
}

/** The maximum number of entries per signal. */
const maxEntries = 20;
const failureThreshold = 5;

const nearLimit = statement(
  'accounts_near_limit',
  `select accounts.id, accounts.name, available_micros, spent.micros as spent_micros
   from accounts
     join (
       select account_id, sum(charged_micros)::bigint as micros from tasks
       where finished_at > now() - interval '24 hours'
       group by account_id
     ) as spent on spent.account_id = accounts.id
   where suspended_at is null and spent.micros > 0 and available_micros < spent.micros
   order by available_micros::numeric / spent.micros, accounts.name limit ${maxEntries}`,
);
const selectFailingReceivers = statement(
  'failing_receivers',
  `select origin, accounts.name as account, failures,
     case when off_until > now() then off_until end as off_until
   from hook_failures join accounts on accounts.id = account_id
   where failures >= ${failureThreshold} or off_until > now()
   order by off_until desc nulls last, failures desc limit ${maxEntries}`,
);
const countIdleTokens = statement(
  'idle_tokens',
  `select count(*)::int as count from tokens
   where revoked_at is null
     and expires_at is null
     and cap_total_micros is null
     and cap_day_micros is null
     and cap_month_micros is null
     and coalesce(last_used_at, created_at) < now() - interval '90 days'`,
);
/** $1 ids of all models. */
const selectDeadPrices = statement(
  'dead_prices',
  `select model, version from prices
   where withdrawn_at is null
     and effective_at > now()
     and (
       model <> all($1::text[])
       or exists (
         select from prices as later
         where later.model = prices.model
           and later.version > prices.version
           and later.effective_at = prices.effective_at
           and later.withdrawn_at is null
       )
     )
   order by model, version limit ${maxEntries}`,
);

const selectCheaperGroups = statement(
  'open_cheaper_groups',
  `select groups.name as group, min(dearer.name) as dearer from groups
   join groups dearer on dearer.kind = groups.kind and dearer.factor_micros > groups.factor_micros
   where groups.is_open and exists (
     select from tokens where dearer.name in (group_name, also_group) and revoked_at is null)
   group by groups.name order by groups.name limit ${maxEntries}`,
);

export async function readAlertSignals(db: Queryable, models: readonly string[]): Promise<AlertSignals> {
  const [tokens] = await db.query<{ count: number }>(countIdleTokens);
  return {
    accounts: await readRows(db, nearLimit),
    receivers: await readRows(db, selectFailingReceivers),
    idleTokens: tokens?.count ?? 0,
    deadPrices: await db.query(selectDeadPrices, [models]),
    openGroups: await db.query(selectCheaperGroups),
    reconciliation: await lastReconciliation(db),
    paymentFaults: await recentPaymentFaults(db),
  };
}
