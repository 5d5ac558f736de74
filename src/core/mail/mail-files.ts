/**
 * The documents that are attached to a mail. They are drawn when it is sent, and the code that draws them is
 * loaded with the first one.
 */
import type { Database } from '../../platform/db/open.ts';
import { readTimeZone } from '../../platform/db/calendar.ts';
import type { Party } from '../payments/receipts/receipt.ts';
import { listReceipts } from '../payments/receipts/receipt-rows.ts';
import type { MailData } from './mail.ts';
import type { QueuedMail } from './mail-queue.ts';
import type { MailFile } from './render-mail.ts';

export interface MailFileDependencies {
  readonly db: Database;
  readonly currency: string;
  readonly seller: Party;
}

export async function mailFiles(parts: MailFileDependencies, mail: QueuedMail): Promise<readonly MailFile[]> {
  if (mail.kind === 'payment_received')
    return attachReceipts(parts, mail, mail.data as MailData['payment_received']);
  if (mail.kind === 'statement')
    return [await attachStatement(parts, mail, mail.data as MailData['statement'])];
  return [];
}

/** The receipts that the payment has when the mail is sent. */
async function attachReceipts(
  { db }: MailFileDependencies,
  { language }: QueuedMail,
  { payment: paymentId, plan }: MailData['payment_received'],
): Promise<MailFile[]> {
  const receipts = await listReceipts(db, { accountId: undefined, paymentId, limit: 10 });
  if (receipts.length === 0) return [];
  const { receiptDocument } = await import('../payments/receipts/receipt-document.ts');
  const timeZone = await readTimeZone(db);
  return receipts
    .filter(({ kind }) => kind === 'receipt')
    .map(receipt => pdf(receipt.number, receiptDocument(receipt, { language, timeZone, soldPlan: plan })));
}

async function attachStatement(
  { db, currency, seller }: MailFileDependencies,
  { language }: QueuedMail,
  { account: accountId, month }: MailData['statement'],
): Promise<MailFile> {
  const { drawStatement } = await import('../payments/receipts/draw-statement.ts');
  const document = await drawStatement(db, { accountId, month, currency, seller, language });
  return pdf(`statement-${month}`, document);
}

function pdf(name: string, bytes: Uint8Array): MailFile {
  return { name: `${name}.pdf`, contentType: 'application/pdf', bytes };
}
