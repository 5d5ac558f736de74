/**
 * The configuration of an engine as records show it. They never show a secret, only its reference or its last
 * four characters, and when it was changed.
 */
import type { z } from 'zod';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { describeSecrets, type SecretDescription } from '../../../core/catalogue/secrets/engine-secrets.ts';
import { money } from '../fields/fields.ts';
import type { Context } from '../procedure.ts';
import type { hoursRecord, instanceRecord, secretRecord } from '../records/instance-record.ts';

export async function toInstanceRecord(
  db: Context['db'],
  instance: EngineInstance,
): Promise<z.output<typeof instanceRecord>> {
  const { name, kind, url, settings, slots, hours, limits, source, isDrained } = instance;
  return {
    name,
    kind,
    url: url ?? null,
    settings: { ...settings },
    slots: slots ?? null,
    hours: toHours(hours),
    starts_per_minute: limits.startsPerMinute ?? null,
    day_budget: money(limits.dayBudgetMicros),
    month_budget: money(limits.monthBudgetMicros),
    source,
    drained: isDrained,
    secret: toSecret((await describeSecrets(db)).get(name)),
  };
}

export function toHours(hours: EngineInstance['hours']): z.output<typeof hoursRecord> | null {
  return hours ? { from: hours.from, to: hours.to, time_zone: hours.timeZone } : null;
}

export function toSecret(secret: SecretDescription | undefined): z.output<typeof secretRecord> | null {
  if (!secret) return null;
  const { reference = null, lastFour, changedAt } = secret;
  return { reference, last_four: lastFour, changed: changedAt.toISOString() };
}
