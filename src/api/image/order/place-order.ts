/**
 * Turns an order into one task or several: checks banned words, chooses model, tier, price and hook,
 * and submits in one statement.
 * @NOTE length: a submit is read from top to bottom here.
 */
import type { Token } from '../../../core/accounts/tokens.ts';
import { priceImage } from '@kinora/shared/billing/quote';
import { AppError } from '@kinora/shared/errors/errors';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import { checkTier } from '../../../core/catalogue/models/check-tier.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import {
  followUpModels,
  forVersion,
  isPossible,
  usableModels,
  type ModelScope,
} from '../../../core/catalogue/models/usable-models.ts';
import { readableText } from '@kinora/shared/prompt/readable-prompt';
import { newestNiji } from '@kinora/shared/prompt/image-versions';
import { answerModal } from '../../../core/tasks/submit/answer-modal.ts';
import { clipForJob } from '../../../core/tasks/read/continued-clip.ts';
import { checkOffer } from '../../../core/tasks/submit/check-offer.ts';
import { readPromptWords } from '../../../core/tasks/submit/prompt-words.ts';
import type { SubmittedTask } from '../../../core/tasks/submit/submit-item.ts';
import { submitTasks } from '../../../core/tasks/submit/submit-task.ts';
import type { TaskRequest } from '../../../core/tasks/submit/task-request.ts';
import { isSelection } from '../../../core/tasks/task.ts';
import { marksIn, viaHeader } from '../../../platform/lib/network/own-requests.ts';
import { scopedKey, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { isOwnStart } from '../../../core/tasks/submit/returned-start.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import {
  rejectClosedGroup,
  rejectLoop,
  readIdempotency,
  logAllSubmitted,
  type SubmitDependencies,
} from '../../http/tasks/submit.ts';
import { withUploads } from '../../http/request/image-ingest.ts';
import { inferredVersion, type PlacedSubmit } from '../wire/submit-response.ts';
import type { Order } from './order.ts';
import { sizedJob } from './own-size.ts';
import { type ImageWire, readImageWire } from '../wire/image-wire.ts';
import { tierOfPrefix } from '../wire/wire.ts';

/** Fields that every submit may have. */
export interface CommonBody {
  readonly state?: string | null | undefined;
  readonly notifyHook?: string | null | undefined;
  readonly botType?: string | null | undefined;
  readonly accountFilter?: { readonly modes?: readonly string[] | null | undefined } | null | undefined;
}

export interface OrderCall extends Call<CommonBody> {
  /** The program of an agent that calls. Undefined if it is not known. */
  readonly client?: string | undefined;
}

/** Places all orders or none. Throws AppError with the reason. */
export function placeOrders(
  parts: SubmitDependencies,
  call: OrderCall,
  orders: readonly Order[],
): Promise<PlacedSubmit[]> {
  return placeOnce(parts, call, { orders, ...readIdempotency(call, call.body) });
}

/** Orders with the key and the hash of their request. */
export interface KeyedOrders extends ReturnType<typeof readIdempotency> {
  readonly orders: readonly Order[];
}

export async function placeOnce(
  parts: SubmitDependencies,
  call: OrderCall,
  { orders, ...repeat }: KeyedOrders,
): Promise<PlacedSubmit[]> {
  const requests: TaskRequest[] = [];
  for (const [index, order] of orders.entries()) {
    const key = repeat.idempotencyKey && keyOfTask(repeat.idempotencyKey, index);
    const { wire, ...request } = await toTaskRequest(parts, call, order);
    requests.push({
      ...request,
      wire: { ...wire, batch: orders.length },
      requestHash: repeat.requestHash,
      ...(key !== undefined && { idempotencyKey: key }),
    });
  }
  const submittedTasks = await withUploads(listPictures(orders), () =>
    submitTasks(parts.db, requests, parts),
  );
  logAllSubmitted(
    call,
    submittedTasks.map((submittedTask, index) => ({ submittedTask, prompt: requests[index]?.prompt ?? '' })),
  );
  const { currency } = parts;
  return submittedTasks.map((submittedTask, index) => {
    const priceMicros = requests[index]?.quote.amountMicros ?? 0n;
    return { ...submittedTask, priceMicros, currency, ...inferredVersion(orders[index]) };
  });
}

/**
 * The idempotency keys of further tasks of one request. Clients cannot send such keys. A
 * repeat finds all tasks by them.
 */
export function keyOfTask(key: string, index: number): string {
  return index === 0 ? key : `${key}\u001f${index}`;
}

function listPictures(orders: readonly Order[]) {
  return orders.flatMap(({ pictures = [] }) => pictures);
}

/** Submits the answer to a modal. Returns undefined if the task no longer waits for one. */
export async function placeAnswer(
  parts: SubmitDependencies,
  call: OrderCall,
  { order, task }: { readonly order: Order; readonly task: TaskView },
): Promise<SubmittedTask | undefined> {
  const storedWire = readImageWire(task);
  const { hook, ...requestedModel } = await toTaskRequest(parts, call, order);
  const state = call.body.state ?? storedWire.state;
  // A hook of the button's request stays, and one of the modal's request is added.
  const addedHook = hook?.isDefault ? undefined : hook;
  const wire = { ...requestedModel.wire, state, notifyHook: addedHook?.url ?? storedWire.notifyHook };
  const request = {
    ...requestedModel,
    ...(addedHook && { hook: addedHook }),
    wire: { ...wire },
    requestHash: readIdempotency(call, call.body).requestHash,
  };
  const [answeredTask] = await withUploads(listPictures([order]), async () => {
    const submittedTask = await answerModal(parts.db, { taskId: task.id, request }, parts);
    return submittedTask ? [submittedTask] : [];
  });
  if (answeredTask) logAllSubmitted(call, [{ submittedTask: answeredTask, prompt: request.prompt }]);
  return answeredTask;
}

async function toTaskRequest(
  parts: SubmitDependencies,
  call: OrderCall,
  order: Order,
): Promise<Omit<TaskRequest, 'requestHash' | 'wire'> & { readonly wire: ImageWire }> {
  const { body, token } = call;
  rejectLoop(parts, call.request);
  // Gateways such as new-api drop the header, and pass on what an engine of this format sends as `state`.
  if (await isOwnStart(parts.db, body.state)) throw new AppError('engine_loop');
  rejectClosedGroup(token);
  await rejectBanned(parts, order.wire.prompt, token);
  const model = modelFor(parts, token, order);
  const tier = tierFor(call, order.tier);
  checkTier(model.card, tier);
  const hook = chooseHook(parts, call, order);
  // The operator's default may contain a key, which no record shows.
  const notifyHook = hook && !hook.isDefault ? hook.url : '';
  const { parent, continues, follows, onceKey } = order;
  const clip = continues && clipForJob(parts, { model, ...continues });
  const job = {
    ...sizedJob(parts.catalogue, model, order),
    ...clip,
    ...modelSizes(model),
    ...parametersFor(model, order),
  };
  const ignoredParameters = checkOffer(parts, { model, job });
  await parts.pictures.renew(inheritedInputs(order));
  const words = readPromptWords(parts, { model, job, ...(parent && { parent }) });
  const wire: ImageWire = { ...order.wire, state: body.state ?? null, notifyHook, ...(words && { words }) };
  return {
    interface: 'image',
    accountId: token.accountId,
    tokenId: token.id,
    userId: token.userId,
    model,
    tier,
    job: { ...job, ...(ignoredParameters.length > 0 && { ignored: ignoredParameters }) },
    ...(parent && { parent }),
    ...(follows && { follows }),
    ...(onceKey !== undefined && { onceKey: scopedKey(scopeOfToken(token), onceKey) }),
    ...(order.waits && { waitSeconds: parts.modalSeconds }),
    ...(hook && { hook }),
    endUser: order.endUser,
    keepSeconds: order.keepSeconds,
    startSeconds: order.startSeconds,
    via: marksIn(call.request.headers[viaHeader]),
    client: call.client,
    quote: priceImage(model.card, job, { tier, factorMicros: token.groupRules.factorMicros }),
    action: wire.action,
    prompt: wire.prompt ?? job.prompt,
    wire,
  };
}

/**
 * The webhook of the client, or else the operator's default, which receives every change. Clients of
 * OpenAI's formats receive the end.
 */
function chooseHook(
  { hookUrl }: Pick<SubmitDependencies, 'hookUrl'>,
  call: OrderCall,
  { wire }: Pick<Order, 'wire'>,
): TaskRequest['hook'] {
  const { body, baseUrl, language } = call;
  const url = hookUrl(body.notifyHook);
  if (url === undefined) return undefined;
  const isDefault = !body.notifyHook;
  return { url, isDefault, isFinal: wire.delivery !== undefined && !isDefault, baseUrl, language };
}

/** The files of the job that are stored already: its parent's, or those that its parent was made from. */
function inheritedInputs({ job: { inputs = [] }, pictures = [] }: Order): string[] {
  const newPictureKeys = new Set(pictures.map(({ storageKey }) => storageKey));
  return inputs.map(({ storageKey }) => storageKey).filter(key => !newPictureKeys.has(key));
}

/**
 * Returns the parameters of the model's card. Prompts cannot set them, so that the engine gets their
 * defaults.
 */
export function parametersFor(
  { checkParameters }: Model,
  { parameters: requestedParameters = {} }: Pick<Order, 'parameters'>,
): Pick<Order['job'], 'parameters'> {
  const parameters = checkParameters(requestedParameters);
  return Object.keys(parameters).length > 0 ? { parameters } : {};
}

function modelSizes({ card: { sizes } }: Model): Pick<Order['job'], 'sizes'> {
  return sizes ? { sizes } : {};
}

async function rejectBanned(
  { bannedWords }: SubmitDependencies,
  prompt: string | null,
  { accountId, groupRules: { isModerated } }: Token,
): Promise<void> {
  const owner = { accountId, isModerated };
  const word = prompt ? await bannedWords.find(readableText(prompt), owner) : undefined;
  if (word !== undefined) throw new AppError('banned_word', { word, prompt: prompt ?? '' });
}

/**
 * The model for the version, otherwise the one that is the default for the job, otherwise the
 * first one that the token may use. In each case, those that can do the job come before those
 * whose card only names its operation.
 */
export function modelFor(
  { catalogue }: Pick<SubmitDependencies, 'catalogue'>,
  scope: ModelScope,
  order: Pick<Order, 'job' | 'model' | 'parentModel' | 'isOtherVersion' | 'prefersAble'>,
): Model {
  const { job, model, parentModel, isOtherVersion } = order;
  const usable = usableModels(catalogue, scope);
  // Only a token with a list of models can have been denied one.
  if (usable.length === 0 && scope.models)
    throw new AppError('model_not_allowed', { model: job.kind, allowed: scope.models.join(', ') });
  const candidates = parentModel === undefined ? usable : followUpModels(catalogue, usable, parentModel);
  const capableModels = candidates.filter(({ card }) =>
    isSelection(job) ? card.kind === 'image' : card.operations.includes(job.kind),
  );
  if (model !== undefined) {
    const requestedModel = capableModels.find(
      ({ card }) => card.id === catalogue.resolveId(model, scope.group),
    );
    return (
      requestedModel ??
      rejectAsked(
        catalogue,
        { model, usable, able: capableModels, group: scope.group },
        { kind: job.kind, parentModel },
      )
    );
  }
  const fittingModels = selectFitting(catalogue, capableModels, job);
  const defaultModel = fittingModels.find(({ card }) => isDefaultFor(card, job.kind)) ?? fittingModels[0];
  if (!defaultModel) throw new AppError('not_offered', { operation: job.kind });
  const parentModelAgain = isOtherVersion
    ? undefined
    : fittingModels.find(({ card }) => card.id === parentModel);
  if (parentModelAgain) return parentModelAgain;
  const versionModel = findVersionModel(catalogue, { scope, usable }, job.version);
  if (!versionModel) rejectVersion(usable, order);
  const isNew = parentModel === undefined || isOtherVersion;
  return (
    (isNew &&
      versionModel &&
      chooseForVersion({ versionModel, able: capableModels, fitting: fittingModels }, order)) ||
    defaultModel
  );
}

/**
 * The model of the version, or another one that draws it and can do the job. Returns undefined if any version
 * will do, and that model cannot do the job.
 */
function chooseForVersion(
  {
    versionModel,
    able: capableModels,
    fitting: fittingModels,
  }: Readonly<Record<'able' | 'fitting', readonly Model[]>> & { readonly versionModel: Model },
  { job: { version = '' }, prefersAble }: Pick<Order, 'job' | 'prefersAble'>,
): Model | undefined {
  if (fittingModels.includes(versionModel)) return versionModel;
  const otherModel = fittingModels.find(({ card }) => card.versions?.includes(version));
  return otherModel ?? (prefersAble ? undefined : capableModels.find(one => one === versionModel));
}

function isDefaultFor({ defaultFor = [] }: Model['card'], kind: Order['job']['kind']): boolean {
  return defaultFor.some(operation => operation === kind);
}

/**
 * Returns the models that can do the job. If none can, it returns all, and the job is rejected with the
 * reason.
 */
function selectFitting(
  catalogue: SubmitDependencies['catalogue'],
  capableModels: readonly Model[],
  job: Order['job'],
): readonly Model[] {
  const fittingModels = capableModels.filter(model =>
    isPossible(catalogue, model.card, { ...job, ...modelSizes(model) }),
  );
  return fittingModels.length > 0 ? fittingModels : capableModels;
}

/**
 * Throws AppError `parameter_invalid` for a version that no model has, unless any version
 * will do or no model has versions.
 */
function rejectVersion(
  usable: readonly Model[],
  { job: { version }, prefersAble }: Pick<Order, 'job' | 'prefersAble'>,
): void {
  const isRequested =
    version !== undefined && !prefersAble && usable.some(({ card }) => card.versions?.length);
  if (isRequested) forVersion(usable, version);
}

interface RequestedModel {
  readonly model: string;
  readonly usable: readonly Model[];
  /** The models that could do the job. */
  readonly able: readonly Model[];
  /** The token's group, because aliases may differ by group. */
  readonly group: string | undefined;
}

/** Throws an AppError that explains why the named model cannot do the job. */
function rejectAsked(
  catalogue: SubmitDependencies['catalogue'],
  { model, usable, able: capableModels, group }: RequestedModel,
  { kind, parentModel }: { readonly kind: Order['job']['kind']; readonly parentModel: string | undefined },
): never {
  const { card } = usableNamed(catalogue, { usable, group }, model);
  if (capableModels.length === 0) throw new AppError('not_offered', { operation: kind });
  const allowedModels = capableModels.map(one => one.card.id).join(', ');
  if (card.operations.includes(kind) && parentModel !== undefined)
    throw new AppError('model_cannot_continue', { model, parent: parentModel, allowed: allowedModels });
  throw new AppError('model_unable', { model, operation: kind, allowed: allowedModels });
}

/**
 * The model of `--model`, by its id or an alias, regardless of what it can do. Throws AppError
 * `parameter_invalid`.
 */
export function usableNamed(
  catalogue: Pick<SubmitDependencies['catalogue'], 'resolveId'>,
  { usable, group }: { readonly usable: readonly Model[]; readonly group: string | undefined },
  requestedModel: string,
): Model {
  const id = catalogue.resolveId(requestedModel, group);
  const usableModel = usable.find(({ card }) => card.id === id);
  if (usableModel) return usableModel;
  const allowedModels = usable.map(({ card }) => card.id).join(', ') || '(none)';
  throw new AppError('parameter_invalid', {
    parameter: '--model',
    value: requestedModel,
    allowed: allowedModels,
  });
}

/**
 * The operator defines which model a version means in a group; otherwise it is the first one
 * whose card names the version.
 */
export function findVersionModel(
  catalogue: Pick<SubmitDependencies['catalogue'], 'modelOfVersion'>,
  { scope, usable }: { readonly scope: ModelScope; readonly usable: readonly Model[] },
  version: string | undefined,
): Model | undefined {
  if (version === undefined) return undefined;
  const mappedId = catalogue.modelOfVersion(scope.group, version);
  const mappedModel = usable.find(({ card }) => card.id === mappedId);
  if (mappedModel) return mappedModel;
  const hasVersion = ({ card }: Model) => card.versions?.includes(version) === true;
  // No engine runs the mapped model. The operator's models come after those of the product.
  return mappedId === undefined ? usable.find(hasVersion) : usable.findLast(hasVersion);
}

/** The tier: from the address, accountFilter, the prompt or the parent, the token, otherwise fast. */
export function tierFor(
  { request, body, token }: Pick<OrderCall, 'request' | 'body' | 'token'>,
  orderTier: Tier | undefined,
): Tier {
  const filterTier = body.accountFilter?.modes?.[0]?.toLowerCase() as Tier | undefined;
  return tierOfPrefix(request.url) ?? filterTier ?? orderTier ?? token.defaultTier ?? 'fast';
}

/** The version of a prompt that names none: that of the token's group, otherwise that of the server. */
export function chooseDefaultVersion(
  { defaultVersion }: Pick<SubmitDependencies, 'defaultVersion'>,
  { groupRules }: { readonly groupRules: Pick<Token['groupRules'], 'defaultVersion'> },
  { botType }: CommonBody,
): string {
  const ofGroup = groupRules.defaultVersion;
  const isNiji = /^niji/i.test(botType ?? '') && !ofGroup?.startsWith('niji');
  return isNiji ? newestNiji : (ofGroup ?? defaultVersion);
}
