/**
 * GET /api/receipt.download and /api/statement.download: receipts and statements as PDF. The code that draws
 * them is loaded with the first one.
 */
import { z } from 'zod';
import { AppError, type Language } from '@kinora/shared/errors/errors';
import { planDays } from '../../core/payments/plan-periods.ts';
import type { ReceiptTerms } from '../../core/payments/receipts/receipt.ts';
import { readTimeZone } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { findActor } from '../http/auth/session-cookie.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { ownAccount } from '../procedures/fields/account-fields.ts';
import { receiptNumber, resolveReceipt } from '../procedures/money/receipt-procedures.ts';
import { month } from '../procedures/money/statement-procedures.ts';
import { rejectBelow } from '../procedures/run-procedure.ts';
import { resolveAccount, type ActorContext } from '../procedures/scope.ts';

export interface DocumentDependencies {
  readonly db: Queryable;
  readonly currency: string;
  readonly receiptTerms: ReceiptTerms;
}

/** A link sends the languages of the browser, and not that of the Console. */
const language = z
  .enum(['en', 'zh'])
  .optional()
  .describe('Language of the document. Default: as the request.');
const receiptQuery = z.strictObject({ number: receiptNumber.describe('Number of the receipt.'), language });
const statementQuery = z.strictObject({ month, account: ownAccount, language });
const responses = { 200: { description: 'The document.', types: ['application/pdf'] } };

export function documentDownloads(parts: DocumentDependencies): Route[] {
  return [
    route({
      interfaceName: 'console',
      auth: 'none',
      method: 'GET',
      path: '/api/receipt.download',
      summary: 'Download a receipt or a credit note as PDF',
      query: receiptQuery,
      responses,
      errorCodes: ['receipt_unknown'],
      handle: call => downloadReceipt(parts, call),
    }),
    route({
      interfaceName: 'console',
      auth: 'none',
      method: 'GET',
      path: '/api/statement.download',
      summary: 'Download the statement of a month as PDF',
      query: statementQuery,
      responses,
      errorCodes: ['account_unknown'],
      handle: call => downloadStatement(parts, call),
    }),
  ];
}

async function downloadReceipt(
  { db }: DocumentDependencies,
  call: Call<unknown, z.infer<typeof receiptQuery>>,
): Promise<unknown> {
  const context = await openActorContext(db, call);
  const receipt = await resolveReceipt(context, call.query.number);
  const { receiptDocument } = await import('../../core/payments/receipts/receipt-document.ts');
  const timeZone = await readTimeZone(db);
  const soldDays = receipt.soldPlan && planDays(receipt.soldPlan, timeZone);
  const look = { language: chooseLanguage(call), timeZone, soldPlan: soldDays };
  return send(call, receipt.number, receiptDocument(receipt, look));
}

async function downloadStatement(
  { db, currency, receiptTerms }: DocumentDependencies,
  call: Call<unknown, z.infer<typeof statementQuery>>,
): Promise<unknown> {
  const context = await openActorContext(db, call);
  const accountId = await resolveAccount(context, call.query.account);
  const { drawStatement } = await import('../../core/payments/receipts/draw-statement.ts');
  const document = await drawStatement(db, {
    accountId,
    month: call.query.month,
    currency,
    seller: receiptTerms.seller,
    language: chooseLanguage(call),
  });
  return send(call, `statement-${call.query.month}`, document);
}

/** Throws AppError `session_missing` or `not_allowed`. */
async function openActorContext(db: Queryable, { request }: Pick<Call, 'request'>): Promise<ActorContext> {
  const actor = await findActor(db, request);
  if (!actor) throw new AppError('session_missing');
  rejectBelow(actor, 'owner');
  return { db, actor };
}

function chooseLanguage({
  query,
  language: requestLanguage,
}: Pick<Call<unknown, { readonly language?: Language | undefined }>, 'query' | 'language'>): Language {
  return query.language ?? requestLanguage;
}

function send({ reply }: Pick<Call, 'reply'>, name: string, document: Buffer): unknown {
  return reply
    .type('application/pdf')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(document);
}
