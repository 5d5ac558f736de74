/**
 * Runs a procedure for a caller: checks the role, opens a transaction if the procedure changes anything, and
 * writes its audit entries.
 */
import { writeAudit } from '../../core/accounts/audit.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { withDays } from './fields/when.ts';
import type { Actor, Context, Procedure } from './procedure.ts';
import { hasRole } from './scope.ts';

export type ProcedureDependencies = Omit<Context, 'db' | 'database' | 'actor' | 'note'> & {
  readonly db: Database;
  /** The replica that answers reports. Absent if the database itself answers them. */
  readonly replica?: Pick<Queryable, 'query'> | undefined;
};

/** Runs the procedure with parsed `input`. Throws AppError `not_allowed`, and the errors of the procedure. */
export async function runProcedure(
  parts: ProcedureDependencies,
  actor: Actor | undefined,
  { procedure, input: parsed }: { procedure: Procedure; input: unknown },
): Promise<unknown> {
  const { who, name, changes, isReport, isOwnTransaction, run, afterwards } = procedure;
  const asking = actor ?? nobody;
  rejectBelow(asking, who);
  const input = await withDays(parts.db, parsed as object);
  const reading: Context = { ...parts, database: parts.db, actor: asking, note: async () => {} };
  if (!changes) return run(isReport ? { ...reading, db: reportsFrom(parts) } : reading, input);
  const noteIn = (db: Queryable) => auditIn(db, asking, name);
  if (isOwnTransaction) return run({ ...reading, note: noteIn(parts.db) }, input);
  const result = await parts.db.transaction(tx => run({ ...reading, db: tx, note: noteIn(tx) }, input));
  await parts.refreshConfig();
  return afterwards ? afterwards(reading, result) : result;
}

function reportsFrom({ db, replica }: ProcedureDependencies): Queryable {
  return { query: (replica ?? db).query, hint: db.hint };
}

/** Writes the entries of an action into the audit log. */
export function auditIn(db: Queryable, actor: Actor, action: string): Context['note'] {
  const author = toAuthor(actor);
  return ({ accountId, object, before, after }) =>
    writeAudit(db, { ...author, action, accountId, object, before, after });
}

/** Throws AppError `session_missing` or `not_allowed`. */
export function rejectBelow(actor: Actor, who: Procedure['who']): void {
  if (who === 'anyone') return;
  if (actor === nobody) throw new AppError('session_missing');
  if (!hasRole(actor, who)) throw new AppError('not_allowed', { who });
}

/** The actor of callers who are not signed in. They can read only what is public. */
const nobody: Actor = {
  kind: 'user',
  userId: '',
  accountId: '',
  role: 'member',
  name: '',
  address: '',
  sessionId: '',
};

function toAuthor(actor: Actor) {
  return actor.kind === 'host'
    ? { userId: undefined, actor: 'command line', address: undefined }
    : { userId: actor.userId, actor: actor.name, address: actor.address };
}
