/** The limits that an operator sets for an engine. Undefined means no limit. */
export interface EngineLimits {
  /** The number of jobs that may be started in a minute. */
  readonly startsPerMinute: number | undefined;
  /**
   * The most that its jobs may cost the operator in a day, in millionths of the currency. Days and months are
   * those of platform/db/calendar.ts.
   */
  readonly dayBudgetMicros: bigint | undefined;
  /** The most that its jobs may cost the operator in a month, in millionths of the currency. */
  readonly monthBudgetMicros: bigint | undefined;
}
