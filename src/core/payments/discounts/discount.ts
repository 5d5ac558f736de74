/** A code that makes a top-up cheaper: the customer pays less for the same credit. */
import type { Micros } from '@kinora/shared/money';

export interface Discount {
  readonly id: string;
  /** The code as the operator wrote it. Customers write it in any case. */
  readonly code: string;
  /** Millionths of a percent. Either this or the amount is set. */
  readonly percentMicros: bigint | undefined;
  /** An amount of the server's currency. */
  readonly amountMicros: Micros | undefined;
  /** The number of payments. Any number if it is undefined. */
  readonly maxUses: number | undefined;
  readonly maxUsesOfAccount: number | undefined;
  readonly note: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

const hundredPercent = 100_000_000n;

/**
 * What the credit costs with the discount, before it is rounded. Zero or less: the discount
 * is worth more than the credit.
 */
export function discountPrice(
  creditMicros: Micros,
  { percentMicros, amountMicros }: Pick<Discount, 'percentMicros' | 'amountMicros'>,
): Micros {
  if (percentMicros === undefined) return creditMicros - (amountMicros ?? 0n);
  return (creditMicros * (hundredPercent - percentMicros)) / hundredPercent;
}
