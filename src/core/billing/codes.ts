/** Redemption codes. Each adds its value to an account, once. Only the SHA-256 of a code is stored; the code itself is shown once. */
import type { Queryable } from '../../platform/db/open.ts';
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

interface CodeRow {
  id: string;
  code_prefix: string;
  amount_micros: bigint;
  note: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  redeemed_at: Date | null;
  redeemed_by: string | null;
}

const columns =
  'id, code_prefix, amount_micros, note, created_at, expires_at, revoked_at, redeemed_at, redeemed_by';
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
  const [row] = await db.query<CodeRow>(insert, values);
  if (!row) throw new InvariantError('No code was inserted');
  return { code: toCode(row), secret };
}

/** Hashes a code as the user typed it. */
export function hashOfCode(text: string): Buffer {
  return sha256(text.trim());
}

export async function listCodes(db: Queryable, limit: number): Promise<Code[]> {
  return (await db.query<CodeRow>(all, [limit])).map(toCode);
}

/** Returns false if the code does not exist, or was redeemed or revoked. */
export async function revokeCode(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(revoke, [id])).length === 1;
}

function toCode(row: CodeRow): Code {
  return {
    id: row.id,
    prefix: row.code_prefix,
    amountMicros: row.amount_micros,
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    redeemedAt: row.redeemed_at ?? undefined,
    redeemedBy: row.redeemed_by ?? undefined,
  };
}
