/**
 * Mail that is caused by no request: an account's balance has become low, or a
 * token has almost used up a cap.
 */
import { formatMicros } from '@kinora/shared/money';
import type { Language } from '@kinora/shared/errors/errors';
import { countedThisMonth, countedToday } from '../accounts/token-limits.ts';
import { thisMonth, today } from '../../platform/db/calendar.ts';
import type { Database, Transaction } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { enqueueMail } from './mail.ts';

/** Marks the accounts whose balance is low, so that each fall below the threshold is reported once. */
const markLowBalances = statement(
  'mark_low_balances',
  `update accounts set low_balance_since = now()
   where low_balance_micros is not null
     and low_balance_since is null
     and available_micros < low_balance_micros
   returning id, name, available_micros, low_balance_micros, low_balance_since`,
);
const clearLowBalances = statement(
  'clear_low_balances',
  `update accounts set low_balance_since = null
   where low_balance_since is not null
     and (low_balance_micros is null or available_micros >= low_balance_micros)`,
);
const owners = statement(
  'owners_to_mail',
  `select email, language from users
   where account_id = $1 and disabled_at is null and role <> 'member'
   order by created_at, id limit 20`,
);
/**
 * A cap counts as used up when less than a twentieth of it is left. The person who
 * created the token gets the mail.
 */
const usedCaps = statement(
  'used_up_caps',
  `with token_spending as (
     -- What each token with a cap has spent, with its caps in the same order.
     select id, name, user_id, ${today}::text as day, ${thisMonth}::text as month,
       array['total', 'day', 'month'] as caps,
       array[cap_total_micros, cap_day_micros, cap_month_micros] as limits,
       array[spent_micros + held_micros, ${countedToday}, ${countedThisMonth}] as spent
     from tokens
     where revoked_at is null
       and user_id is not null
       and (cap_total_micros > 0 or cap_day_micros > 0 or cap_month_micros > 0)
       and last_used_at > now() - interval '1 hour'
   )
   select token_spending.name, each.cap, each."limit" as limit_micros, each.spent as spent_micros,
     users.email, users.language, once.key as once_key
   from token_spending
     join users on users.id = token_spending.user_id and users.disabled_at is null,
       unnest(caps, limits, token_spending.spent, array['', day, month]) as each(cap, "limit", spent, period),
       concat_ws(' ', 'cap', token_spending.id, each.cap, each."limit", each.period) as once(key)
   where each."limit" > 0
     and each.spent * 20 > each."limit" * 19
     and not exists (select from mails where mails.once_key = once.key)
   limit 100`,
);

interface LowBalance {
  readonly id: string;
  readonly name: string;
  readonly availableMicros: bigint;
  readonly lowBalanceMicros: bigint;
  readonly lowBalanceSince: Date;
}

interface UsedCap {
  readonly name: string;
  readonly cap: 'total' | 'day' | 'month';
  readonly limitMicros: bigint;
  readonly spentMicros: bigint;
  readonly email: string;
  readonly language: Language;
  /** Stays the same until the cap is changed, or its day or month is over. */
  readonly onceKey: string;
}

export async function queueWarnings(db: Database, currency: string): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(clearLowBalances);
    for (const low of await readRows<LowBalance>(tx, markLowBalances))
      await queueLowBalance(tx, low, currency);
  });
  for (const cap of await readRows<UsedCap>(db, usedCaps)) await queueCap(db, cap, currency);
}

async function queueLowBalance(
  tx: Transaction,
  { id, name, availableMicros, lowBalanceMicros, lowBalanceSince }: LowBalance,
  currency: string,
): Promise<void> {
  const data = {
    account: name,
    balance: `${formatMicros(availableMicros)} ${currency}`,
    threshold: `${formatMicros(lowBalanceMicros)} ${currency}`,
  };
  for (const { email, language } of await readRows<Pick<UsedCap, 'email' | 'language'>>(tx, owners, [id]))
    await enqueueMail(tx, {
      kind: 'balance_low',
      to: email,
      language,
      data,
      onceKey: `low ${id} ${email} ${lowBalanceSince.toISOString()}`,
    });
}

async function queueCap(
  db: Database,
  { name, cap, limitMicros, spentMicros, email, language, onceKey }: UsedCap,
  currency: string,
): Promise<void> {
  await enqueueMail(db, {
    kind: 'cap_reached',
    to: email,
    language,
    data: {
      token: name,
      cap,
      spent: `${formatMicros(spentMicros)} ${currency}`,
      limit: `${formatMicros(limitMicros)} ${currency}`,
    },
    onceKey,
  });
}
