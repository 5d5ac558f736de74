/** A redemption code, without the code itself. */
import { z } from 'zod';
import type { Code } from '../../../core/billing/codes.ts';
import { calendarNow } from '@kinora/shared/clock';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { decimal, time } from './values.ts';

export const codeRecord = z.strictObject({
  id: z.string(),
  prefix: z.string().describe('The first characters of the code.'),
  amount: decimal,
  note: z.string(),
  state: z.enum(['redeemed', 'revoked', 'expired', 'good']),
  created: time,
  expires: time.nullable(),
  redeemed: time.nullable(),
  redeemed_by: z.string().nullable(),
});

export const codesWithSecret = codeRecord.extend({
  code: z.string().describe('The code; shown only once.'),
  codes: z.array(z.string()).describe('All codes that were created, if there are several.'),
});

type CodeRecord = ReadOnly<z.output<typeof codeRecord>>;

export function toCodeRecord(code: Code): CodeRecord {
  return {
    id: code.id,
    prefix: code.prefix,
    amount: money(code.amountMicros),
    note: code.note,
    state: codeState(code),
    created: code.createdAt.toISOString(),
    expires: code.expiresAt?.toISOString() ?? null,
    redeemed: code.redeemedAt?.toISOString() ?? null,
    redeemed_by: code.redeemedBy ?? null,
  };
}

function codeState({ redeemedAt, revokedAt, expiresAt }: Code): CodeRecord['state'] {
  if (redeemedAt) return 'redeemed';
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= calendarNow() ? 'expired' : 'good';
}
