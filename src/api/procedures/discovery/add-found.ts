/**
 * Makes an engine of a program that was found: its models, each with a price and a route, in one
 * transaction, then a test whose picture becomes the cover. Each part is added once: what is
 * there already is left as it is.
 */
import { addInstance } from '../../../core/catalogue/engines/change-instance.ts';
import { kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import { listInstances, type EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { lockRoutes } from '../../../core/catalogue/routes/change-routes.ts';
import { listRoutes } from '../../../core/catalogue/routes/list-routes.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { askEngine } from '../engines/ask-engine.ts';
import { testNewEngine } from '../engines/engine-procedures.ts';
import { toInstanceRecord } from '../engines/instance-view.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';
import { propose } from '../proposals/propose-procedures.ts';
import type { DiscoveryRecord } from '../records/discovery-record.ts';
import type { Proposal } from '../records/proposal-record.ts';
import { auditIn } from '../run-procedure.ts';
import { addProposed } from './add-proposed.ts';
import { suitableModels } from './describe-found.ts';
import { isEngineAt } from './same-server.ts';

export type AddResult = Pick<DiscoveryRecord, 'ok' | 'message' | 'added'>;

/**
 * The most models that are added at once. A program may have hundreds; the others are added from the list of
 * its models.
 */
export const mostAtOnce = 8;

/**
 * Adds the engine and its models. An engine that exists keeps its settings. `requestedModels` are named as
 * the program names them. Throws AppError; then nothing was added.
 */
export async function addFound(
  context: Pick<
    Context,
    | 'actor'
    | 'catalogue'
    | 'currency'
    | 'database'
    | 'db'
    | 'engineKinds'
    | 'language'
    | 'log'
    | 'refreshConfig'
    | 'secretKeys'
  >,
  { instance: foundInstance, isNew }: { readonly instance: EngineInstance; readonly isNew: boolean },
  requestedModels: readonly string[] | undefined,
): Promise<AddResult> {
  const kind = kindNamed(context.engineKinds, foundInstance.kind);
  // A probe has more time than a search.
  const answer = await askEngine(context, foundInstance, async (access, signal) =>
    kind.probe?.(access, signal),
  );
  if ('code' in answer) return { ok: false, message: answer.message, added: null };
  const suitable = answer.result ? suitableModels(answer.result) : [];
  const knownModels = [...suitable, ...(answer.result?.uncertain ?? [])];
  const unknownModel = requestedModels?.find(model => !knownModels.includes(model));
  if (unknownModel !== undefined)
    throw fieldInvalid('models', 'entry_allowed', {
      value: unknownModel,
      allowed: knownModels.join(', ') || '(none)',
    });
  const instance = isNew
    ? { ...foundInstance, settings: { ...foundInstance.settings, ...answer.result?.settings } }
    : foundInstance;
  const existingUpstreams = await routedUpstreams(context.db, foundInstance.name);
  const missing = (requestedModels ?? suitable).filter(upstream => !existingUpstreams.has(upstream));
  const proposals: ProposedModel[] = [];
  for (const upstream of missing.slice(0, mostAtOnce)) {
    const proposal = await propose(context, instance, upstream);
    if (proposal.model && proposal.price) proposals.push({ upstream, proposal });
  }
  const addedEngine = await context.database.transaction(tx => addAll(context, tx, { instance, proposals }));
  await context.refreshConfig();
  return toResult(context, { ...addedEngine, remainingModels: missing.slice(mostAtOnce) });
}

interface ProposedModel {
  readonly upstream: string;
  readonly proposal: Proposal;
}

interface AddedEngine {
  readonly engine: string;
  readonly isNew: boolean;
  readonly models: readonly { readonly id: string; readonly isTestable: boolean }[];
}

async function routedUpstreams(db: Queryable, engine: string): Promise<Set<string>> {
  const routes = (await listRoutes(db)).filter(route => route.engine === engine);
  return new Set(routes.map(({ model, upstream = model }) => upstream));
}

/** The lock makes a second press wait for the first one, so that it sees what that added. */
async function addAll(
  context: Pick<Context, 'actor' | 'catalogue' | 'engineKinds'>,
  tx: Queryable,
  {
    instance,
    proposals,
  }: { readonly instance: EngineInstance; readonly proposals: readonly ProposedModel[] },
): Promise<AddedEngine> {
  const { engineKinds, actor } = context;
  await lockRoutes(tx);
  const { kind, url = '' } = instance;
  const existingEngine = (await listInstances(tx)).find(one => isEngineAt(one, kind, url));
  const engine = existingEngine ?? (await addInstance(tx, engineKinds, instance));
  if (!existingEngine)
    await auditIn(
      tx,
      actor,
      'engine add',
    )({ object: engine.name, after: await toInstanceRecord(tx, engine) });
  const existingUpstreams = await routedUpstreams(tx, engine.name);
  const models: AddedEngine['models'][number][] = [];
  for (const { upstream, proposal } of proposals)
    if (!existingUpstreams.has(upstream))
      models.push(await addProposed(context, tx, { engine: engine.name, upstream, proposal }));
  return { engine: engine.name, isNew: !existingEngine, models };
}

async function toResult(
  context: Pick<Context, 'catalogue' | 'db' | 'language'>,
  { engine, isNew, models, remainingModels }: AddedEngine & { readonly remainingModels: readonly string[] },
): Promise<AddResult> {
  const { language } = context;
  const ids = models.map(({ id }) => id);
  const text = (name: Parameters<typeof operateText>[0], details = {}) =>
    operateText(name, details, language);
  const names = { engine, models: ids.join(', ') };
  const addedText = () => {
    if (ids.length > 0) return text(isNew ? 'added_engine' : 'added_models', names);
    return text(isNew ? 'added_engine_alone' : 'added_nothing', names);
  };
  const testableModel = models.find(({ isTestable }) => isTestable);
  const test = testableModel ? await testNewEngine(context, { engine, model: testableModel.id }) : null;
  const messages = [
    addedText(),
    ...(remainingModels.length > 0
      ? [text('added_left', { most: mostAtOnce, models: remainingModels.join(', ') })]
      : []),
    ...(test ? [test.ok ? text('added_tested') : text('added_untested', { reason: test.message })] : []),
  ];
  return {
    ok: test?.ok ?? true,
    message: messages.join(language === 'zh' ? '' : ' '),
    added: { engine, is_new: isNew, models: ids, test },
  };
}
