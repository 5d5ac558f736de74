/**
 * Turns a filter into conditions of a statement. Only the given fields become conditions, so that
 * the database plans for these.
 */
import { statement, type Statement } from '../../../platform/db/statement.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { isTaskId, searchQuery } from './search-words.ts';
import type { TaskScope } from '../task-scope.ts';
import { openPhases, type Interface, type Phase } from '../task.ts';

/** The choices whose facets are counted. */
export interface TaskChoices {
  readonly states?: readonly Phase[] | undefined;
  readonly kinds?: readonly Interface[] | undefined;
  readonly models?: readonly string[] | undefined;
  readonly tiers?: readonly Tier[] | undefined;
  readonly actions?: readonly string[] | undefined;
  /** Tasks of the user with this e-mail address. */
  readonly email?: string | undefined;
  readonly tokenIds?: readonly string[] | undefined;
  readonly isStarred?: boolean | undefined;
}

export interface TaskFilter extends TaskScope, TaskChoices {
  /** Words of the prompt, or the id of a task. */
  readonly text?: string | undefined;
  readonly collectionId?: string | undefined;
  /** Only tasks for this end user of a client. */
  readonly endUser?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The minimum run time. A task that has not ended has none. */
  readonly slowerSeconds?: number | undefined;
  /** Only tasks created before the one with this row id. */
  readonly beforeId?: string | undefined;
  /** Only these public ids. */
  readonly publicIds?: readonly string[] | undefined;
}

export interface Conditions {
  /**
   * The name of the prepared statement, which is the same for the same text. Undefined if the text is too
   * rare to be kept prepared in every connection.
   */
  readonly name: string | undefined;
  /** The condition after `where`, with placeholders from $1. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The combinations that are used often: owner, at most one choice, first or later page. */
const commonLetters = /^a?u?[kpvs]?b?$/;

type Condition = readonly [letter: string, value: unknown, sql: (place: string) => string];

/** Returns conditions on `task_states tasks`. Deleted tasks are never among them. */
export function toConditions(filter: TaskFilter): Conditions {
  const conditions = listConditions(filter).filter(([, value]) => value !== undefined);
  const parts = conditions.map(([, , sql], index) => sql(`$${index + 1}`));
  const letters = conditions.map(([letter]) => letter).join('');
  return {
    name: commonLetters.test(letters) ? letters : undefined,
    sql: ['deleted_at is null', ...parts].join(' and '),
    values: conditions.map(([, value]) => value),
  };
}

/** A statement with these conditions in its text. It has a name only if the combination is used often. */
export function filterStatement(kind: string, { name }: Conditions, text: string): Statement {
  return name === undefined ? { name, text } : statement(`${kind}_${name}`, text);
}

/** Ended and waiting tasks are found by their record, open ones by their place in the queue or their run. */
function stateCondition(states: readonly Phase[] | undefined): Condition {
  const open = (place: string) =>
    `id in (select task_id from task_queue where 'queued' = any(${place}::text[])
      union all select task_id from task_runs where phase = any(${place}::text[]))`;
  const storedCondition = (place: string) => `stored_phase = any(${place}::text[])`;
  const hasOpen = states?.some(isOpen) ?? false;
  const hasStored = states?.some(state => !isOpen(state)) ?? false;
  if (hasOpen && hasStored) return ['x', states, place => `(${storedCondition(place)} or ${open(place)})`];
  return hasOpen ? ['v', states, open] : ['p', states, storedCondition];
}

function isOpen(phase: Phase): boolean {
  return openPhases.some(open => open === phase);
}

function listConditions(filter: TaskFilter): Condition[] {
  const { text, isStarred } = filter;
  const id = text !== undefined && isTaskId(text) ? text : undefined;
  const words = text === undefined || id !== undefined ? undefined : (searchQuery(text) ?? '');
  return [
    ['a', filter.accountId, place => `account_id = ${place}::uuid`],
    ['u', filter.userId, place => `user_id = ${place}::uuid`],
    ['h', filter.email, place => `user_id in (select users.id from users where email = lower(${place}))`],
    ['n', filter.endUser, place => `end_user = ${place}`],
    ['k', filter.kinds, place => `interface = any(${place}::text[])`],
    stateCondition(filter.states),
    ['m', filter.models, place => `model = any(${place}::text[])`],
    ['t', filter.tiers, place => `tier = any(${place}::text[])`],
    ['w', filter.actions, place => `action = any(${place}::text[])`],
    ['o', filter.tokenIds, place => `token_id = any(${place}::uuid[])`],
    ['s', isStarred, place => `(bookmarked_at is not null) = ${place}::boolean`],
    ['f', filter.from, place => `created_at >= ${place}`],
    ['e', filter.to, place => `created_at < ${place}`],
    ['r', filter.slowerSeconds, place => `finished_at - started_at >= make_interval(secs => ${place})`],
    ['b', filter.beforeId, place => `id < ${place}::uuid`],
    ['i', id, place => `public_id = ${place}`],
    ['l', filter.publicIds, place => `public_id = any(${place}::text[])`],
    [
      'q',
      words,
      place => `id in (select task_id from task_prompts where words @@ to_tsquery('simple', ${place}))`,
    ],
    [
      'c',
      filter.collectionId,
      place => `id in (select task_id from collection_tasks where collection_id = ${place}::uuid)`,
    ],
  ];
}
