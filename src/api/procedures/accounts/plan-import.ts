/**
 * Checks the rows of an import against what is stored, and determines what an import of each does. Writes
 * nothing.
 */
import { findAccount, type Account } from '../../../core/accounts/accounts.ts';
import { findKeyOwners, type KeyOwner } from '../../../core/accounts/find-keys.ts';
import { importedBalances } from '../../../core/billing/imported-balances.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { Micros } from '@kinora/shared/money';
import { checkGroup } from './check-group.ts';
import { money } from '../fields/fields.ts';
import { isRowId } from '../../../platform/lib/id.ts';
import type { ImportRow, Problem } from './import-rows.ts';
import type { Context } from '../procedure.ts';

export interface PlannedRow {
  readonly row: ImportRow;
  /** Undefined if it does not exist yet. */
  readonly account: Account | undefined;
  /** What the account is credited by this row. */
  readonly creditMicros: Micros;
  /** Undefined if the row has no key. */
  readonly token: 'new' | 'unchanged' | undefined;
}

export interface ImportPlan {
  readonly plannedRows: readonly PlannedRow[];
  readonly problems: readonly Problem[];
}

/** The records that are stored, or that earlier rows of the file create. */
interface KnownRecords {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly owners: ReadonlyMap<string, KeyOwner>;
  /** What earlier imports have credited, by the id of the account. */
  readonly importedMicros: ReadonlyMap<string, Micros>;
  readonly keyLines: Map<string, number>;
  readonly balances: Map<string, { readonly line: number; readonly micros: Micros }>;
  /** Groups and models that were found to be allowed for an account, as JSON. */
  readonly checkedRequests: Set<string>;
}

export async function planImport(
  context: Pick<Context, 'catalogue' | 'db'>,
  rows: readonly ImportRow[],
): Promise<ImportPlan> {
  const knownRecords = await readKnownRecords(context, rows);
  const plannedRows: PlannedRow[] = [];
  const problems: Problem[] = [];
  for (const row of rows) {
    try {
      plannedRows.push(await planRow(context, knownRecords, row));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'field_invalid') throw error;
      const { param, reason, reasonZh } = error.details;
      const texts = { reason: String(reason), ...(reasonZh !== undefined && { reasonZh: String(reasonZh) }) };
      problems.push({ line: row.line, field: String(param), ...texts });
    }
  }
  return { plannedRows, problems };
}

/** Names of accounts are compared without regard to case. */
export function accountKey({ account }: ImportRow): string {
  return account.toLowerCase();
}

async function readKnownRecords(
  { db }: Pick<Context, 'db'>,
  rows: readonly ImportRow[],
): Promise<KnownRecords> {
  const accounts = new Map<string, Account>();
  for (const name of new Set(rows.map(accountKey))) {
    const account = await findAccount(db, name);
    if (account) accounts.set(name, account);
  }
  const ids = [...accounts.values()].map(({ id }) => id);
  const keys = rows.flatMap(({ key }) => key ?? []);
  return {
    accounts,
    owners: await findKeyOwners(db, keys),
    importedMicros: await importedBalances(db, ids),
    keyLines: new Map(),
    balances: new Map(),
    checkedRequests: new Set(),
  };
}

async function planRow(
  context: Pick<Context, 'catalogue' | 'db'>,
  knownRecords: KnownRecords,
  row: ImportRow,
): Promise<PlannedRow> {
  const account = knownRecords.accounts.get(accountKey(row));
  if (!account && isRowId(row.account)) throw fieldInvalid('account', 'name_like_id');
  const creditMicros = creditForRow(knownRecords, row, account);
  const token = await planToken(context, knownRecords, { row, account });
  return { row, account, creditMicros, token };
}

/** Every row of an account may repeat its balance, which is credited once. */
function creditForRow(knownRecords: KnownRecords, row: ImportRow, account: Account | undefined): Micros {
  const { balance: micros, line } = row;
  if (micros === undefined) return 0n;
  // A row may name an account by its id.
  const creditKey = account?.id ?? accountKey(row);
  const earlier = knownRecords.balances.get(creditKey);
  knownRecords.balances.set(creditKey, earlier ?? { line, micros });
  if (earlier && earlier.micros !== micros)
    throw fieldInvalid('balance', 'import_balance', { balance: money(earlier.micros), line: earlier.line });
  const importedMicros = knownRecords.importedMicros.get(account?.id ?? '');
  if (importedMicros !== undefined && importedMicros !== micros)
    throw fieldInvalid('balance', 'import_balance_done', { balance: money(importedMicros) });
  return earlier || importedMicros !== undefined ? 0n : micros;
}

async function planToken(
  context: Pick<Context, 'catalogue' | 'db'>,
  knownRecords: KnownRecords,
  { row, account }: { row: ImportRow; account: Account | undefined },
): Promise<PlannedRow['token']> {
  const { key, group, line, models } = row;
  if (key === undefined && group === undefined) return undefined;
  if (key === undefined || group === undefined)
    throw fieldInvalid(key === undefined ? 'key' : 'group', 'required');
  const keyLine = knownRecords.keyLines.get(key);
  if (keyLine !== undefined) throw fieldInvalid('key', 'import_key_twice', { line: keyLine });
  knownRecords.keyLines.set(key, line);
  const owner = knownRecords.owners.get(key);
  if (owner && (owner.accountId !== account?.id || owner.group !== group))
    throw fieldInvalid('key', 'import_key_taken');
  if (owner) return 'unchanged';
  const groupRequest = { group, models, accountId: account?.id };
  const requestKey = JSON.stringify(groupRequest);
  if (!knownRecords.checkedRequests.has(requestKey)) await checkGroup(context, groupRequest);
  knownRecords.checkedRequests.add(requestKey);
  return 'new';
}
