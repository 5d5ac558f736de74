/** The error for a balance that does not cover what is asked for. */
import { AppError } from '@kinora/shared/errors/errors';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { formatMicros, type Micros } from '@kinora/shared/money';

export interface MissingFunds {
  readonly amountMicros: Micros;
  /** Undefined if the caller may not see the balance (token-balance.ts). */
  readonly availableMicros: Micros | undefined;
  readonly currency: string;
}

export function balanceError({ amountMicros, availableMicros, currency }: MissingFunds): AppError {
  return new AppError('insufficient_balance', {
    amount: formatMicros(amountMicros),
    currency,
    ...(availableMicros !== undefined &&
      reasonTexts(reason('balance_left', { available: formatMicros(availableMicros) }))),
  });
}
