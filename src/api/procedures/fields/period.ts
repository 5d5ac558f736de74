/** The period that a list or a report is about. */
import { calendarNow } from '@kinora/shared/clock';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { when } from './when.ts';

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** For lists: without them, everything. */
export const period = {
  from: when.optional().describe('Start of the period, inclusive.'),
  to: when.optional().describe('End of the period, exclusive.'),
};

/** For reports: without them, the last 30 days. */
export const recentPeriod = {
  from: when.optional().describe('Start of the period, inclusive. Default: 30 days ago.'),
  to: when.optional().describe('End of the period, exclusive. Default: now.'),
};

type RequestedPeriod = { readonly [Field in keyof Period]?: Date | undefined };

/** Throws AppError `field_invalid`. */
export function rejectEmptyPeriod({ from, to }: RequestedPeriod): void {
  if (from && to && from >= to) throw fieldInvalid('from', 'before_to');
}

const dayMs = 86_400_000;

/** The period of a report, which includes this moment. Throws AppError `field_invalid`. */
export function readPeriod(period: RequestedPeriod): Period {
  const to = period.to ?? new Date(calendarNow() + 1000);
  const from = period.from ?? new Date(to.getTime() - 30 * dayMs);
  rejectEmptyPeriod({ from, to });
  return { from, to };
}
