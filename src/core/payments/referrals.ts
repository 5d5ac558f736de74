/**
 * Accounts that brought others. Both get credit for the first payment of the new account, once, and lose it
 * if that payment goes back. An account is locked before the one that brought it, which is always older, so
 * that no two payments wait for each other.
 */
import type { Queryable, Transaction } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { bringTo } from './bring-to.ts';

/** Follows from the id, so that a read stores nothing. There is an index of it. */
const codeOf = "substr(encode(sha256(uuid_send(id)), 'hex'), 1, 12)";
const readCode = statement('referral_code', `select ${codeOf} as code from accounts where id = $1`);
const setReferrerOf = statement(
  'set_referrer',
  `insert into referrals (account_id, referrer_id)
   select $1, id from accounts
   where ${codeOf} = $2 and id <> $1 and created_at <= (select created_at from accounts where id = $1)
   on conflict do nothing
   returning referrer_id`,
);
const sums = statement(
  'referrals_of_account',
  `select count(*)::int as accounts, count(payment_id)::int as paying,
     coalesce(sum(referrer_credited_micros), 0)::bigint as credited_micros
   from referrals where referrer_id = $1`,
);
/**
 * The first payment that is credited stays the one that counts, and the credit of that day is what both get.
 */
const begin = statement(
  'begin_referral',
  'update referrals set payment_id = $2, credit_micros = $3 where account_id = $1 and payment_id is null',
);
const ofPayment = statement(
  'referral_of_payment',
  `select account_id, referrer_id, credit_micros, account_credited_micros, referrer_credited_micros
   from referrals where payment_id = $1 for update`,
);
const save = statement(
  'save_referral',
  'update referrals set account_credited_micros = $2, referrer_credited_micros = $3 where account_id = $1',
);

/** The code of an account in its link. */
export async function readReferralCode(db: Queryable, accountId: string): Promise<string> {
  const [row] = await db.query<{ code: string }>(readCode, [accountId]);
  return row?.code ?? '';
}

/**
 * Notes who brought a new account, in the transaction that creates it. Returns false if the code is unknown
 * or the account has a referrer.
 */
export async function setReferrer(tx: Queryable, accountId: string, code: string): Promise<boolean> {
  return (await tx.query(setReferrerOf, [accountId, code.trim().toLowerCase()])).length === 1;
}

export interface ReferralSums {
  /** Accounts that it brought, and those of them that have paid. */
  readonly accounts: number;
  readonly paying: number;
  readonly creditedMicros: Micros;
}

export async function referralSums(db: Queryable, accountId: string): Promise<ReferralSums> {
  return (
    (await readFirst<ReferralSums>(db, sums, [accountId])) ?? { accounts: 0, paying: 0, creditedMicros: 0n }
  );
}

interface Referral {
  readonly accountId: string;
  readonly referrerId: string;
  readonly creditMicros: Micros;
  readonly accountCreditedMicros: Micros;
  readonly referrerCreditedMicros: Micros;
}

/** `isKept`: something was paid and did not go back. Inside the transaction that settles the payment. */
export async function creditReferral(
  tx: Transaction,
  payment: { readonly id: string; readonly accountId: string },
  { isKept, creditMicros }: { readonly isKept: boolean; readonly creditMicros: Micros },
): Promise<void> {
  if (isKept) await tx.query(begin, [payment.accountId, payment.id, creditMicros]);
  const referral = await readFirst<Referral>(tx, ofPayment, [payment.id]);
  if (!referral) return;
  const targetMicros = isKept ? referral.creditMicros : 0n;
  const give = (accountId: string, hasMicros: bigint, reason: string) =>
    bringTo(tx, accountId, {
      hasMicros,
      targetMicros,
      kind: 'adjust',
      reason,
      takeReason: `${reason}: the payment went back`,
    });
  const { accountId, referrerId, accountCreditedMicros, referrerCreditedMicros } = referral;
  const accountCredit = await give(accountId, accountCreditedMicros, 'referral: first payment');
  const other = await give(referrerId, referrerCreditedMicros, 'referral: first payment of an account');
  await tx.query(save, [accountId, accountCredit, other]);
}
