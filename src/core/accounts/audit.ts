/**
 * The audit log: who changed what. Entries are written in the transaction of the change, never
 * edited, and contain no secrets.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

export interface NewAuditEntry {
  /** Undefined if the change was made with the command line. */
  readonly userId: string | undefined;
  /** The name of the user at that time. */
  readonly actor: string;
  readonly address: string | undefined;
  /** The name of the procedure, such as `token create`. */
  readonly action: string;
  /** The account that was changed. Undefined if the change concerns the whole server. */
  readonly accountId: string | undefined;
  /** Id or name of the object that was changed. */
  readonly object: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: bigint;
  readonly createdAt: Date;
}

const insert = statement(
  'insert_audit',
  `insert into audit (user_id, actor, address, action, account_id, object, before, after)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)`,
);
/** $1 account or null for all, $2 object, $3 action, $4 id of the first entry to exclude, $5 limit. */
const entries = statement(
  'list_audit',
  `select id, created_at, user_id, actor, address, action, account_id, object, before, after
   from audit
   where ($1::uuid is null or account_id = $1)
     and ($2::text is null or object = $2)
     and ($3::text is null or action = $3)
     and ($4::bigint is null or id < $4)
   order by id desc limit $5`,
);

export async function writeAudit(db: Queryable, note: NewAuditEntry): Promise<void> {
  const { userId, actor, address, action, accountId, object, before, after } = note;
  const values = [userId, actor, address, action, accountId, object, json(before), json(after)];
  await db.query(
    insert,
    values.map(value => value ?? null),
  );
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

export interface AuditFilter {
  readonly accountId?: string | undefined;
  readonly object?: string | undefined;
  readonly action?: string | undefined;
  readonly before?: bigint | undefined;
  readonly limit: number;
}

/** The audit entries that match the filter, newest first. */
export async function listAudit(
  db: Queryable,
  { accountId, object, action, before, limit }: AuditFilter,
): Promise<AuditEntry[]> {
  const values = [accountId, object, action, before, limit].map(value => value ?? null);
  return readRows(db, entries, values);
}
