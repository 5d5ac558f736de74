/** Reads what the statement of a month needs, and draws it. */
import type { Language } from '@kinora/shared/errors/errors';
import { monthSpan, moneyStatement } from '../../billing/month-statement.ts';
import { readTimeZone } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { readBilledAccount } from './billing-details.ts';
import type { Party } from './receipt.ts';
import { listReceipts } from './receipt-rows.ts';
import { statementDocument } from './statement-document.ts';

/** One page of a long month. */
const maxReceipts = 1000;

export interface StatementOrder {
  readonly accountId: string;
  /** Such as `2026-11`. */
  readonly month: string;
  readonly currency: string;
  readonly seller: Party;
  readonly language: Language;
}

/** A PDF. */
export async function drawStatement(
  db: Queryable,
  { accountId, month, currency, seller, language }: StatementOrder,
): Promise<Buffer> {
  const span = await monthSpan(db, month);
  return statementDocument({
    month,
    currency,
    statement: await moneyStatement(db, { accountId, ...span }),
    receipts: await listReceipts(db, { accountId, ...span, limit: maxReceipts }),
    seller,
    buyer: await readBilledAccount(db, accountId),
    language,
    timeZone: await readTimeZone(db),
  });
}
