/** An order -> a task, or several of one prompt: banned words, model, tier, price, hook, one statement. */
import { priceImage } from '../../billing/price-image.ts';
import { AppError } from '../../errors.ts';
import type { Model } from '../../models/catalogue.ts';
import type { Tier } from '../../models/model-card.ts';
import { forOperation, forVersion, usableModels, type ModelScope } from '../../models/usable-models.ts';
import { answerModal } from '../../tasks/answer-modal.ts';
import { submitTasks, type Submitted, type TaskRequest } from '../../tasks/submit-task.ts';
import type { TaskView } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { refuseClosed, repeatOf, type SubmitParts } from '../submit.ts';
import { keepFor } from '../take-pictures.ts';
import type { Order } from './order.ts';
import { tierOfPrefix, type ImageWire } from './wire.ts';

/** What any submit's body may carry besides. */
export interface CommonBody {
  readonly state?: string | null | undefined;
  readonly notifyHook?: string | null | undefined;
  readonly botType?: string | null | undefined;
  readonly accountFilter?: { readonly modes?: readonly string[] | null | undefined } | null | undefined;
}

export type OrderCall = Call<CommonBody>;

/** All of them or none. Throws AppError with the reason. */
export async function placeOrders(
  parts: SubmitParts,
  call: OrderCall,
  orders: readonly Order[],
): Promise<Submitted[]> {
  const repeat = repeatOf(call.request, call.body);
  const requests: TaskRequest[] = [];
  for (const [index, order] of orders.entries()) {
    const key = repeat.idempotencyKey && keyOfTask(repeat.idempotencyKey, index);
    const { wire, ...request } = await requestOf(parts, call, order);
    requests.push({
      ...request,
      wire: { ...wire, batch: orders.length },
      requestHash: repeat.requestHash,
      ...(key !== undefined && { idempotencyKey: key }),
    });
  }
  return keepFor(picturesOf(orders), () => submitTasks(parts.db, requests, parts));
}

/** The further tasks of one request have keys of their own, which no client can send, so that its repeat finds them. */
export function keyOfTask(key: string, index: number): string {
  return index === 0 ? key : `${key}\u001f${index}`;
}

function picturesOf(orders: readonly Order[]) {
  return orders.flatMap(({ pictures = [] }) => pictures);
}

/** Undefined: the task waits for no modal any more. */
export async function placeAnswer(
  parts: SubmitParts,
  call: OrderCall,
  { order, task }: { readonly order: Order; readonly task: TaskView },
): Promise<Submitted | undefined> {
  const before = task.wire as unknown as ImageWire;
  const { hook, ...asked } = await requestOf(parts, call, order);
  const state = call.body.state ?? before.state;
  // A hook of the button's own request goes on, one of the modal's comes to it.
  const isHooked = Boolean(call.body.notifyHook);
  const notifyHook = isHooked ? asked.wire.notifyHook : before.notifyHook;
  const wire = { ...asked.wire, state, notifyHook };
  const request = {
    ...asked,
    ...(isHooked && hook && { hook }),
    wire: { ...wire },
    requestHash: repeatOf(call.request, call.body).requestHash,
  };
  const [answered] = await keepFor(picturesOf([order]), async () => {
    const submitted = await answerModal(parts.db, { taskId: task.id, request }, parts);
    return submitted ? [submitted] : [];
  });
  return answered;
}

async function requestOf(
  parts: SubmitParts,
  { request, body, token, baseUrl, language }: OrderCall,
  order: Order,
): Promise<Omit<TaskRequest, 'requestHash' | 'wire'> & { readonly wire: ImageWire }> {
  refuseClosed(token);
  if (token.groupRules.isModerated) await refuseBanned(parts, order.wire.prompt);
  const model = modelFor(parts, token, order);
  const tier = tierFor({ request, body, token }, order.tier);
  const hookUrl = parts.hookUrl(body.notifyHook);
  // The operator's own, told to where the client names none, can hold a key: the record names only the client's.
  const notifyHook = (body.notifyHook && hookUrl) || '';
  const wire: ImageWire = { ...order.wire, state: body.state ?? null, notifyHook };
  const { job, parent, follows, onceKey } = order;
  return {
    interface: 'image',
    accountId: token.accountId,
    tokenId: token.id,
    model,
    tier,
    job,
    ...(parent && { parent }),
    ...(follows && { follows }),
    ...(onceKey !== undefined && { onceKey }),
    ...(order.waits && { waitSeconds: parts.modalSeconds }),
    ...(hookUrl !== undefined && { hook: { url: hookUrl, baseUrl, language } }),
    quote: priceImage(model.card, job, { tier, factorMicros: token.groupRules.factorMicros }),
    wire,
  };
}

async function refuseBanned({ bannedWords }: SubmitParts, prompt: string | null): Promise<void> {
  const word = prompt ? await bannedWords.find(prompt) : undefined;
  if (word !== undefined) throw new AppError('banned_word', { word, prompt: prompt ?? '' });
}

/** The model that draws the version, or else the first that the token may use and that can do it at all. */
export function modelFor(
  { catalogue }: Pick<SubmitParts, 'catalogue'>,
  scope: ModelScope,
  { job }: Pick<Order, 'job'>,
): Model {
  const usable = usableModels(catalogue, scope);
  if (usable.length === 0)
    throw new AppError('model_not_allowed', { model: job.kind, allowed: scope.models?.join(', ') ?? '' });
  const drawn = job.version === undefined ? undefined : forVersion(usable, job.version);
  if (drawn?.card.operations.includes(job.kind)) return drawn;
  const able = forOperation(usable, job.kind);
  if (!able) throw new AppError('not_offered', { operation: job.kind });
  return able;
}

/** Address, then accountFilter, then the prompt or the parent, then the token's own, then fast. */
export function tierFor(
  { request, body, token }: Pick<OrderCall, 'request' | 'body' | 'token'>,
  asked: Tier | undefined,
): Tier {
  const filtered = body.accountFilter?.modes?.[0]?.toLowerCase() as Tier | undefined;
  return tierOfPrefix(request.url) ?? filtered ?? asked ?? token.defaultTier ?? 'fast';
}

/** The version of a prompt that names none. */
export function defaultVersionOf(
  { defaultVersion }: Pick<SubmitParts, 'defaultVersion'>,
  { botType }: CommonBody,
): string {
  return /^niji/i.test(botType ?? '') ? 'niji 7' : defaultVersion;
}
