/** A plan for one month, paid at a provider that has no subscriptions. It is not renewed. */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { Database, Transaction } from '../../platform/db/open.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { insertPayment } from './payment-rows.ts';
import { paymentCost, withOpenPaymentLimit } from './start-payment.ts';
import type { PlanVersion } from './plan.ts';
import { rejectRunning } from './plans-by-hand.ts';
import { requireAnswer } from './start-plan.ts';
import { insertSubscription, lockAccountForPlan } from './subscription-rows.ts';

export interface MonthPurchase {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly version: PlanVersion;
  readonly provider: PaymentProvider;
  readonly method: string;
  /** The currency of the server's credit. */
  readonly currency: string;
  readonly returnUrl: string;
  readonly notifyUrl: string;
}

/**
 * Returns the page on which it is paid. Throws AppError `plan_running`, `payments_too_many`,
 * `field_invalid` or `payment_unavailable`.
 */
export async function buyMonth(
  db: Database,
  { returnUrl, notifyUrl, ...purchase }: MonthPurchase,
): Promise<{ readonly id: string; readonly url: string }> {
  const { accountId, version, provider } = purchase;
  const amountMicros = priceAt(purchase);
  const payment = await withOpenPaymentLimit(db, accountId, tx => store(tx, purchase, amountMicros));
  if (!payment) throw new AppError('payment_unavailable');
  const url = await requireAnswer(provider.checkout({ payment, title: version.name, returnUrl, notifyUrl }));
  return { id: payment.subscriptionId ?? '', url };
}

async function store(
  tx: Transaction,
  { accountId, userId, version, provider, method }: Omit<MonthPurchase, 'returnUrl' | 'notifyUrl'>,
  amountMicros: bigint,
) {
  await lockAccountForPlan(tx, accountId);
  await rejectRunning(tx, accountId);
  const subscription = await insertSubscription(tx, {
    accountId,
    userId,
    provider: provider.name,
    versionId: version.id,
  });
  return insertPayment(tx, {
    accountId,
    userId,
    provider: provider.name,
    method,
    currency: provider.currency,
    amountMicros,
    creditMicros: version.creditMicros,
    subscriptionId: subscription?.id,
  });
}

/**
 * Throws AppError `field_invalid` if the provider does not take the currency of the price,
 * nor the server know its rate.
 */
function priceAt({ version, provider, currency }: Omit<MonthPurchase, 'returnUrl' | 'notifyUrl'>): bigint {
  if (version.currency === provider.currency) return version.priceMicros;
  if (version.currency !== currency) throw fieldInvalid('plan', 'plan_currency', { currency });
  return paymentCost(version.priceMicros, provider);
}
