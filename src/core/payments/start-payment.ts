/** Starts a payment: the row first, so that a notification always finds it, then the provider's page. */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { newRowId } from '../../platform/lib/id.ts';
import type { Queryable } from '../../platform/db/open.ts';
import type { Payment } from './payment.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { countOpenPayments, insertPayment } from './payment-rows.ts';

export interface PaymentRequest {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly creditMicros: Micros;
  readonly method: string;
  readonly title: string;
}

export interface PaymentTerms {
  readonly providers: readonly PaymentProvider[];
  readonly minMicros: Micros;
  readonly maxMicros: Micros;
  /** The public address of this server, without a trailing slash. Never that of a request. */
  readonly baseUrl: string;
}

/** What is started and not paid, in an hour. */
const maxOpen = 20;
/** Credit is bought in hundredths. */
const cent = 10_000n;

/** Throws AppError `field_invalid`, `payments_too_many` or `payment_unavailable`. */
export async function startPayment(
  db: Queryable,
  { providers, minMicros, maxMicros, baseUrl }: PaymentTerms,
  { accountId, userId, creditMicros, method, title }: PaymentRequest,
): Promise<{ payment: Payment; url: string }> {
  const provider = providers.find(({ methods }) => methods.includes(method));
  if (!provider) {
    const allowed = providers.flatMap(({ methods }) => methods).join(', ');
    throw fieldInvalid('method', 'payment_method', { method, allowed });
  }
  if (creditMicros < minMicros || creditMicros > maxMicros || creditMicros % cent !== 0n)
    throw fieldInvalid('amount', 'payment_amount', {
      min: formatMicros(minMicros),
      max: formatMicros(maxMicros),
    });
  if ((await countOpenPayments(db, accountId)) >= maxOpen)
    throw new AppError('payments_too_many', { limit: maxOpen });
  const amountMicros = costOf(creditMicros, provider);
  const payment = await insertPayment(db, {
    id: newRowId(),
    accountId,
    userId,
    provider: provider.name,
    method,
    currency: provider.currency,
    amountMicros,
    creditMicros,
  });
  if (!payment) throw new AppError('payment_unavailable');
  const url = await provider
    .checkout({
      payment,
      title,
      returnUrl: `${baseUrl}/console/ledger?payment=${payment.id}`,
      notifyUrl: `${baseUrl}/payments/${provider.name}`,
    })
    .catch((error: unknown) => {
      throw new AppError('payment_unavailable', {}, error);
    });
  return { payment, url };
}

/** Rounded up to the smallest amount that can be paid. */
function costOf(creditMicros: Micros, { priceMicros, unitMicros }: PaymentProvider): Micros {
  const exact = (creditMicros * priceMicros + 999_999n) / 1_000_000n;
  return ((exact + unitMicros - 1n) / unitMicros) * unitMicros;
}
