/** The result of an import: what it did, what it would do, or why it did nothing. It contains no keys. */
import { z } from 'zod';
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
