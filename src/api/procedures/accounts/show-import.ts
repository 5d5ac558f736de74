/** Makes the record of an import from its plan. */
import type { z } from 'zod';
import { keyPrefix } from '../../../core/accounts/change-token.ts';
import type { Language } from '@kinora/shared/errors/errors';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import type { importRecord } from '../records/import-record.ts';
import { accountKey, type ImportPlan, type PlannedRow } from './plan-import.ts';

export function toImportRecord(
  { plannedRows, problems }: ImportPlan,
  { isDryRun, language }: { isDryRun: boolean; language: Language },
): ReadOnly<z.output<typeof importRecord>> {
  const ok = problems.length === 0;
  const rows = ok ? plannedRows : [];
  const newAccounts = new Set(rows.filter(({ account }) => !account).map(({ row }) => accountKey(row)));
  return {
    ok,
    dry_run: isDryRun,
    accounts_created: newAccounts.size,
    tokens_created: rows.filter(({ token }) => token === 'new').length,
    tokens_unchanged: rows.filter(({ token }) => token === 'unchanged').length,
    credited: money(rows.reduce((sum, { creditMicros }) => sum + creditMicros, 0n)),
    rows: rows.map(toRow),
    problems: problems.map(({ reason, reasonZh, ...place }) => ({
      ...place,
      reason: language === 'zh' ? (reasonZh ?? reason) : reason,
    })),
  };
}

function toRow({ row, account, creditMicros, token }: PlannedRow) {
  return {
    line: row.line,
    account: row.account,
    account_state: account ? ('existing' as const) : ('new' as const),
    credited: money(creditMicros),
    token: token ?? null,
    group: row.group ?? null,
    prefix: row.key === undefined ? null : keyPrefix(row.key),
  };
}
