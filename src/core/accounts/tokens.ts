/**
 * Tokens, which authorize programs to use the interfaces. Only the SHA-256 of a key is stored;
 * the key itself is shown once.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { indexedStatement, statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { toRowId } from '../../platform/lib/id.ts';
import { without } from '../../platform/lib/without.ts';
import { accountFactor } from './accounts.ts';
import { mayUseGroup } from './groups.ts';
import { countedThisMonth, countedToday } from './token-limits.ts';
import { settingFields, type TokenSettings } from './token-settings.ts';

export interface Token extends TokenSettings {
  readonly id: string;
  readonly accountId: string;
  /** The user who created it. Undefined if it was created on the command line. */
  readonly userId: string | undefined;
  readonly group: string;
  readonly kind: 'image' | 'video';
  /** Its group of the other kind. Undefined if it has none. `tokenAtInterface` chooses between the two. */
  readonly also: TokenGroup | undefined;
  /** The first characters of the key, to distinguish tokens. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** The program that asked a user for it (core/oauth). Undefined if none did. */
  readonly client: { readonly id: string; readonly name: string } | undefined;
  /** Where its key works. Undefined means at every interface of its group. */
  readonly audience: 'mcp' | undefined;
  readonly heldMicros: Micros;
  readonly spentMicros: Micros;
  /** Amounts held and spent today and this month. */
  readonly todayMicros: Micros;
  readonly monthMicros: Micros;
  /** The current rules of its group. */
  readonly groupRules: GroupRules;
}

/** What a group decides about a request. */
export type TokenGroup = Pick<Token, 'group' | 'kind' | 'groupRules'>;

export interface GroupRules {
  /**
   * Factor on every price: that of the group, that of the account and its volume
   * discount, multiplied, in millionths.
   */
  readonly factorMicros: Micros;
  /** Undefined means the models whose cards name the group. */
  readonly models: readonly string[] | undefined;
  readonly isModerated: boolean;
  /** The image model version of prompts that name none. Undefined means that of the server. */
  readonly defaultVersion: string | undefined;
  /** Requests of the Images API and chats that name an unknown model get the default one. */
  readonly servesAnyModel: boolean;
  /** Whether the token's account may use the group. */
  readonly isAllowed: boolean;
}

/** The factor on prices: that of a group, of the account and of its volume discount. */
function factorOfGroup(group: string): string {
  return `(${group}.factor_micros * (
    select ${accountFactor} from accounts where accounts.id = tokens.account_id) / 1000000)`;
}

/** The expression of each field of a token, for queries of `tokens join groups`. */
const fields: Readonly<Record<keyof TokenRow, string>> = {
  ...settingFields,
  client: `case when tokens.client_id is not null then json_build_object('id', tokens.client_id, 'name', tokens.client_name) end`,
  audience: 'tokens.audience',
  id: 'tokens.id',
  accountId: 'tokens.account_id',
  userId: 'tokens.user_id',
  group: 'tokens.group_name',
  kind: 'groups.kind',
  prefix: 'tokens.key_prefix',
  createdAt: 'tokens.created_at',
  lastUsedAt: 'tokens.last_used_at',
  revokedAt: 'tokens.revoked_at',
  heldMicros: 'tokens.held_micros',
  spentMicros: 'tokens.spent_micros',
  todayMicros: countedToday,
  monthMicros: countedThisMonth,
  factorMicros: factorOfGroup('groups'),
  also: `(
       select json_build_object(
         'group', other.name,
         'kind', other.kind,
         'factorMicros', ${factorOfGroup('other')}::text,
         'groupModels', other.models,
         'isModerated', other.is_moderated,
         'defaultVersion', other.default_version,
         'servesAnyModel', other.serves_any_model,
         'isAllowed', ${mayUseGroup('tokens.account_id', 'other')}
       )
       from groups other where other.name = tokens.also_group
     )`,
  groupModels: 'groups.models',
  isModerated: 'groups.is_moderated',
  defaultVersion: 'groups.default_version',
  servesAnyModel: 'groups.serves_any_model',
  isAllowed: mayUseGroup('tokens.account_id', 'groups'),
};
export const tokenColumns = Object.entries(fields)
  .map(([field, expression]) => `${expression} as "${field}"`)
  .join(', ');

/** A row of `tokenColumns`. */
export interface TokenRow extends Omit<
  Token,
  'userId' | 'lastUsedAt' | 'revokedAt' | 'client' | 'audience' | 'groupRules' | 'also'
> {
  readonly also: OtherGroupRow | null;
  readonly userId: string | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly client: Token['client'] | null;
  readonly audience: 'mcp' | null;
  readonly factorMicros: Micros;
  readonly groupModels: readonly string[] | null;
  readonly isModerated: boolean;
  readonly defaultVersion: string | null;
  readonly servesAnyModel: boolean;
  readonly isAllowed: boolean;
}
/**
 * The other group, as JSON. Its factor is a text, because it may be larger than a number of JSON is exact.
 */
type OtherGroupRow = TokenGroupRow & { readonly factorMicros: string };
type TokenGroupRow = Pick<Token, 'group' | 'kind'> &
  Pick<TokenRow, 'groupModels' | 'isModerated' | 'defaultVersion' | 'servesAnyModel' | 'isAllowed'>;

const tokensOfGroups = 'tokens join groups on groups.name = tokens.group_name';

/** Finds a token by its key. A key that was rotated or expires has a remaining lifetime in seconds. */
const byHash = statement(
  'token_by_hash',
  `select ${tokenColumns}, extract(epoch from key_until - now())::float8 as "secondsLeft"
   from ${tokensOfGroups}
   where key_hash = $1 and (key_until is null or key_until > now())
   union all
   select ${tokenColumns}, extract(epoch from previous_until - now())::float8
   from ${tokensOfGroups}
   where previous_hash = $1 and previous_until > now()`,
);
/** $1 account or null for all, $2 user or null for all. */
const selectTokens = statement(
  'list_tokens',
  `select ${tokenColumns} from ${tokensOfGroups}
   where ($1::uuid is null or tokens.account_id = $1) and ($2::uuid is null or tokens.user_id = $2)
   order by tokens.created_at, tokens.id`,
);
/** Matches by id, or by visible prefix if only one token has it. */
const selectByIdOrPrefix = indexedStatement(
  'token_by_name',
  `select ${tokenColumns} from ${tokensOfGroups}
   where tokens.id = coalesce(
     (select id from tokens where id = $1::uuid),
     (select case when count(*) = 1 then min(id::text)::uuid end from tokens where key_prefix = $2))`,
);
const touch = statement('touch_token', 'update tokens set last_used_at = now() where id = $1');

/**
 * Finds a token by its key, including revoked tokens, because they get another error. `secondsLeft`
 * is set for a key that expires.
 */
export async function findToken(
  db: Queryable,
  keyHash: Buffer,
): Promise<{ token: Token; secondsLeft: number | undefined } | undefined> {
  const [row] = await db.query<TokenRow & { secondsLeft: number | null }>(byHash, [keyHash]);
  if (!row) return undefined;
  const { secondsLeft, ...token } = row;
  return { token: toToken(token), secondsLeft: secondsLeft ?? undefined };
}

/** Finds a token by id or visible prefix. Returns undefined if none or more than one matches. */
export async function findTokenByIdOrPrefix(db: Queryable, idOrPrefix: string): Promise<Token | undefined> {
  const [row] = await db.query<TokenRow>(selectByIdOrPrefix, [toRowId(idOrPrefix), idOrPrefix]);
  return row && toToken(row);
}

/**
 * Reads a token again. That of a request may be as it was when it was last changed, before it spent anything.
 */
export async function readCurrentToken(db: Queryable, token: Token): Promise<Token> {
  return (await findTokenByIdOrPrefix(db, token.id)) ?? token;
}

export async function listTokens(
  db: Queryable,
  { accountId, userId }: { accountId?: string | undefined; userId?: string | undefined } = {},
): Promise<Token[]> {
  return (await db.query<TokenRow>(selectTokens, [accountId ?? null, userId ?? null])).map(toToken);
}

export async function recordTokenUse(db: Queryable, id: string): Promise<void> {
  await db.query(touch, [id]);
}

export function toToken(tokenRow: TokenRow): Token {
  const { also, ...row } = without(tokenRow, [
    'factorMicros',
    'groupModels',
    'isModerated',
    'defaultVersion',
    'servesAnyModel',
    'isAllowed',
  ]);
  return {
    ...row,
    also: also
      ? {
          group: also.group,
          kind: also.kind,
          groupRules: toRules({ ...also, factorMicros: BigInt(also.factorMicros) }),
        }
      : undefined,
    userId: row.userId ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    client: row.client ?? undefined,
    audience: row.audience ?? undefined,
    groupRules: toRules(tokenRow),
  };
}

function toRules(row: Omit<TokenGroupRow, 'group' | 'kind'> & { readonly factorMicros: Micros }): GroupRules {
  return {
    factorMicros: row.factorMicros,
    models: row.groupModels ?? undefined,
    isModerated: row.isModerated,
    defaultVersion: row.defaultVersion ?? undefined,
    servesAnyModel: row.servesAnyModel,
    isAllowed: row.isAllowed,
  };
}

/**
 * The token with its group of this kind, which decides about a request to an interface of the
 * kind. Returns undefined if it has none.
 */
export function tokenAtInterface(token: Token, kind: Token['kind']): Token | undefined {
  if (token.kind === kind) return token;
  return token.also?.kind === kind ? { ...token, ...token.also } : undefined;
}

/** The token with each of its groups, the first one first: as it is at the interface of that group. */
export function tokenInGroups(token: Token): readonly Token[] {
  return token.also ? [token, { ...token, ...token.also }] : [token];
}
