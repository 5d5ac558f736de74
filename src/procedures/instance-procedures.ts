/** engine kinds | add | change | remove | show | probe: which engines there are. What they do is in engine-procedures.ts. */
import { z } from 'zod';
import { EngineError } from '../engines/engine.ts';
import type { ProbeResult } from '../engines/engine-kind.ts';
import { errorText } from '../errors.ts';
import { addInstance, changeInstance, existing, removeInstance } from '../instances/change-instance.ts';
import { checkSettings, invalid, kindNamed } from '../instances/instance-input.ts';
import type { EngineInstance } from '../instances/instances.ts';
import { systemClock } from '../lib/clock.ts';
import {
  describeSecrets,
  dropSecret,
  originOf,
  readSecret,
  saveSecret,
  type SecretDescription,
} from '../secrets/engine-secrets.ts';
import { money } from './fields.ts';
import { applyDeclaration, readDeclaration } from './apply-declaration.ts';
import { engineName, instanceChangeFields, newInstanceFields } from './instance-fields.ts';
import { operateText } from './operate-texts.ts';
import { procedure, procedureInSteps, type Context } from './procedure.ts';
import { instanceRecord, kindRecord, probeRecord } from './records/instance-record.ts';

const engine = engineName.describe('Engine name.');
const probeTimeoutMs = 15_000;

export const instanceProcedures = [
  procedure({
    name: 'engine kinds',
    description: 'List the kinds of engines that can be added, with their settings.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(kindRecord),
    run: async ({ engineKinds, language }) =>
      engineKinds.map(kind => ({
        kind: kind.kind,
        title: kind.title,
        description: kind.description[language],
        address: kind.address,
        secret: kind.secret,
        settings: z.toJSONSchema(kind.settings, { io: 'input' }),
        operations: [...kind.jobs],
      })),
  }),
  procedure({
    name: 'engine show',
    description: 'Show how an engine is configured.',
    who: 'operator',
    changes: false,
    word: 'engine',
    input: z.strictObject({ engine }),
    output: instanceRecord,
    run: async ({ db }, input) => recordOf(db, await existing(db, input.engine, { isReading: true })),
  }),
  procedure({
    name: 'engine add',
    description: 'Add an engine. It takes tasks as soon as a route leads to it.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({
      engine,
      kind: z.string().describe('Kind of engine, as listed by "engine kinds".'),
      ...newInstanceFields,
    }),
    output: instanceRecord,
    run: async (context, input) => {
      const { db, engineKinds } = context;
      const { engine: name, kind, url, settings = {}, slots, hours, secret } = input;
      const limits = {
        startsPerMinute: input.starts_per_minute,
        dayBudgetMicros: input.day_budget,
        monthBudgetMicros: input.month_budget,
      };
      const added = await addInstance(db, engineKinds, {
        name,
        kind,
        url,
        settings,
        slots,
        hours,
        limits,
        source: 'operator',
      });
      if (secret !== undefined) await storeSecret(context, added, secret);
      const after = await recordOf(db, added);
      await context.note({ object: name, after });
      return after;
    },
  }),
  procedure({
    name: 'engine change',
    description: 'Change the settings of an engine. Tasks in progress finish with the previous ones.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({ engine, ...instanceChangeFields }),
    output: instanceRecord,
    run: async (context, input) => {
      const { db, engineKinds } = context;
      const { engine: name, secret, url, settings, slots, hours } = input;
      const limits = {
        startsPerMinute: input.starts_per_minute,
        dayBudgetMicros: input.day_budget,
        monthBudgetMicros: input.month_budget,
      };
      const change = { url, settings, slots, hours, limits };
      const before = await recordOf(db, await existing(db, name));
      const changed = await changeInstance(db, engineKinds, { name, ...change });
      const hasMoved = originOf(changed.before.url) !== originOf(changed.after.url);
      if (secret === null || (hasMoved && secret === undefined)) await dropSecret(db, name);
      if (typeof secret === 'string') await storeSecret(context, changed.after, secret);
      const after = await recordOf(db, changed.after);
      await context.note({ object: name, before, after });
      return after;
    },
  }),
  procedure({
    name: 'engine remove',
    description: 'Remove an engine that is drained and has no running tasks, with its routes.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({ engine }),
    output: z.strictObject({ engine: z.string(), removed: z.boolean() }),
    run: async (context, input) => {
      const { db } = context;
      const before = await recordOf(db, await existing(db, input.engine));
      await removeInstance(db, input.engine);
      await dropSecret(db, input.engine);
      await context.note({ object: input.engine, before });
      return { engine: input.engine, removed: true };
    },
  }),
  procedure({
    name: 'engine apply',
    description: 'Apply a declaration of engines and routes, as YAML or JSON (docs/engines.md).',
    who: 'operator',
    changes: true,
    word: 'file',
    isFile: true,
    input: z.strictObject({
      file: z
        .string()
        .max(1_000_000)
        .describe('The declaration; on the command line, the file that contains it.'),
    }),
    output: z.strictObject({
      added: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
      draining: z
        .array(z.string())
        .describe('No longer declared; removed by the next application when they are idle.'),
      routes: z.number().int(),
    }),
    run: async (context, { file }) => {
      const applied = await applyDeclaration(context, readDeclaration(file));
      const after = { ...applied, added: [...applied.added], changed: [...applied.changed] };
      await context.note({ object: 'kinora.engines.yaml', after });
      return { ...after, removed: [...applied.removed], draining: [...applied.draining] };
    },
  }),
  procedureInSteps({
    name: 'engine probe',
    description: 'Contact an engine and show what it reports. Nothing is generated and nothing is charged.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({ engine }),
    output: probeRecord,
    run: async (context, input) => {
      const instance = await existing(context.db, input.engine, { isReading: true });
      await context.note({ object: instance.name });
      return instance;
    },
    // Not in the transaction, because the engine may be slow.
    afterwards: (context, instance) => probe(context, instance),
  }),
];

async function storeSecret(
  { db, secretKeys, engineKinds }: Context,
  { name, kind, url }: EngineInstance,
  text: string,
): Promise<void> {
  if (kindNamed(engineKinds, kind).secret === 'none')
    throw invalid('secret', `engines of the kind ${kind} have none.`);
  await saveSecret(db, secretKeys, { engine: name, origin: originOf(url), text });
}

async function probe(context: Context, instance: EngineInstance): Promise<z.output<typeof probeRecord>> {
  const kind = kindNamed(context.engineKinds, instance.kind);
  const startMs = systemClock.now();
  const answer = (ok: boolean, message: string, found?: ProbeResult) => ({
    ok,
    took_ms: Math.max(0, systemClock.now() - startMs),
    program: found?.program ?? null,
    models: [...(found?.models ?? [])],
    notes: [...(found?.notes ?? [])],
    message,
  });
  const { language, db, secretKeys } = context;
  if (!kind.probe) return answer(true, operateText('probe_unneeded', {}, language));
  const secret = await readSecret(db, secretKeys, { engine: instance.name, origin: originOf(instance.url) });
  if (secret.state === 'unusable') return answer(false, operateText(`secret_${secret.reason}`, {}, language));
  if (kind.secret === 'required' && secret.state === 'none')
    return answer(false, operateText('secret_missing', {}, language));
  const { name, url, slots } = instance;
  const settings = checkSettings(kind, instance.settings);
  const options = { name, url, slots, settings, secret: secret.state === 'usable' ? secret.text : undefined };
  try {
    const found = await kind.probe(options, AbortSignal.timeout(probeTimeoutMs));
    return answer(true, operateText('probe_answered', {}, language), found);
  } catch (error) {
    const failure = error instanceof EngineError ? error : new EngineError('engine_unavailable', 'no answer');
    return answer(false, errorText(failure.code, { reason: failure.message }, language));
  }
}

async function recordOf(
  db: Context['db'],
  instance: EngineInstance,
): Promise<z.output<typeof instanceRecord>> {
  return toInstanceRecord(instance, (await describeSecrets(db)).get(instance.name));
}

export function toInstanceRecord(
  { name, kind, url, settings, slots, hours, limits, source, isDrained }: EngineInstance,
  secret: SecretDescription | undefined,
): z.output<typeof instanceRecord> {
  return {
    name,
    kind,
    url: url ?? null,
    settings: { ...settings },
    slots: slots ?? null,
    hours: hours ? { from: hours.from, to: hours.to, time_zone: hours.timeZone } : null,
    starts_per_minute: limits.startsPerMinute ?? null,
    day_budget: limits.dayBudgetMicros === undefined ? null : money(limits.dayBudgetMicros),
    month_budget: limits.monthBudgetMicros === undefined ? null : money(limits.monthBudgetMicros),
    source,
    drained: isDrained,
    secret: secret
      ? {
          reference: secret.reference ?? null,
          last_four: secret.lastFour,
          changed: secret.changedAt.toISOString(),
        }
      : null,
  };
}
