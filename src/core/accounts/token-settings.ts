/** The settings of a token. Columns, statement parameters and row fields are derived from one table. */
import type { Micros } from '@kinora/shared/money';
import type { Tier } from '@kinora/shared/models/model-card';

export const tokenScopes = ['own', 'account'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A limit of null means unlimited. */
export interface TokenSettings {
  readonly name: string;
  /**
   * Which tasks it can see: those of its user (its own, if it has no user), or all of the
   * account. See tasks/task-scope.ts.
   */
  readonly scope: TokenScope;
  /** The tier of tasks whose request names none. */
  readonly defaultTier: Tier | null;
  /** After this time the token can only read and download. */
  readonly expiresAt: Date | null;
  /** The models that it may use. Null means all models of its group. */
  readonly models: readonly string[] | null;
  /** CIDR ranges that it may be used from. Null means any address. */
  readonly addresses: readonly string[] | null;
  readonly capTotalMicros: Micros | null;
  readonly capDayMicros: Micros | null;
  readonly capMonthMicros: Micros | null;
  /**
   * How much each end user may spend in a month. Requests name them; those that
   * name none are not limited by it.
   */
  readonly capEndUserMicros: Micros | null;
  /** How many of its tasks may be in progress at the same time. */
  readonly maxOpen: number | null;
  readonly maxPerMinute: number | null;
  /** A call of an agent (/mcp) that costs more needs the consent of a person. Null if none does. */
  readonly askAboveMicros: Micros | null;
}

/** The type of each column. The column has the name of the setting in snake case: `maxOpen` is `max_open`. */
const columnTypes: Readonly<Record<keyof TokenSettings, string>> = {
  name: 'text',
  scope: 'text',
  defaultTier: 'text',
  expiresAt: 'timestamptz',
  models: 'text[]',
  addresses: 'cidr[]',
  capTotalMicros: 'bigint',
  capDayMicros: 'bigint',
  capMonthMicros: 'bigint',
  capEndUserMicros: 'bigint',
  maxOpen: 'int',
  maxPerMinute: 'int',
  askAboveMicros: 'bigint',
};

const settings = Object.entries(columnTypes).map(([name, type]) => ({
  name: name as keyof TokenSettings,
  column: name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
  type,
}));

/** The columns, for an insert. */
export const settingColumns = settings.map(({ column }) => column).join(', ');

/** The fields of a row of `tokens`: setting -> expression. */
export const settingFields = Object.fromEntries(
  settings.map(({ name, column, type }) => [name, `tokens.${column}${type === 'cidr[]' ? '::text[]' : ''}`]),
) as Readonly<Record<keyof TokenSettings, string>>;

/** Placeholders for `settingValues`, numbered from `first`. */
export function settingParameters(first: number): string {
  return settings.map(({ type }, index) => parameter(type, first + index)).join(', ');
}

/** Returns assignments of the placeholders, for an update. */
export function settingAssignments(first: number): string {
  return settings
    .map(({ column, type }, index) => `${column} = ${parameter(type, first + index)}`)
    .join(', ');
}

export function settingValues(tokenSettings: Partial<TokenSettings>): unknown[] {
  return settings.map(({ name }) => tokenSettings[name] ?? null);
}

/**
 * Converts addresses such as `10.1.2.3/8` to their network, 10.0.0.0/8, because the type cidr rejects them.
 */
function parameter(type: string, number: number): string {
  if (type !== 'cidr[]') return `$${number}::${type}`;
  return `(select array_agg(network(given::inet)) from unnest($${number}::text[]) given)`;
}
