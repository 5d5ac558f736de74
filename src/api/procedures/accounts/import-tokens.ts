/**
 * Imports accounts, balances and tokens with the keys that clients already use. Everything is checked before
 * anything is written, and what was imported before stays as it is, so that a file can be imported again.
 */
import { createAccount, type Account } from '../../../core/accounts/accounts.ts';
import { createTokenWithKey } from '../../../core/accounts/change-token.ts';
import { importBalance, lockImport } from '../../../core/billing/imported-balances.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { Micros } from '@kinora/shared/money';
import { money } from '../fields/fields.ts';
import { readImport, type ImportRow } from './import-rows.ts';
import { accountKey, planImport, type ImportPlan, type PlannedRow } from './plan-import.ts';
import type { Context } from '../procedure.ts';
import { toAccountRecord } from '../records/account-record.ts';
import { toTokenRecord } from '../records/token-record.ts';
import { actorUserId } from '../scope.ts';
import { settingsIn } from '../records/token-fields.ts';

/**
 * Writes nothing if a row has a problem. Call it in a transaction. Throws AppError `field_invalid` if the
 * file as a whole is not usable.
 */
export async function importTokens(
  context: Pick<Context, 'actor' | 'catalogue' | 'db' | 'note'>,
  { file, isDryRun }: { file: string; isDryRun: boolean },
): Promise<ImportPlan> {
  await lockImport(context.db);
  const parsedImport = readImport(file);
  const plan = await planImport(context, parsedImport.rows);
  const problems = [...parsedImport.problems, ...plan.problems].sort((one, other) => one.line - other.line);
  if (problems.length === 0 && !isDryRun) await applyPlan(context, plan.plannedRows);
  return { plannedRows: plan.plannedRows, problems };
}

async function applyPlan(
  context: Pick<Context, 'actor' | 'db' | 'note'>,
  plannedRows: readonly PlannedRow[],
): Promise<void> {
  const createdAccounts = new Map<string, Account>();
  for (const { row, account: existingAccount, creditMicros, token } of plannedRows) {
    const account =
      existingAccount ?? createdAccounts.get(accountKey(row)) ?? (await addAccount(context, row.account));
    createdAccounts.set(accountKey(row), account);
    if (creditMicros > 0n) await addBalance(context, account.id, creditMicros);
    if (token === 'new') await addToken(context, account.id, row);
  }
}

async function addAccount({ db, note }: Pick<Context, 'db' | 'note'>, name: string): Promise<Account> {
  const account = await createAccount(db, name);
  // Somebody has created it since the rows were checked.
  if (!account) throw fieldInvalid('file', 'account_taken', { name });
  await note({ accountId: account.id, object: account.id, after: toAccountRecord(account) });
  return account;
}

async function addBalance(
  { db, actor, note }: Pick<Context, 'actor' | 'db' | 'note'>,
  accountId: string,
  amountMicros: Micros,
) {
  await importBalance(db, accountId, { amountMicros, userId: actorUserId(actor) });
  await note({ accountId, object: accountId, after: { amount: money(amountMicros) } });
}

async function addToken(
  { db, note }: Pick<Context, 'db' | 'note'>,
  accountId: string,
  row: ImportRow,
): Promise<void> {
  const { key = '', group = '', name = `${group} token`, scope } = row;
  const token = await createTokenWithKey(db, { accountId, group, name, scope, ...settingsIn(row) }, key);
  if (!token) throw fieldInvalid('group', 'not_accepted');
  const after = toTokenRecord(token);
  await note({ accountId, object: after.id, after });
}
