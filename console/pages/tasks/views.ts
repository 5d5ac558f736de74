/** What of the address filters the tasks, and the views that are kept under a name. */
import type { TaskFilter } from '../../data/tasks/tasks.ts';

export interface TaskSearch {
  readonly [name: string]: string | undefined;
  readonly q?: string;
  readonly kind?: string;
  readonly state?: string;
  readonly model?: string;
  readonly tier?: string;
  readonly action?: string;
  readonly token?: string;
  /** E-mail. */
  readonly user?: string;
  readonly account?: string;
  readonly starred?: string;
  /** One of `times`, or a time as ISO text. */
  readonly from?: string;
  readonly to?: string;
  /** Seconds that it ran, at least. */
  readonly slower?: string;
  /** `all`: of all accounts, for operators. */
  readonly scope?: string;
  /** The task in the side panel. */
  readonly open?: string;
}

export const times = ['hour', 'today', 'week', 'month'] as const;
export type TimeName = (typeof times)[number];

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** So that the same view asks the same for a while. */
const gridMs = 5 * minuteMs;

/** When a span that reaches until now began. */
export function sinceOf(name: string, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const starts: Readonly<Record<TimeName, number>> = {
    hour: Math.floor((now - 60 * minuteMs) / gridMs) * gridMs,
    today: midnight,
    week: midnight - 6 * dayMs,
    month: midnight - 29 * dayMs,
  };
  const start = starts[name as TimeName];
  return start === undefined ? name : new Date(start).toISOString();
}

/** `own`: the account of who looks. */
export function filterOf(search: TaskSearch, { own, now }: { own: string; now: number }): TaskFilter {
  const { q, kind, state, model, tier, action, token, user, account, starred, from, to, slower, scope } =
    search;
  return {
    q,
    kind: kind === 'image' || kind === 'video' ? kind : undefined,
    state,
    model,
    tier,
    action,
    token,
    user,
    starred: starred === 'true' ? true : undefined,
    account: scope === 'all' ? account : own,
    from: from && sinceOf(from, now),
    to,
    slower: slower === undefined ? undefined : Number(slower),
  };
}

/** What a view keeps of an address: everything but what is open. */
const kept = [
  'q',
  'kind',
  'state',
  'model',
  'tier',
  'action',
  'token',
  'user',
  'account',
  'starred',
  'from',
  'to',
  'slower',
] as const;

export type ViewSearch = Partial<Record<(typeof kept)[number], string>>;

export interface View {
  readonly name: string;
  readonly search: ViewSearch;
}

export function viewOf(search: TaskSearch): ViewSearch {
  return Object.fromEntries(
    kept.flatMap(name => {
      const value = search[name];
      return value ? [[name, value]] : [];
    }),
  );
}

/** As a change of the address: what the view does not say goes. */
export function asChange(view: ViewSearch): Partial<TaskSearch> {
  return { ...Object.fromEntries(kept.map(name => [name, undefined])), ...view };
}

export function isSameView(one: ViewSearch, other: ViewSearch): boolean {
  return kept.every(name => (one[name] ?? '') === (other[name] ?? ''));
}

export const underWay = 'waiting,queued,starting,running,saving';
