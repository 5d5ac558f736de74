/**
 * The limits of a token in requests and records: one entry for each, from which inputs,
 * outputs and settings follow.
 */
import { z } from 'zod';
import type { TokenSettings } from '../../../core/accounts/token-settings.ts';
import { formatMicros } from '@kinora/shared/money';
import { tiers } from '@kinora/shared/models/model-card';
import { amount, count, list, networks, orNever, orNone } from '../fields/fields.ts';
import { when } from '../fields/when.ts';
import * as values from './values.ts';

const limits = {
  tier: {
    setting: 'defaultTier',
    input: orNone(z.enum(tiers)).optional().describe('Default tier of its tasks: relax, fast or turbo.'),
    output: values.tier.nullable().describe('Default tier of its tasks.'),
  },
  expires: {
    setting: 'expiresAt',
    input: orNever(when).optional().describe('Expiry: a time, a duration such as 90d, or "never".'),
    output: values.time.nullable(),
  },
  models: {
    setting: 'models',
    input: orNone(list)
      .optional()
      .describe('Models it may use, comma-separated. Default: all models of its group.'),
    output: z.array(z.string()).nullable(),
  },
  addresses: {
    setting: 'addresses',
    input: orNone(networks)
      .optional()
      .describe('IP addresses or CIDR ranges it may be used from, comma-separated.'),
    output: z.array(z.string()).nullable(),
  },
  cap_total: {
    setting: 'capTotalMicros',
    input: orNone(amount).optional().describe('Total spending cap.'),
    output: values.decimal.nullable(),
  },
  cap_day: {
    setting: 'capDayMicros',
    input: orNone(amount).optional().describe('Spending cap per day in the time zone of the server.'),
    output: values.decimal.nullable(),
  },
  cap_month: {
    setting: 'capMonthMicros',
    input: orNone(amount).optional().describe('Spending cap per month in the time zone of the server.'),
    output: values.decimal.nullable(),
  },
  cap_end_user: {
    setting: 'capEndUserMicros',
    input: orNone(amount)
      .optional()
      .describe('Spending cap per end user and month. Requests name the end user in `user`.'),
    output: values.decimal.nullable().describe('Spending cap of each end user per month.'),
  },
  max_open: {
    setting: 'maxOpen',
    input: orNone(count).optional().describe('Maximum number of concurrent tasks.'),
    output: values.count.nullable(),
  },
  max_per_minute: {
    setting: 'maxPerMinute',
    input: orNone(count).optional().describe('Maximum number of tasks submitted per minute.'),
    output: values.count.nullable(),
  },
  ask_above: {
    setting: 'askAboveMicros',
    input: orNone(amount)
      .optional()
      .describe('Price above which a call of an agent (/mcp) needs the consent of a person.'),
    output: values.decimal.nullable(),
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly setting: keyof TokenSettings; readonly input: z.ZodType; readonly output: z.ZodType }
  >
>;

type Limits = typeof limits;
type Schemas<Part extends 'input' | 'output'> = { [Name in keyof Limits]: Limits[Name][Part] };

/** What a request may set. Null removes a limit. */
export const limitInputs = schemas('input');
export type LimitInput = z.infer<z.ZodObject<typeof limitInputs>>;

/** What a record shows. Null if there is no limit. */
export const limitOutputs = schemas('output');
type LimitOutput = z.infer<z.ZodObject<typeof limitOutputs>>;

/** The settings that a request names. */
export function settingsIn(input: LimitInput): Partial<TokenSettings> {
  const entries = names().map(name => [limits[name].setting, input[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The limits of a token as its record shows them. */
export function showLimits(settings: TokenSettings): LimitOutput {
  const entries = names().map(name => [name, shownValue(settings[limits[name].setting])] as const);
  // A record is checked against its schema in every test.
  return Object.fromEntries(entries) as LimitOutput;
}

function shownValue(value: TokenSettings[keyof TokenSettings]) {
  if (typeof value === 'bigint') return formatMicros(value);
  return value instanceof Date ? value.toISOString() : value;
}

function schemas<Part extends 'input' | 'output'>(part: Part): Schemas<Part> {
  return Object.fromEntries(names().map(name => [name, limits[name][part]])) as Schemas<Part>;
}

function names(): readonly (keyof Limits)[] {
  return Object.keys(limits) as (keyof Limits)[];
}
