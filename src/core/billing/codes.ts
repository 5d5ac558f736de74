/**
 * Redemption codes. Each adds its value to an account, once. Only the SHA-256 of a code is stored;
 * the code itself is shown once.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId, newSecret, sha256, toRowId } from '../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Micros } from '@kinora/shared/money';

export interface Code {
  readonly id: string;
  readonly prefix: string;
  readonly amountMicros: Micros;
  readonly note: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  readonly redeemedAt: Date | undefined;
  readonly redeemedBy: string | undefined;
}

const columns =
  'id, code_prefix as prefix, amount_micros, note, created_at, expires_at, revoked_at, redeemed_at, redeemed_by';
const insert = statement(
  'insert_code',
  `insert into codes (id, code_hash, code_prefix, amount_micros, note, expires_at)
   select id, code_hash, code_prefix, $4, $5, $6
   from unnest($1::uuid[], $2::bytea[], $3::text[]) as made (id, code_hash, code_prefix)
   returning ${columns}`,
);
const selectCodes = statement(
  'list_codes',
  `select ${columns} from codes where $2::text is null or note = $2
   order by created_at desc, id desc limit $1`,
);
const totals = statement(
  'count_codes',
  `select note, amount_micros, count(*)::int as codes, count(redeemed_at)::int as redeemed,
     count(*) filter (where redeemed_at is null and revoked_at is not null)::int as revoked,
     count(*) filter (
       where redeemed_at is null and revoked_at is null and expires_at <= now()
     )::int as expired,
     count(*) filter (
       where redeemed_at is null and revoked_at is null and (expires_at is null or expires_at > now())
     )::int as valid,
     min(created_at) as first_created_at
   from codes
   group by note, amount_micros
   order by first_created_at desc, note, amount_micros`,
);
const revoke = statement(
  'revoke_code',
  `update codes set revoked_at = now()
   where id = $1 and redeemed_at is null and revoked_at is null
   returning id`,
);

const prefixLength = 8;

export interface NewCode {
  readonly amountMicros: Micros;
  readonly note: string;
  readonly expiresAt: Date | null;
}

interface MadeCode {
  readonly code: Code;
  readonly secret: string;
}

export async function createCode(db: Queryable, code: NewCode): Promise<MadeCode> {
  const [createdCode] = await createCodes(db, 1, code);
  if (!createdCode) throw new InvariantError('No code was inserted');
  return createdCode;
}

/** Creates codes of one value, in one statement. */
export async function createCodes(
  db: Queryable,
  count: number,
  { amountMicros, note, expiresAt }: NewCode,
): Promise<MadeCode[]> {
  const secrets = new Map(Array.from({ length: count }, () => [newRowId(), `kc_${newSecret()}`] as const));
  const secretTexts = [...secrets.values()];
  const values = [
    [...secrets.keys()],
    secretTexts.map(hashOfCode),
    secretTexts.map(secret => secret.slice(0, prefixLength)),
  ];
  const codes = await readRows<Code>(db, insert, [...values, amountMicros, note, expiresAt]);
  return codes.map(code => ({ code, secret: secrets.get(code.id) ?? '' }));
}

/** Hashes a code as the user typed it. */
export function hashOfCode(text: string): Buffer {
  return sha256(text.trim());
}

export async function listCodes(
  db: Queryable,
  { limit, note }: { readonly limit: number; readonly note?: string | undefined },
): Promise<Code[]> {
  return readRows(db, selectCodes, [limit, note ?? null]);
}

export interface CodeTotals {
  readonly note: string;
  readonly amountMicros: Micros;
  readonly codes: number;
  readonly valid: number;
  readonly redeemed: number;
  readonly revoked: number;
  readonly expired: number;
  readonly firstCreatedAt: Date;
}

/** Counts the codes by note and value, the newest first. */
export async function countCodes(db: Queryable): Promise<CodeTotals[]> {
  return readRows(db, totals);
}

/** Returns false if the code does not exist, or was redeemed or revoked. */
export async function revokeCode(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(revoke, [toRowId(id)])).length === 1;
}
