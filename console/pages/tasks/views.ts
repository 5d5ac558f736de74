/** The filter fields of the task list's URL, and named views. */
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
  /** An e-mail address. */
  readonly user?: string;
  /** The name by which a client identifies one of its own users. */
  readonly end_user?: string;
  readonly account?: string;
  readonly starred?: string;
  /** One of `times`, or an ISO timestamp. */
  readonly from?: string;
  readonly to?: string;
  /** Minimum seconds that the task ran. */
  readonly slower?: string;
  /** `all`: tasks of all accounts, for operators. */
  readonly scope?: string;
  /** Id of the task in the side panel. */
  readonly open?: string;
}

export const times = ['hour', 'today', 'week', 'month'] as const;
export type TimeName = (typeof times)[number];

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Times are rounded, so that a view keeps the same query for a while. */
const gridMs = 5 * minuteMs;

/** The start of a time range that ends now. */
export function rangeStart(name: string, now: number): string {
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

/** `ownAccount`: the user's account. */
export function toFilter(
  search: TaskSearch,
  { ownAccount, now }: { ownAccount: string; now: number },
): TaskFilter {
  const { q, kind, state, model, tier, action, token, user, end_user } = search;
  const { account, starred, from, to, slower, scope } = search;
  return {
    q,
    kind: kind === 'image' || kind === 'video' ? kind : undefined,
    state,
    model,
    tier,
    action,
    token,
    user,
    end_user,
    starred: starred === 'true' ? true : undefined,
    account: scope === 'all' ? account : ownAccount,
    from: from && rangeStart(from, now),
    to,
    slower: slower === undefined ? undefined : Number(slower),
  };
}

/** The parameters that a view stores: all except the open task. */
const viewFields = [
  'q',
  'kind',
  'state',
  'model',
  'tier',
  'action',
  'token',
  'user',
  'end_user',
  'account',
  'starred',
  'from',
  'to',
  'slower',
] as const;

export type ViewSearch = Partial<Record<(typeof viewFields)[number], string>>;

export interface View {
  readonly name: string;
  readonly search: ViewSearch;
}

export function toView(search: TaskSearch): ViewSearch {
  return Object.fromEntries(
    viewFields.flatMap(name => {
      const value = search[name];
      return value ? [[name, value]] : [];
    }),
  );
}

/** A change of the URL to the view; fields that the view does not have are removed. */
export function asChange(view: ViewSearch): Partial<TaskSearch> {
  return { ...Object.fromEntries(viewFields.map(name => [name, undefined])), ...view };
}

export function isSameView(one: ViewSearch, other: ViewSearch): boolean {
  return viewFields.every(name => (one[name] ?? '') === (other[name] ?? ''));
}

export const openStates = 'waiting,queued,starting,running,saving';
