/** What an operator allows an engine to be asked for. */
export interface EngineLimits {
  /** How many jobs may be started in a minute. */
  readonly startsPerMinute: number | undefined;
  /** What its jobs may cost the operator on a day and in a month (platform/db/calendar.ts). */
  readonly dayBudgetMicros: bigint | undefined;
  /** As `dayBudgetMicros`. */
  readonly monthBudgetMicros: bigint | undefined;
}
