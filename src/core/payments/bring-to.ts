/** Gives or takes credit until an account has got what it should have for something. */
import { debitAccount, lockBalance } from '../billing/debit-account.ts';
import { creditAccount } from '../billing/ledger.ts';
import type { Transaction } from '../../platform/db/open.ts';

export interface CreditChange {
  /** What the account has got for it so far, and what it should have. */
  readonly hasMicros: bigint;
  readonly targetMicros: bigint;
  readonly kind: 'top_up' | 'adjust';
  readonly reason: string;
  /** Why it is taken back. */
  readonly takeReason: string;
  readonly userId?: string | undefined;
}

/**
 * Returns what the account has got afterwards. More than the target, if the rest was spent: a
 * balance never falls below zero.
 */
export async function bringTo(tx: Transaction, accountId: string, change: CreditChange): Promise<bigint> {
  const { hasMicros, targetMicros, kind, reason, takeReason, userId } = change;
  const missing = targetMicros - hasMicros;
  if (missing > 0n) {
    const isCredited = await creditAccount(tx, accountId, { kind, amountMicros: missing, reason, userId });
    return isCredited ? targetMicros : hasMicros;
  }
  return missing < 0n
    ? hasMicros - (await takeBack(tx, accountId, { amount: -missing, reason: takeReason }))
    : hasMicros;
}

/** Takes as much as is left, credit that expires last, and returns it. */
async function takeBack(
  tx: Transaction,
  accountId: string,
  { amount, reason }: { readonly amount: bigint; readonly reason: string },
): Promise<bigint> {
  const available = await lockBalance(tx, accountId);
  const amountMicros = available < amount ? available : amount;
  if (amountMicros === 0n) return 0n;
  return (await debitAccount(tx, accountId, { amountMicros, reason, first: 'paid' })) ? amountMicros : 0n;
}
