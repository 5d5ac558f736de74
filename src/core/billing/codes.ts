/** Redemption codes. Each adds its value to an account, once. Only the SHA-256 of a code is stored; the code itself is shown once. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId, newSecret, sha256 } from '../../platform/lib/id.ts';
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
  `insert into codes (id, code_hash, code_prefix, amount_micros, note, expires_at) values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
);
const all = statement(
  'list_codes',
  `select ${columns} from codes order by created_at desc, id desc limit $1`,
);
const revoke = statement(
  'revoke_code',
  `update codes set revoked_at = now() where id::text = $1 and redeemed_at is null and revoked_at is null returning id`,
);

const prefixLength = 8;

export interface NewCode {
  readonly amountMicros: Micros;
  readonly note: string;
  readonly expiresAt: Date | null;
}

export async function createCode(
  db: Queryable,
  { amountMicros, note, expiresAt }: NewCode,
): Promise<{ code: Code; secret: string }> {
  const secret = `kc_${newSecret()}`;
  const values = [
    newRowId(),
    hashOfCode(secret),
    secret.slice(0, prefixLength),
    amountMicros,
    note,
    expiresAt,
  ];
  const code = await readFirst<Code>(db, insert, values);
  if (!code) throw new InvariantError('No code was inserted');
  return { code, secret };
}

/** Hashes a code as the user typed it. */
export function hashOfCode(text: string): Buffer {
  return sha256(text.trim());
}

export async function listCodes(db: Queryable, limit: number): Promise<Code[]> {
  return readRows(db, all, [limit]);
}

/** Returns false if the code does not exist, or was redeemed or revoked. */
export async function revokeCode(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(revoke, [id])).length === 1;
}
