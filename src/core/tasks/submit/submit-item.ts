/**
 * What the statements of a submit take and return: the request as an item of their document,
 * and the row of a placed task.
 */
import type { Quote } from '@kinora/shared/billing/quote';
import type { Queryable } from '../../../platform/db/open.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import { currentTrace } from '../../../platform/lib/trace/spans.ts';
import { tierRanks } from '@kinora/shared/models/model-card';
import type { SubmitLimits, TaskRequest } from './task-request.ts';

export interface SubmittedTask {
  readonly publicId: string;
  /** The task was there already: the same idempotency key or once key. */
  readonly existed: boolean;
  /** Tasks that come before it, of all models of the same engine; counted up to 100. */
  readonly waitingAhead: number;
}

/** A row of the result of a submit statement. */
export interface PlacedRow {
  /** The position of the request among those of the statement, from 0. */
  readonly n: number;
  readonly public_id: string;
  /** Public ids of the tasks whose records changed: its own, and that of the task whose button made it. */
  readonly changed: readonly string[];
  readonly waiting_ahead: number;
  /** The turn that is being served in its tier. */
  readonly serving_turn?: bigint;
}

/** The request as an item of the document that the statements take. */
export function submitItem(request: TaskRequest, limits: SubmitLimits, id = newRowId()): object {
  const { card } = request.model;
  // What waits for its modal may still change: it is priced when that comes.
  const quote = request.waitSeconds === undefined ? request.quote : withoutPrice(request.quote);
  return {
    id,
    interface: request.interface,
    account_id: request.accountId,
    token_id: request.tokenId,
    user_id: request.userId,
    model: card.id,
    job: {
      ...request.job,
      taskId: id,
      model: card.id,
      ...(request.parent && { candidate: request.parent.candidate }),
    },
    wire: request.wire,
    prompt: request.prompt,
    action: request.action,
    tier: request.tier,
    tier_rank: tierRanks[request.tier],
    parent_id: request.parent?.id,
    follows_id: request.follows?.id,
    button: request.follows?.button,
    idempotency_key: request.idempotencyKey,
    request_hash: request.requestHash,
    once_key: request.onceKey,
    price_unit: quote.unit,
    price_quantity: quote.quantity,
    unit_price_micros: quote.unitPriceMicros,
    amount_micros: quote.amountMicros,
    price_version: quote.priceVersion,
    priced: quote.priced,
    end_user: request.endUser,
    keep_seconds: request.keepSeconds,
    start_seconds: request.startSeconds,
    hook_url: request.hook?.url,
    hook_is_default: request.hook?.isDefault,
    hook_is_final: request.hook?.isFinal,
    hook_base_url: request.hook?.baseUrl,
    hook_language: request.hook?.language,
    max_waiting: limits.maxWaiting,
    wait_seconds: request.waitSeconds,
    via: request.via,
    client: request.client,
    ...currentTrace(),
  };
}

function withoutPrice(quote: Quote): Quote {
  return { ...quote, unitPriceMicros: 0n, amountMicros: 0n };
}

/** Tells other processes, after the commit, which records changed. */
export function announce(db: Queryable, request: TaskRequest, row: PlacedRow): SubmittedTask {
  db.hint('tasks', row.changed);
  if (request.waitSeconds === undefined) db.hint('queue');
  return { publicId: row.public_id, existed: false, waitingAhead: row.waiting_ahead };
}
