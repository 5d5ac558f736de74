/** The configuration of an engine, and the kinds of engines. */
import { z } from 'zod';
import { decimal, time } from './values.ts';

export const hoursRecord = z.strictObject({ from: z.string(), to: z.string(), time_zone: z.string() });

export const sourceOfEngine = z
  .enum(['operator', 'file', 'local'])
  .describe(
    '"file": declared in kinora.engines.yaml, and changed only there. "local": of a local model, whose installation decides its program.',
  );

export const secretRecord = z.strictObject({
  reference: z.string().nullable().describe('env:NAME or file:/path; null: stored encrypted.'),
  last_four: z.string().describe('Last four characters of a stored secret; empty if it is short.'),
  changed: time,
});

export const instanceRecord = z.strictObject({
  name: z.string(),
  kind: z.string(),
  url: z.string().nullable(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  slots: z
    .number()
    .int()
    .nullable()
    .describe('Number of tasks at the same time; null: the default of its kind.'),
  hours: hoursRecord.nullable().describe('When it takes tasks each day; null: always.'),
  starts_per_minute: z.number().int().nullable(),
  day_budget: decimal.nullable(),
  month_budget: decimal.nullable(),
  source: sourceOfEngine,
  drained: z.boolean(),
  secret: secretRecord.nullable(),
});

export const kindRecord = z.strictObject({
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  address: z.enum(['none', 'required']).describe('Whether its engines have a URL.'),
  default_url: z.string().nullable().describe('The URL of an engine that is added without one.'),
  secret: z.enum(['none', 'optional', 'required']).describe('Whether its engines have a secret.'),
  declared_only: z
    .boolean()
    .describe('Whether its engines can only be declared in kinora.engines.yaml, on the server.'),
  runs_workflows: z.boolean().describe('Whether its engines run workflows of your own ("workflow add").'),
  settings: z.record(z.string(), z.unknown()).describe('JSON Schema of the settings.'),
  operations: z.array(z.string()),
});

export const probeRecord = z.strictObject({
  ok: z.boolean(),
  code: z
    .string()
    .nullable()
    .describe(
      'Why it failed: engine_unavailable, engine_unauthorized, engine_error, secret_missing or secret_unusable; null: it did not.',
    ),
  took_ms: z.number(),
  program: z.string().nullable(),
  models: z.array(z.string()).describe('Names of its models or workflows, as routes name them.'),
  uncertain: z
    .array(z.string())
    .describe(
      'Names that may be right: files of which the engine does not say what they are, each with the families of workflows that may run it.',
    ),
  notes: z.array(z.string()),
  message: z.string(),
});

export const routeRecord = z.strictObject({
  model: z.string(),
  engine: z.string(),
  upstream: z.string().nullable().describe('What the engine calls the model; null: the same.'),
  priority: z.number().int(),
  weight: z.number().int(),
  tiers: z.array(z.string()).nullable().describe('null: all tiers of the model.'),
  timeout_seconds: z.number().int().nullable(),
  cost: z.strictObject({ unit: z.enum(['image', 'clip', 'second']), price: decimal }).nullable(),
  parameters: z.strictObject({
    rename: z.record(z.string(), z.string()),
    set: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  enabled: z.boolean(),
  source: z.enum(['card', 'operator', 'file']),
  state: z
    .enum(['closed', 'open', 'half_open'])
    .describe('Circuit breaker: "open" means that it is paused after failures.'),
  reason: z.string().nullable(),
});
