/** Counts tasks by kind, state, model and so on in one pass. Each facet ignores the choice made in it. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { isEnded, type Interface, type Phase } from '../task.ts';
import { toConditions, filterStatement, type TaskChoices, type TaskFilter } from './task-filter.ts';
import type { Tier } from '@kinora/shared/models/model-card';

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface Facets {
  readonly total: number;
  readonly states: readonly FacetCount[];
  readonly kinds: readonly FacetCount[];
  readonly models: readonly FacetCount[];
  readonly tiers: readonly FacetCount[];
  readonly actions: readonly FacetCount[];
  readonly tokens: readonly (FacetCount & { readonly name: string })[];
  readonly starred: number;
  readonly chargedMicros: Micros;
  readonly heldMicros: Micros;
}

/** Tasks that have the same value in every facet. */
interface Group {
  readonly phase: Phase;
  readonly interface: Interface;
  readonly model: string;
  readonly tier: Tier;
  readonly action: string;
  readonly token_id: string;
  readonly starred: boolean;
  readonly count: number;
  readonly charged: bigint;
  readonly amount: bigint;
}

const tokenNames = statement('token_names', 'select id, name from tokens where id = any($1::uuid[])');

export async function countFacets(db: Queryable, filter: TaskFilter): Promise<Facets> {
  const groups = await readGroups(db, filter);
  const matchingGroups = groups.filter(group => isInChoices(group, filter, undefined));
  const facet = (choice: keyof TaskChoices, readValue: (group: Group) => string) =>
    tally(
      groups.filter(group => isInChoices(group, filter, choice)),
      readValue,
    );
  const tokens = facet('tokenIds', group => group.token_id);
  const names = await db.query<{ id: string; name: string }>(tokenNames, [tokens.map(({ value }) => value)]);
  return {
    total: sumCounts(matchingGroups),
    states: facet('states', group => group.phase),
    kinds: facet('kinds', group => group.interface),
    models: facet('models', group => group.model),
    tiers: facet('tiers', group => group.tier),
    actions: facet('actions', group => group.action),
    tokens: tokens.map(one => ({ ...one, name: names.find(({ id }) => id === one.value)?.name ?? '' })),
    starred: sumCounts(groups.filter(group => group.starred && isInChoices(group, filter, 'isStarred'))),
    chargedMicros: sum(matchingGroups, group => group.charged),
    heldMicros: sum(matchingGroups, group => (isEnded(group.phase) ? 0n : group.amount)),
  };
}

/** Applies all conditions except the choices, which are counted with and without. */
async function readGroups(db: Queryable, filter: TaskFilter): Promise<Group[]> {
  const { accountId, userId, text, collectionId, endUser, from, to, slowerSeconds } = filter;
  const otherFilter = { accountId, userId, text, collectionId, endUser, from, to, slowerSeconds };
  const conditions = toConditions(otherFilter);
  const { sql, values } = conditions;
  const count = filterStatement(
    'count_facets',
    conditions,
    `select phase, interface, model, tier, action, token_id, bookmarked_at is not null as starred,
       count(*)::int as count, coalesce(sum(charged_micros), 0)::bigint as charged,
       sum(amount_micros)::bigint as amount
     from task_states tasks where ${sql}
     group by 1, 2, 3, 4, 5, 6, 7`,
  );
  return db.query<Group>(count, values);
}

function isInChoices(group: Group, filter: TaskChoices, except: keyof TaskChoices | undefined): boolean {
  const has = (choice: keyof TaskChoices, choices: readonly string[] | undefined, value: string) =>
    choice === except || choices === undefined || choices.includes(value);
  const isStarMatch =
    except === 'isStarred' || filter.isStarred === undefined || filter.isStarred === group.starred;
  return (
    isStarMatch &&
    has('states', filter.states, group.phase) &&
    has('kinds', filter.kinds, group.interface) &&
    has('models', filter.models, group.model) &&
    has('tiers', filter.tiers, group.tier) &&
    has('actions', filter.actions, group.action) &&
    has('tokenIds', filter.tokenIds, group.token_id)
  );
}

/** The largest count first. */
function tally(groups: readonly Group[], readValue: (group: Group) => string): FacetCount[] {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(readValue(group), (counts.get(readValue(group)) ?? 0) + group.count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

function sumCounts(groups: readonly Group[]): number {
  return groups.reduce((all, { count }) => all + count, 0);
}

function sum(groups: readonly Group[], readAmount: (group: Group) => bigint): bigint {
  return groups.reduce((all, group) => all + readAmount(group), 0n);
}
