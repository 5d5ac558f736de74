/**
 * Makes the engines and routes of a declaration (`kinora.engines.yaml`) those of the database. What was declared before and is no longer
 * declared is removed: an engine that still has work is drained first, and removed by the next application.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { addInstance, changeInstance, removeInstance } from '../instances/change-instance.ts';
import { invalid } from '../instances/instance-input.ts';
import { declareInstance, findInstance, isBusy, listInstances } from '../instances/instances.ts';
import { findRoute, rejectNeeded, removeRoute, saveRoute } from '../models/change-routes.ts';
import { listRoutes } from '../models/model-rows.ts';
import { drainEngine, drainOf, resumeEngine } from '../operate/drain-engine.ts';
import {
  describeSecrets,
  originOf,
  readSecret,
  saveSecret,
  type SecretOwner,
} from '../secrets/engine-secrets.ts';
import { engineName, newInstanceFields, routeFields } from './instance-fields.ts';
import type { Context } from './procedure.ts';
import type { Route } from '../models/route.ts';
import { newRoute, rejectCostUnit, rejectUnfit, withTerms } from './route-procedures.ts';

const declaredEngine = z.strictObject({ kind: z.string(), ...newInstanceFields });
type DeclaredEngine = z.output<typeof declaredEngine>;

const declaration = z.strictObject({
  engines: z.record(engineName, declaredEngine).default({}),
  routes: z.array(z.strictObject({ model: z.string(), engine: engineName, ...routeFields })).default([]),
});
export type Declaration = z.output<typeof declaration>;

export interface Applied {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** No longer declared, and not idle yet. */
  readonly draining: readonly string[];
  readonly routes: number;
}

const drainedBy = 'kinora.engines.yaml';

/** Reads YAML, or JSON, which is YAML. Throws AppError `field_invalid`. */
export function readDeclaration(text: string): Declaration {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw invalid('file', `${(error as Error).message.split('\n')[0]}.`);
  }
  // A file that was cut short must not remove all engines.
  if (value === null || value === undefined)
    throw invalid('file', 'it is empty. To declare nothing, write "engines: {}".');
  const parsed = declaration.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid('file', `${issue?.path.join('.') || 'its top level'}: ${issue?.message ?? 'invalid'}.`);
}

export type ApplyContext = Pick<Context, 'db' | 'engineKinds' | 'secretKeys' | 'catalogue'>;

/** Call it in a transaction. Throws the AppErrors of the single changes. */
export async function applyDeclaration(context: ApplyContext, declared: Declaration): Promise<Applied> {
  const { db } = context;
  const before = await listInstances(db);
  const added: string[] = [];
  const changed: string[] = [];
  for (const [name, engine] of Object.entries(declared.engines)) {
    const old = before.find(one => one.name === name);
    if (old && old.kind !== engine.kind)
      throw invalid(
        `engines.${name}.kind`,
        `it is ${old.kind}. Remove the engine first, or choose another name.`,
      );
    if (await applyEngine(context, name, engine)) (old ? changed : added).push(name);
  }
  await applyRoutes(context, declared.routes);
  const removed: string[] = [];
  const draining: string[] = [];
  for (const { name, source, isDrained } of before) {
    if (source !== 'file' || name in declared.engines) continue;
    const isIdle = isDrained && !(await isBusy(db, name));
    if (isIdle) await removeInstance(db, name, { isDeclared: true });
    else if (!isDrained) await drainEngine(db, name, { by: drainedBy, reason: undefined });
    (isIdle ? removed : draining).push(name);
  }
  return { added, changed, removed, draining, routes: declared.routes.length };
}

/** Whether anything changed. */
async function applyEngine(
  { db, engineKinds, secretKeys }: ApplyContext,
  name: string,
  { kind, url, settings = {}, slots, hours, secret, ...limited }: DeclaredEngine,
): Promise<boolean> {
  const limits = {
    startsPerMinute: limited.starts_per_minute,
    dayBudgetMicros: limited.day_budget,
    monthBudgetMicros: limited.month_budget,
  };
  const before = await findInstance(db, name);
  const named = before
    ? await changeInstance(db, engineKinds, {
        name,
        url,
        settings,
        isWhole: true,
        slots: slots ?? null,
        hours: hours ?? null,
        limits: {
          startsPerMinute: limits.startsPerMinute ?? null,
          dayBudgetMicros: limits.dayBudgetMicros ?? null,
          monthBudgetMicros: limits.monthBudgetMicros ?? null,
        },
      })
    : {
        after: await addInstance(db, engineKinds, {
          name,
          kind,
          url,
          settings,
          slots,
          hours,
          limits,
          source: 'file',
        }),
      };
  await declareInstance(db, name);
  // It was drained because it was no longer declared.
  const isBack = (await drainOf(db, name))?.by === drainedBy;
  if (isBack) await resumeEngine(db, name);
  const owner = { engine: name, origin: originOf(named.after.url) };
  const isSame = secret === undefined || (await isKnown({ db, secretKeys }, owner, secret));
  if (!isSame) await saveSecret(db, secretKeys, { ...owner, text: secret });
  return isBack || !isSame || !isDeepStrictEqual(before, { ...named.after, source: 'file' });
}

async function isKnown(
  { db, secretKeys }: Pick<ApplyContext, 'db' | 'secretKeys'>,
  owner: SecretOwner,
  secret: string,
): Promise<boolean> {
  if ((await describeSecrets(db)).get(owner.engine)?.reference === secret) return true;
  const known = await readSecret(db, secretKeys, owner);
  return known.state === 'usable' && known.text === secret;
}

async function applyRoutes(context: ApplyContext, declared: Declaration['routes']): Promise<void> {
  const { db } = context;
  for (const { model, engine, ...terms } of declared) {
    await rejectUnfit(context, { model, engine });
    await findRoute(db, model, engine);
    const route: Route = { ...withTerms(newRoute(model, engine), terms), source: 'file' };
    rejectCostUnit(context, route);
    await saveRoute(db, route);
  }
  const gone = (await listRoutes(db)).filter(
    route =>
      route.source === 'file' &&
      !declared.some(({ model, engine }) => model === route.model && engine === route.engine),
  );
  for (const route of gone) {
    await rejectNeeded(db, route);
    await removeRoute(db, route);
  }
}
