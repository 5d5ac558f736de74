/**
 * Adds what an installed model consists of in the database: engine, card, price and route. Every
 * function belongs in a transaction.
 */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { Queryable } from '../../platform/db/open.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { findGroup } from '../accounts/groups.ts';
import { addFirstPrice } from '../billing/prices.ts';
import { addInstance, changeInstance, removeInstance } from '../catalogue/engines/change-instance.ts';
import { findInstance } from '../catalogue/engines/instances.ts';
import {
  addModel,
  changeModel,
  findModel,
  retireModel,
  reviveLocalModel,
  saveVersions,
} from '../catalogue/models/change-models.ts';
import { saveRoute } from '../catalogue/routes/change-routes.ts';
import { drainEngine } from '../operate/engines/drain-engine.ts';
import { localCard, localRoute } from './local-card.ts';
import type { LocalModel } from './local-rows.ts';

export interface RegisterDependencies {
  readonly kinds: readonly EngineKind[];
  /** The kind that runs the program. */
  readonly kind: string;
  /** KINORA_DEFAULT_VERSION. */
  readonly defaultVersion: string;
}

type RegisteredModel = Pick<LocalModel, 'entry' | 'model' | 'engine' | 'isDefault'>;

/**
 * Settings of the engine: the program, its arguments, and the memory that must be free before it is started.
 */
export interface Program {
  readonly program: string;
  readonly arguments: string;
  readonly node: string;
  readonly loras: string;
  readonly memoryNeeded: number;
  readonly videoNeeded: number;
}

/**
 * Jobs at the same time: one that is worked on, and one that waits, so that a model is not
 * unloaded between two of its jobs.
 */
const slots = 2;
const idleMinutes = 15;
const free = { rules: [{ unitPrice: '0' }], tiers: { relax: '1', fast: '1', turbo: '1' } };

/**
 * Throws AppError. Its route is disabled: clients do not see the model before its test has succeeded. An
 * update replaces program and settings.
 */
export async function registerModel(
  db: Queryable,
  local: RegisteredModel,
  { kinds, kind, program, defaultVersion }: RegisterDependencies & { readonly program: Program },
): Promise<void> {
  const { entry, model, engine } = local;
  const settings = { ...entry.settings, ...program };
  if (await findInstance(db, engine))
    await changeInstance(db, kinds, { name: engine, settings, isInstalling: true });
  else
    await addInstance(db, kinds, {
      name: engine,
      kind,
      url: undefined,
      settings: { ...settings, idleMinutes, takesTurns: true },
      slots,
      hours: undefined,
      limits: { startsPerMinute: undefined, dayBudgetMicros: undefined, monthBudgetMicros: undefined },
      source: 'local',
    });
  const versions = local.isDefault ? [await versionOfPrompts(db, entry.kind, defaultVersion)] : [];
  const card = localCard(entry, { model, versions });
  if (await findModel(db, model)) return changeModel(db, card);
  if (!(await reviveLocalModel(db, card))) {
    if (!(await addModel(db, card))) throw fieldInvalid('model', 'model_id_taken', { name: model });
    await addFirstPrice(db, model, { unit: entry.kind === 'image' ? 'image' : 'clip', ...free });
  }
  await saveRoute(db, { ...localRoute(entry, { model, engine }), isEnabled: false });
}

/** Its test has succeeded: clients can use it. */
export async function publishModel(
  db: Queryable,
  { entry, model, engine, isDefault }: RegisteredModel,
  { defaultVersion }: Pick<RegisterDependencies, 'defaultVersion'>,
): Promise<void> {
  await saveRoute(db, localRoute(entry, { model, engine }));
  if (!isDefault) return;
  const version = await versionOfPrompts(db, entry.kind, defaultVersion);
  await saveVersions(db, entry.kind, { versions: [version], model });
}

/**
 * Prompts without a version have that of their group, or of the server. Requests for clips have none, so they
 * have a version of their own.
 */
async function versionOfPrompts(
  db: Queryable,
  group: 'image' | 'video',
  defaultVersion: string,
): Promise<string> {
  if (group === 'video') return defaultClipVersion;
  return (await findGroup(db, group))?.defaultVersion ?? defaultVersion;
}

/** The version of requests for clips that name no model. */
export const defaultClipVersion = 'default';

/**
 * Removes the model with its engine and route, as far as they exist. Throws AppError `model_in_use`,
 * `engine_in_use` or `engine_needed`.
 */
export async function unregisterModel(
  db: Queryable,
  { model, engine }: Pick<LocalModel, 'model' | 'engine'>,
): Promise<void> {
  const instance = await findInstance(db, engine);
  if (!instance || instance.source !== 'local') return;
  if (await findModel(db, model)) await retireModel(db, model);
  await drainEngine(db, engine, { by: 'kinora local', reason: undefined });
  await removeInstance(db, engine, { isLocal: true });
}
