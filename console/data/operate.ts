/** What operators read: engines, figures, settings, prices, groups, accounts, codes, the audit log. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ModelCard, Tier } from '../../src/models/model-card.ts';
import { list, tell } from './api.ts';
import type { ModelDetails } from './models.ts';

export type EngineHealth = 'healthy' | 'degraded' | 'failing' | 'drained' | 'down';

export interface Engine {
  readonly name: string;
  readonly state: EngineHealth;
  readonly why: string | null;
  readonly since: string | null;
  readonly slots: number | null;
  readonly busy: number;
  readonly queued: number;
  readonly models: readonly string[];
  readonly tiers: readonly Tier[];
  readonly succeeded_24h: number;
  readonly failed_24h: number;
  /** 24, oldest first. */
  readonly hours: readonly { readonly at: string; readonly succeeded: number; readonly failed: number }[];
  readonly median_seconds: number | null;
  readonly last_error: {
    readonly code: string;
    readonly message: string;
    readonly at: string;
    readonly task: string;
  } | null;
}

const everyMs = 10_000;

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: () => list<Engine>('engine list'),
  refetchInterval: everyMs,
});

export interface Overview {
  readonly running: number;
  readonly queued: number;
  readonly success_hour: number | null;
  readonly ended_hour: number;
  readonly median_wait: readonly { readonly tier: Tier; readonly seconds: number | null }[];
  readonly revenue_today: string;
  readonly attention: readonly {
    readonly kind: string;
    readonly severity: 'bad' | 'warn';
    readonly text: string;
    readonly path: string;
  }[];
}

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => tell<Overview>('overview show'),
  refetchInterval: everyMs,
});

export interface Setting {
  readonly name: string;
  readonly value: string | null;
  readonly source: 'environment' | 'default';
  readonly default: string | null;
  readonly allowed: string;
  readonly says: string;
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => list<Setting>('setting list'),
  staleTime: Infinity,
});

export type Conditions = Readonly<Record<string, string | number | boolean>>;

export interface PriceRule {
  readonly when?: Conditions | undefined;
  readonly unitPrice: string;
}

export type PriceUnit = ModelCard['price']['unit'];

export interface PriceBody {
  readonly unit: PriceUnit;
  readonly rules: readonly PriceRule[];
  readonly tiers: Readonly<Partial<Record<Tier, string>>>;
}

export interface PriceVersion extends PriceBody {
  readonly version: string;
  readonly effective: string;
  readonly created: string;
  readonly note: string;
}

export interface ModelPrice extends PriceBody {
  readonly model: string;
  readonly in_effect: string;
  readonly versions: readonly PriceVersion[];
}

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: () => list<ModelPrice>('price list'),
  staleTime: 10_000,
});

/** What its prices are made from. */
export type ModelSheet = Pick<
  ModelDetails,
  'id' | 'name' | 'kind' | 'group' | 'operations' | 'parameters' | 'references'
>;

export interface PriceTrial {
  readonly tasks: number;
  readonly charged: string;
  readonly would_be: string;
  readonly difference: string;
  readonly not_offered: number;
  readonly changes: readonly {
    readonly tier: Tier;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly quantity: number;
    readonly tasks: number;
    readonly charged: string;
    readonly would_be: string;
    readonly difference: string;
  }[];
}

export interface Group {
  readonly group: string;
  readonly kind: 'image' | 'video';
  readonly factor: string;
  /** Null: those whose cards name it. */
  readonly models: readonly string[] | null;
  readonly open: boolean;
  readonly accounts: readonly string[];
  readonly moderated: boolean;
}

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: () => list<Group>('group list'),
  staleTime: 10_000,
});

export interface ModelLine {
  readonly id: string;
  readonly name: string;
  readonly kind: 'image' | 'video';
  readonly group: string;
}

export const modelLinesQuery = queryOptions({
  queryKey: ['model lines'],
  queryFn: () => list<ModelLine>('model list'),
  staleTime: 60_000,
});

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly available: string;
  readonly held: string;
  readonly spent: string;
  readonly state: 'active' | 'suspended';
  readonly created: string;
}

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => list<Account>('account list'),
  staleTime: 5000,
});

export interface Code {
  readonly id: string;
  readonly prefix: string;
  readonly amount: string;
  readonly note: string;
  readonly state: 'good' | 'redeemed' | 'revoked' | 'expired';
  readonly created: string;
  readonly expires: string | null;
  readonly redeemed: string | null;
  readonly redeemed_by: string | null;
}

export const codesQuery = queryOptions({
  queryKey: ['codes'],
  queryFn: () => list<Code>('code list', { limit: 1000 }),
  staleTime: 5000,
});

export interface Person {
  readonly id: string;
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'operator' | 'owner' | 'member';
  readonly state: 'active' | 'disabled';
  readonly created: string;
  readonly last_sign_in: string | null;
}

/** Of one account. */
export function usersOfQuery(account: string) {
  return queryOptions({
    queryKey: ['users of', account],
    queryFn: () => list<Person>('user list', { account }),
    staleTime: 5000,
  });
}

export interface LedgerLine {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly available: string;
  readonly task: string | null;
  readonly reason: string | null;
}

/** What came in and was put right, newest first; tasks have pages of their own. */
export function movementsQuery(account: string) {
  return queryOptions({
    queryKey: ['movements', account],
    queryFn: () =>
      list<LedgerLine>('ledger list', {
        account,
        kind: 'opening,top_up,redeem,adjust,refund',
        limit: 20,
      }),
    staleTime: 5000,
  });
}

export const bannedQuery = queryOptions({
  queryKey: ['banned words'],
  queryFn: () => list<string>('banned list'),
  staleTime: 5000,
});

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly address?: string | null;
  readonly action: string;
  readonly account: string | null;
  readonly object: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditFilter {
  readonly account?: string | undefined;
  readonly object?: string | undefined;
  readonly action?: string | undefined;
}

const auditPage = 100;

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      list<AuditEntry>('audit list', { ...filter, before: pageParam, limit: auditPage }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last.length < auditPage ? undefined : last.at(-1)?.id),
    staleTime: 5000,
  });
}
