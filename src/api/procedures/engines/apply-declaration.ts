/**
 * Makes the engines and routes of a declaration (`kinora.engines.yaml`) those of the database. What was
 * declared before and is no longer declared is removed: an engine that still has work is drained first, and
 * removed by the next application.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import {
  addInstance,
  changeInstance,
  removeInstance,
} from '../../../core/catalogue/engines/change-instance.ts';
import { issueReason, parseInput } from '../../../platform/errors/issue-reason.ts';
import {
  declareInstance,
  findInstance,
  isBusy,
  listInstances,
} from '../../../core/catalogue/engines/instances.ts';
import {
  lockRoutes,
  rejectNeeded,
  removeRoute,
  saveRoute,
} from '../../../core/catalogue/routes/change-routes.ts';
import { listRoutes } from '../../../core/catalogue/routes/list-routes.ts';
import { drainEngine, lockDrain, resumeEngine } from '../../../core/operate/engines/drain-engine.ts';
import {
  describeSecrets,
  readOrigin,
  readSecret,
  type SecretOwner,
} from '../../../core/catalogue/secrets/engine-secrets.ts';
import { engineName, limitsIn, newInstanceFields, routeFields } from '../fields/instance-fields.ts';
import type { Context } from '../procedure.ts';
import { newRoute } from '../../../core/catalogue/routes/route.ts';
import { rejectCostUnit, rejectUnfit, withCostUnit, withTerms } from '../models/route-procedures.ts';
import { storeSecret } from './store-secret.ts';

const declaredEngine = z.strictObject({ kind: z.string(), ...newInstanceFields });
type DeclaredEngine = z.output<typeof declaredEngine>;

const declaration = z.strictObject({
  engines: z.record(engineName, declaredEngine).default({}),
  routes: z.array(z.strictObject({ model: z.string(), engine: engineName, ...routeFields })).default([]),
});
export type Declaration = z.output<typeof declaration>;

export interface DeclarationResult {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Engines that are no longer declared, and not idle yet. */
  readonly draining: readonly string[];
  readonly routes: number;
}

const drainedBy = 'kinora.engines.yaml';

/** Reads YAML, or JSON, which is YAML. Throws AppError `field_invalid`. */
export async function readDeclaration(text: string): Promise<Declaration> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    // Then follow the lines in question.
    const [problem = ''] = (error as Error).message.split(/:?\n/);
    throw fieldInvalid('file', 'yaml', { problem });
  }
  // A file that was cut short must not remove all engines.
  if (value === null || value === undefined) throw fieldInvalid('file', 'declaration_empty');
  const parsed = parseInput(declaration, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw declarationError(value, issue);
}

function declarationError(value: unknown, issue: z.core.$ZodIssue | undefined): AppError {
  const path = issue?.path ?? [];
  const problem = { problem: issueReason(issue, declaration) };
  if (path.length === 0) return fieldInvalid('file', 'declaration_top', problem);
  return fieldInvalid('file', 'declaration_place', { place: describePlace(value, path), ...problem });
}

/**
 * Names a place in the declaration such as `engines.gpu-1.slots`, or `routes.2 (painter -> gpu-1).weight`,
 * counted from 1.
 */
function describePlace(value: unknown, path: readonly PropertyKey[]): string {
  const [list, index, ...rest] = path;
  if (list !== 'routes' || typeof index !== 'number') return path.join('.');
  const { model, engine } = (valueAt(value, [list, index]) ?? {}) as Record<string, unknown>;
  return [`routes.${index + 1} (${String(model)} -> ${String(engine)})`, ...rest].join('.');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value);
}

/** Names the place of a refused field, because the whole file is one field of the request. */
async function namingPlace<Result>(place: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'field_invalid') throw error;
    const { param, ...details } = error.details;
    throw new AppError(error.code, { ...details, param: `${place}.${param}` }, error);
  }
}

export type ApplyContext = Pick<Context, 'db' | 'engineKinds' | 'secretKeys' | 'catalogue'> & {
  /**
   * Whether the host of the server applies the declaration. Otherwise it cannot name programs that the server
   * runs.
   */
  readonly isFromHost: boolean;
};

/** Call it in a transaction. Throws the AppErrors of the single changes. */
export async function applyDeclaration(
  context: ApplyContext,
  declaration: Declaration,
): Promise<DeclarationResult> {
  const { db } = context;
  if (!context.isFromHost) rejectPrograms(context, declaration);
  const before = await listInstances(db);
  const addedNames: string[] = [];
  const changedNames: string[] = [];
  for (const [name, engine] of Object.entries(declaration.engines)) {
    const existingEngine = before.find(one => one.name === name);
    if (existingEngine && existingEngine.kind !== engine.kind)
      throw fieldInvalid(`engines.${name}.kind`, 'engine_kind_fixed', { kind: existingEngine.kind });
    if (await namingPlace(`engines.${name}`, () => applyEngine(context, name, engine)))
      (existingEngine ? changedNames : addedNames).push(name);
  }
  await applyRoutes(context, declaration.routes);
  const removedNames: string[] = [];
  const draining: string[] = [];
  for (const { name, source, isDrained } of before) {
    if (source !== 'file' || name in declaration.engines) continue;
    const isIdle = isDrained && !(await isBusy(db, name));
    if (isIdle) await removeInstance(db, name, { isDeclared: true });
    else if (!isDrained) await drainEngine(db, name, { by: drainedBy, reason: undefined });
    (isIdle ? removedNames : draining).push(name);
  }
  return {
    added: addedNames,
    changed: changedNames,
    removed: removedNames,
    draining,
    routes: declaration.routes.length,
  };
}

function rejectPrograms({ engineKinds }: ApplyContext, { engines }: Declaration): void {
  for (const [name, { kind }] of Object.entries(engines))
    if (engineKinds.some(one => one.kind === kind && one.declaredOnly))
      throw fieldInvalid(`engines.${name}.kind`, 'kind_runs_programs');
}

/** Whether anything changed. */
async function applyEngine(
  context: ApplyContext,
  name: string,
  { kind, url, settings = {}, slots, hours, secret, ...limits }: DeclaredEngine,
): Promise<boolean> {
  const { db, engineKinds } = context;
  const before = await findInstance(db, name);
  const instanceFields = { name, url, settings, slots, hours, limits: limitsIn(limits) };
  const after = before
    ? (await changeInstance(db, engineKinds, { ...instanceFields, isWhole: true })).after
    : await addInstance(db, engineKinds, { ...instanceFields, kind, source: 'file' });
  await declareInstance(db, name);
  // It was drained because it was no longer declared.
  const isBack = (await lockDrain(db, name))?.by === drainedBy;
  if (isBack) await resumeEngine(db, name);
  const owner = { engine: name, origin: readOrigin(after.url) };
  const isSame = secret === undefined || (await isKnown(context, owner, secret));
  if (!isSame) await storeSecret(context, after, secret);
  return isBack || !isSame || !isDeepStrictEqual(before, { ...after, source: 'file' });
}

async function isKnown(
  { db, secretKeys }: Pick<ApplyContext, 'db' | 'secretKeys'>,
  owner: SecretOwner,
  secret: string,
): Promise<boolean> {
  if ((await describeSecrets(db)).get(owner.engine)?.reference === secret) return true;
  const storedSecret = await readSecret(db, secretKeys, owner);
  return storedSecret.state === 'usable' && storedSecret.text === secret;
}

async function applyRoutes(context: ApplyContext, declaredRoutes: Declaration['routes']): Promise<void> {
  const { db } = context;
  await lockRoutes(db);
  for (const { model, engine, ...terms } of declaredRoutes) {
    await namingPlace(`routes.${model} -> ${engine}`, async () => {
      const route = withTerms(newRoute(model, engine, 'file'), withCostUnit(context, model, terms));
      await rejectUnfit(context, route);
      rejectCostUnit(context, route);
      await saveRoute(db, route);
    });
  }
  const removedRoutes = (await listRoutes(db)).filter(
    route =>
      route.source === 'file' &&
      !declaredRoutes.some(({ model, engine }) => model === route.model && engine === route.engine),
  );
  for (const route of removedRoutes) {
    await rejectNeeded(db, route);
    await removeRoute(db, route);
  }
}
