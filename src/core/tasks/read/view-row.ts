/** The row of a task as its owner sees it, and what is made of it. */
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { Micros } from '@kinora/shared/money';
import type { RowOf } from '../../../platform/db/row.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import type { PriceUnit, Tier } from '@kinora/shared/models/model-card';
import type { ModelScope } from '../../catalogue/models/usable-models.ts';
import type { Action, Interface, Phase, TaskJob } from '../task.ts';

export type Output = Omit<StoredFile, 'durationMs' | 'framesPerSecond' | 'hasSound'> & {
  /** Clips only. */
  readonly durationMs: number | null;
  /** Clips only. Null for those that were made before this was recorded. */
  readonly framesPerSecond: number | null;
  readonly hasSound: boolean | null;
};

export interface TaskView {
  readonly id: string;
  readonly publicId: string;
  readonly interface: Interface;
  readonly accountId: string;
  readonly tokenId: string;
  /** What the token may use now. */
  readonly scope: ModelScope;
  /** The user who submitted it. Undefined if a token without a user did. */
  readonly userId: string | undefined;
  /** The end user for whom the client submitted it, as the client names that user. */
  readonly endUser: string | undefined;
  readonly model: string;
  readonly job: TaskJob;
  readonly action: Action;
  /** The text that the client typed. Empty if the task starts from pictures alone. */
  readonly prompt: string;
  /** Data that the interface stored with the task. Only that interface reads it. */
  readonly wire: Readonly<Record<string, never>>;
  readonly parentId: string | undefined;
  /** The hash of the request that answered its modal. */
  readonly modalHash: string | undefined;
  readonly isBookmarked: boolean;
  readonly tier: Tier;
  readonly phase: Phase;
  readonly progress: number;
  readonly error: { readonly code: ErrorCode; readonly details: ErrorDetails } | undefined;
  readonly price: {
    readonly unit: PriceUnit;
    readonly quantity: number;
    readonly unitPriceMicros: Micros;
    readonly amountMicros: Micros;
  };
  /** Undefined until the task has ended. */
  readonly chargedMicros: Micros | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /**
   * The time since when no engine that could run it has been available. Undefined if one is available, or if
   * the task does not wait for one.
   */
  readonly awaySince: Date | undefined;
  /** Whether it has expired, by the database's clock. */
  readonly expired: boolean;
  readonly isDeleted: boolean;
  /** Rises with each change, over all tasks. */
  readonly change: number;
  readonly outputs: readonly Output[];
  /** The texts of a describe or a shorten. */
  readonly texts: readonly string[];
  /** The buttons of this task that were pressed. */
  readonly pressed: readonly string[];
}

/** A row of `viewColumns`. It is read by hand: polls and lists read many. */
export type TaskViewRow = RowOf<
  Omit<TaskView, 'scope' | 'error' | 'price' | 'change' | 'outputs' | 'texts' | 'pressed'>
> & {
  readonly scope: { group: string; models: string[] | null; groupModels: string[] | null };
  readonly error_code: ErrorCode | null;
  readonly error_details: ErrorDetails | null;
  readonly price_unit: PriceUnit;
  readonly price_quantity: number;
  readonly unit_price_micros: Micros;
  readonly amount_micros: Micros;
  readonly change: bigint;
  readonly outputs: Output[] | null;
  readonly texts: string[] | null;
  readonly pressed: string[] | null;
};

/**
 * A queued task waits for any of its routes, a begun one for that of its engine. Paused routes and drained
 * engines have the time since when they cannot be used.
 */
const awaySince = `case
     when phase = 'queued' then (
       select case
         when bool_and(coalesce(opened_at, drained_at) is not null) then max(coalesce(opened_at, drained_at))
       end
       from routes left join breakers using (model, engine) left join engines on engines.name = routes.engine
       where routes.model = tasks.model
         and enabled
         and (routes.tiers is null or tasks.tier = any(routes.tiers))
     )
     when phase in ('starting', 'running') then (
       select opened_at from breakers where breakers.model = tasks.model and breakers.engine = tasks.engine
     )
   end`;

/**
 * The group of `tokens` that decides about a task: the one of the task's interface
 * or, if it has none, the first one.
 */
export function groupOfTask(task: string): string {
  return `coalesce(
       (
         select name from groups other where other.name = tokens.also_group and other.kind = ${task}.interface
       ), tokens.group_name
     )`;
}

/** Columns of `task_states tasks`. */
export const viewColumns = `${awaySince} as away_since, id, public_id, interface, account_id, token_id,
     user_id, end_user, model, job, action, prompt, wire, parent_id, modal_hash, bookmarked_at is not null as is_bookmarked, tier, phase,
     progress, error_code, error_details, price_unit, price_quantity, unit_price_micros, amount_micros,
     charged_micros, created_at, started_at, finished_at, expires_at,
     coalesce(expires_at <= now(), false) as expired, deleted_at is not null as is_deleted, change, texts,
     (
       select json_build_object('group', groups.name, 'models', tokens.models, 'groupModels', groups.models)
       from tokens join groups on groups.name = ${groupOfTask('tasks')}
       where tokens.id = tasks.token_id
     ) as scope,
     (
       select json_agg(distinct child.button) from tasks child
       where child.follows_id = tasks.id and child.phase not in ('failed', 'cancelled')
     ) as pressed,
     (
       select json_agg(
         json_build_object(
           'key', key, 'kind', kind, 'ordinal', ordinal, 'storageKey', storage_key, 'contentType',
           content_type, 'sizeBytes', size_bytes, 'width', width, 'height', height, 'durationMs', duration_ms,
           'framesPerSecond', frames_per_second, 'hasSound', has_sound, 'sha256', sha256
         ) order by kind, ordinal
       )
       from outputs where task_id = tasks.id
     ) as outputs`;

export function toView(row: TaskViewRow): TaskView {
  const { group, models, groupModels } = row.scope;
  return {
    id: row.id,
    publicId: row.public_id,
    interface: row.interface,
    accountId: row.account_id,
    tokenId: row.token_id,
    scope: { group, models, groupRules: { models: groupModels ?? undefined } },
    userId: row.user_id ?? undefined,
    endUser: row.end_user ?? undefined,
    model: row.model,
    job: row.job,
    action: row.action,
    prompt: row.prompt,
    wire: row.wire,
    parentId: row.parent_id ?? undefined,
    modalHash: row.modal_hash ?? undefined,
    isBookmarked: row.is_bookmarked,
    tier: row.tier,
    phase: row.phase,
    progress: row.progress,
    error: row.error_code ? { code: row.error_code, details: row.error_details ?? {} } : undefined,
    price: {
      unit: row.price_unit,
      quantity: row.price_quantity,
      unitPriceMicros: row.unit_price_micros,
      amountMicros: row.amount_micros,
    },
    chargedMicros: row.charged_micros ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    awaySince: row.away_since ?? undefined,
    expired: row.expired,
    isDeleted: row.is_deleted,
    change: Number(row.change),
    outputs: row.outputs ?? [],
    texts: row.texts ?? [],
    pressed: row.pressed ?? [],
  };
}
