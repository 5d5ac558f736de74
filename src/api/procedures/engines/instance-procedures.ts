/**
 * engine kinds | add | change | remove | show | probe: which engines there are. What they
 * do is in engine-procedures.ts.
 */
import { z } from 'zod';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import {
  addInstance,
  changeInstance,
  existing,
  removeInstance,
} from '../../../core/catalogue/engines/change-instance.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { systemClock } from '@kinora/shared/clock';
import { forgetFailedProbe, noteFailedProbe } from '../../../core/catalogue/routes/failed-probe.ts';
import { dropSecret, readOrigin } from '../../../core/catalogue/secrets/engine-secrets.ts';
import { applyDeclaration, readDeclaration } from './apply-declaration.ts';
import { engineName, instanceChangeFields, limitsIn, newInstanceFields } from '../fields/instance-fields.ts';
import { toInstanceRecord } from './instance-view.ts';
import { probeEngine } from './probe-engine.ts';
import { storeSecret } from './store-secret.ts';
import { procedure, procedureInSteps, type Context } from '../procedure.ts';
import { instanceRecord, kindRecord, probeRecord } from '../records/instance-record.ts';

const engine = engineName.describe('Engine name.');

export const instanceProcedures = [
  procedure({
    name: 'engine kinds',
    description: 'List the kinds of engines that can be added. --json includes their settings.',
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
        default_url: kind.defaultUrl ?? null,
        secret: kind.secret,
        declared_only: kind.declaredOnly === true,
        runs_workflows: kind.workflows !== undefined,
        settings: z.toJSONSchema(kind.settings, { io: 'input' }),
        operations: defaultOperations(kind),
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
    run: async ({ db }, input) => toInstanceRecord(db, await existing(db, input.engine, { isReading: true })),
  }),
  procedure({
    name: 'engine add',
    description: 'Add an engine. It takes tasks as soon as it has a route.',
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
      const addedInstance = await addInstance(db, engineKinds, {
        name,
        kind,
        url,
        settings,
        slots,
        hours,
        limits: limitsIn(input),
        source: 'operator',
      });
      if (secret !== undefined) await storeSecret(context, addedInstance, secret);
      const after = await toInstanceRecord(db, addedInstance);
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
      const change = { url, settings, slots, hours, limits: limitsIn(input) };
      const before = await toInstanceRecord(db, await existing(db, name));
      const result = await changeInstance(db, engineKinds, { name, ...change });
      const hasMoved = readOrigin(result.before.url) !== readOrigin(result.after.url);
      if (secret === null || (hasMoved && secret === undefined)) await dropSecret(db, name);
      if (typeof secret === 'string') await storeSecret(context, result.after, secret);
      const after = await toInstanceRecord(db, result.after);
      await context.note({ object: name, before, after });
      return after;
    },
  }),
  procedure({
    name: 'engine remove',
    description: 'Remove a drained engine without running tasks, and its routes.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({ engine }),
    output: z.strictObject({ engine: z.string(), removed: z.boolean() }),
    run: async (context, input) => {
      const { db } = context;
      const before = await toInstanceRecord(db, await existing(db, input.engine));
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
      const result = await applyDeclaration(
        { ...context, isFromHost: context.actor.kind === 'host' },
        await readDeclaration(file),
      );
      const after = { ...result, added: [...result.added], changed: [...result.changed] };
      await context.note({ object: 'kinora.engines.yaml', after });
      return { ...after, removed: [...result.removed], draining: [...result.draining] };
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

/**
 * Lists the operations with the defaults of the kind's settings. The list is empty if a
 * setting without a default decides.
 */
function defaultOperations(kind: EngineKind) {
  const { data: settings } = kind.settings.safeParse({});
  return settings ? [...kind.offer('', settings as EngineSettings).jobs] : [];
}

async function probe(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  instance: EngineInstance,
): Promise<z.output<typeof probeRecord>> {
  const startMs = systemClock.now();
  const { code, message, result: probeResult, failure, isUnasked } = await probeEngine(context, instance);
  if (failure) await noteFailedProbe(context.db, instance, failure);
  if (code === null && !isUnasked) await forgetFailedProbe(context.db, instance.name);
  return {
    ok: code === null,
    code,
    took_ms: Math.max(0, systemClock.now() - startMs),
    program: probeResult?.program ?? null,
    models: [...(probeResult?.models ?? [])],
    uncertain: [...(probeResult?.uncertain ?? [])],
    notes: [...(probeResult?.advice ?? []), ...(probeResult?.notes ?? [])],
    message,
  };
}
