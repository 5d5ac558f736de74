/** What an operator allows an engine to be asked for. */
export interface EngineLimits {
  /** How many jobs may be started in a minute. */
  readonly startsPerMinute: number | undefined;
  /** What its jobs may cost the operator on a day. Days and months: platform/db/calendar.ts. */
  readonly dayBudgetMicros: bigint | undefined;
  /** What its jobs may cost the operator in a month. */
  readonly monthBudgetMicros: bigint | undefined;
}
