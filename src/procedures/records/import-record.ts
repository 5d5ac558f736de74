/** What an import did, would do, or why it did nothing. Without keys. */
import { z } from 'zod';
import { prefixOf } from '../../accounts/change-token.ts';
import type { Language } from '../../errors.ts';
import type { ReadOnly } from '../../lib/read-only.ts';
import { money } from '../fields.ts';
import { accountKey, type ImportPlan, type PlannedRow } from '../accounts/plan-import.ts';
import { count, decimal } from './values.ts';

const line = z.number().int().min(1).describe('Line of the file, counted from 1.');

export const importRecord = z.strictObject({
  ok: z.boolean().describe('Whether every row is correct. Otherwise nothing was changed.'),
  dry_run: z.boolean().describe('Whether nothing was changed because it was a dry run.'),
  accounts_created: count,
  tokens_created: count,
  tokens_unchanged: count.describe('Tokens that already exist. They stay as they are.'),
  credited: decimal.describe('Total of the balances that were imported.'),
  rows: z.array(
    z.strictObject({
      line,
      account: z.string(),
      account_state: z.enum(['new', 'existing']),
      credited: decimal,
      token: z.enum(['new', 'unchanged']).nullable(),
      group: z.string().nullable(),
      prefix: z.string().nullable().describe('The first characters of the key.'),
    }),
  ),
  problems: z.array(
    z.strictObject({ line, field: z.string().describe('Column of the file.'), reason: z.string() }),
  ),
});

export function toImportRecord(
  { planned, problems }: ImportPlan,
  { isDryRun, language }: { isDryRun: boolean; language: Language },
): ReadOnly<z.output<typeof importRecord>> {
  const ok = problems.length === 0;
  const rows = ok ? planned : [];
  const created = new Set(rows.filter(({ account }) => !account).map(({ row }) => accountKey(row)));
  return {
    ok,
    dry_run: isDryRun,
    accounts_created: created.size,
    tokens_created: rows.filter(({ token }) => token === 'new').length,
    tokens_unchanged: rows.filter(({ token }) => token === 'unchanged').length,
    credited: money(rows.reduce((sum, { creditMicros }) => sum + creditMicros, 0n)),
    rows: rows.map(toRow),
    problems: problems.map(({ reason, reasonZh, ...place }) => ({
      ...place,
      reason: language === 'zh' ? reasonZh : reason,
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
    prefix: row.key === undefined ? null : prefixOf(row.key),
  };
}
