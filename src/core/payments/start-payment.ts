/** Starts a payment: the row first, so that a notification always finds it, then the provider's page. */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/open.ts';
import { type Discount, discountPrice } from './discounts/discount.ts';
import { findDiscount, hasUseLeft, lockDiscount } from './discounts/discount-rows.ts';
import type { Payment } from './payment.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { countOpenPayments, insertPayment } from './payment-rows.ts';

export interface PaymentRequest {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly creditMicros: Micros;
  readonly method: string;
  /** A discount code. */
  readonly code: string | undefined;
  readonly title: string;
}

export interface PaymentTerms {
  readonly providers: readonly PaymentProvider[];
  readonly minMicros: Micros;
  readonly maxMicros: Micros;
  /** The public address of this server, without a trailing slash. Never that of a request. */
  readonly baseUrl: string;
}

export interface PaymentQuote {
  readonly provider: PaymentProvider;
  readonly amountMicros: Micros;
  /** The amount without the discount code. */
  readonly fullAmountMicros: Micros;
  readonly discount: Discount | undefined;
}

/** How many payments an account may start within an hour without paying them. */
const maxOpen = 20;
/** Credit is bought in hundredths. */
const cent = 10_000n;

/** Throws AppError `field_invalid`, `payments_too_many` or `payment_unavailable`. */
export async function startPayment(
  db: Database,
  terms: PaymentTerms,
  request: PaymentRequest,
): Promise<{ payment: Payment; url: string }> {
  const { accountId, title } = request;
  const quote = await quotePayment(db, terms, request);
  const { provider } = quote;
  const payment = await withOpenPaymentLimit(db, accountId, tx => store(tx, request, quote));
  const url = await provider
    .checkout({
      payment,
      title,
      returnUrl: `${terms.baseUrl}/console/ledger?payment=${payment.id}`,
      notifyUrl: `${terms.baseUrl}/payments/${provider.name}`,
    })
    .catch((error: unknown) => {
      throw new AppError('payment_unavailable', {}, error);
    });
  return { payment, url };
}

/** Computes the amount of a payment. Throws AppError `field_invalid`. */
export async function quotePayment(
  db: Queryable,
  { providers, minMicros, maxMicros }: Pick<PaymentTerms, 'providers' | 'minMicros' | 'maxMicros'>,
  { accountId, creditMicros, method, code }: Omit<PaymentRequest, 'userId' | 'title'>,
): Promise<PaymentQuote> {
  const provider = providers.find(({ methods }) => methods.includes(method));
  if (!provider) {
    const allowedMethods = providers.flatMap(({ methods }) => methods).join(', ');
    throw fieldInvalid('method', 'payment_method', { method, allowed: allowedMethods });
  }
  if (creditMicros < minMicros || creditMicros > maxMicros || creditMicros % cent !== 0n)
    throw fieldInvalid('amount', 'payment_amount', {
      min: formatMicros(minMicros),
      max: formatMicros(maxMicros),
    });
  const discount = code === undefined ? undefined : await findDiscount(db, code);
  if (code !== undefined && !discount) throw fieldInvalid('code', 'discount_unknown');
  if (discount && !(await hasUseLeft(db, discount, { accountId, isStarting: true })))
    throw fieldInvalid('code', 'discount_used');
  const price = discount ? discountPrice(creditMicros, discount) : creditMicros;
  if (price <= 0n) throw fieldInvalid('code', 'discount_too_high');
  const fullAmountMicros = paymentCost(creditMicros, provider);
  return { provider, amountMicros: paymentCost(price, provider), fullAmountMicros, discount };
}

/**
 * Runs `work`, which inserts one payment, unless the account has started too many that are not paid. Payments
 * of an account are started one after the other. Throws AppError `payments_too_many`.
 */
export function withOpenPaymentLimit<Result>(
  db: Database,
  accountId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const runWithinLimit = async (tx: Transaction): Promise<Result> => {
    if ((await countOpenPayments(tx, accountId)) >= maxOpen)
      throw new AppError('payments_too_many', { limit: maxOpen });
    return work(tx);
  };
  return db.transaction(runWithinLimit, { lock: [Number(keyedLocks.startedPayment), accountId] });
}

async function store(
  tx: Transaction,
  { accountId, userId, method, creditMicros }: PaymentRequest,
  { provider, amountMicros, fullAmountMicros, discount }: PaymentQuote,
): Promise<Payment> {
  if (discount) await takeUse(tx, discount, accountId);
  const payment = await insertPayment(tx, {
    accountId,
    userId,
    provider: provider.name,
    method,
    currency: provider.currency,
    amountMicros,
    fullAmountMicros,
    discountId: discount?.id,
    creditMicros,
  });
  if (!payment) throw new AppError('payment_unavailable');
  return payment;
}

/**
 * Checked again under a lock: of two payments that are started at once, only one gets the last use of a
 * code. Throws AppError `field_invalid`.
 */
async function takeUse(tx: Transaction, discount: Discount, accountId: string): Promise<void> {
  await lockDiscount(tx, discount.id);
  if (!(await hasUseLeft(tx, discount, { accountId, isStarting: true })))
    throw fieldInvalid('code', 'discount_used');
}

/** Rounded up to the smallest amount that can be paid. */
export function paymentCost(creditMicros: Micros, { priceMicros, unitMicros }: PaymentProvider): Micros {
  const exact = (creditMicros * priceMicros + 999_999n) / 1_000_000n;
  return ((exact + unitMicros - 1n) / unitMicros) * unitMicros;
}
