/** Fields of engines and routes in requests. Objects are JSON, also on the command line. */
import { z } from 'zod';
import { tiers } from '@kinora/shared/models/model-card';
import { parameterMap, routeCostUnits } from '../../../core/catalogue/routes/route.ts';
import { amount, flag, list, number, orNone } from './fields.ts';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { jsonErrorIn } from '../../../platform/lib/text/json-error.ts';

/** JSON as text, or the value itself. */
export function json<Type extends z.ZodType>(type: Type) {
  return z.unknown().transform(parseJson).pipe(type);
}

function parseJson(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    const { line = 1, column = 1, isEnd = false } = jsonErrorIn(value) ?? {};
    const message = reasonCode(isEnd ? 'json_end' : 'json');
    context.issues.push({ code: 'custom', input: value, message, params: { line, column } });
    return z.NEVER;
  }
}

export const engineName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, reasonCode('engine_name'));

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `22:00-06:00 Europe/Berlin`; without a time zone: UTC. */
const hoursText = z.string().transform((text, context) => {
  const [, from = '', to = '', timeZone = 'UTC'] =
    /^([\d:]{5})-([\d:]{5})(?:\s+(\S+))?$/.exec(text.trim()) ?? [];
  if (clockTime.test(from) && clockTime.test(to) && from !== to && isTimeZone(timeZone))
    return { from, to, timeZone };
  const message = reasonCode('hours');
  context.issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const url = z.string().trim().max(2000).describe('Base URL of the engine, such as http://10.0.0.5:8188.');
const settings = json(z.record(z.string(), z.unknown())).describe('Settings of its kind, as JSON.');
const startsPerMinute = number().int().min(1).max(100_000);
const slots = number().int().min(1).max(1000);
/** Both in one field: the secret itself, or where it is. */
const secret = z
  .string()
  .min(1)
  .max(5000)
  .describe('Secret, such as an API key. env:NAME or file:/path is a reference to it.');

export const newInstanceFields = {
  url: url.optional(),
  settings: settings.optional(),
  slots: slots.optional().describe('Number of tasks it runs at the same time. Default: that of its kind.'),
  hours: hoursText
    .optional()
    .describe('When it takes tasks each day, such as "22:00-06:00 Europe/Berlin". Default: always.'),
  secret: secret.optional(),
  starts_per_minute: startsPerMinute
    .optional()
    .describe('Maximum number of jobs that it is given per minute.'),
  day_budget: amount
    .optional()
    .describe('What its jobs may cost the operator per day in the time zone of the server.'),
  month_budget: amount
    .optional()
    .describe('What its jobs may cost the operator per month in the time zone of the server.'),
};
export const instanceChangeFields = {
  url: url
    .optional()
    .describe(
      'Base URL. It can be changed only while the engine is drained and idle. The secret is dropped if the origin changes.',
    ),
  settings: settings.optional().describe('Settings to change, as JSON. The others stay.'),
  slots: orNone(slots)
    .optional()
    .describe('Number of tasks it runs at the same time. "none": the default of its kind.'),
  hours: orNone(hoursText)
    .optional()
    .describe('When it takes tasks each day, such as "22:00-06:00 Europe/Berlin". "none": always.'),
  secret: orNone(secret)
    .optional()
    .describe('Secret, such as an API key, or a reference env:NAME or file:/path. "none": removes it.'),
  starts_per_minute: orNone(startsPerMinute)
    .optional()
    .describe('Maximum number of jobs that it is given per minute. "none": no limit.'),
  day_budget: orNone(amount)
    .optional()
    .describe(
      'What its jobs may cost the operator per day in the time zone of the server. "none": no limit.',
    ),
  month_budget: orNone(amount)
    .optional()
    .describe(
      'What its jobs may cost the operator per month in the time zone of the server. "none": no limit.',
    ),
};

interface LimitFields<Starts, Budget> {
  readonly starts_per_minute?: Starts;
  readonly day_budget?: Budget;
  readonly month_budget?: Budget;
}

/** The limits that a request names. */
export function limitsIn<Starts, Budget>(input: LimitFields<Starts, Budget>) {
  return {
    startsPerMinute: input.starts_per_minute,
    dayBudgetMicros: input.day_budget,
    monthBudgetMicros: input.month_budget,
  };
}

export const routeFields = {
  upstream: orNone(z.string().trim().min(1).max(200))
    .optional()
    .describe('What the engine calls the model or workflow. "none": the same as the model ID.'),
  priority: number()
    .int()
    .min(0)
    .max(99)
    .optional()
    .describe('0-99. Routes with a lower number come first. Default: 0.'),
  weight: number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('1-100. Share among routes of the same priority. Default: 1.'),
  tiers: orNone(list.pipe(z.array(z.enum(tiers)).min(1)))
    .optional()
    .describe('Tiers that it serves, comma-separated. "none": all.'),
  timeout_seconds: orNone(number().int().min(1).max(86_400))
    .optional()
    .describe('Seconds that a task may take. "none": KINORA_TASK_TIMEOUT_SECONDS.'),
  cost: orNone(amount).optional().describe('What the provider charges per unit. "none": nothing.'),
  cost_unit: z
    .enum(routeCostUnits)
    .optional()
    .describe('Unit of the cost: image, clip or second. Required with the cost of a video model.'),
  parameters: json(parameterMap)
    .optional()
    .describe('Parameter map as JSON: {"rename": {"seconds": "duration"}, "set": {"quality": "high"}}.'),
  enabled: flag.optional().describe('Whether it takes tasks. Default: true.'),
};
