/** The statement of a month as PDF, in English or Chinese. */
import type { Language } from '@kinora/shared/errors/errors';
import { dayIn } from '@kinora/shared/calendar';
import type { EntryKind } from '../../billing/ledger.ts';
import type { MoneyStatement } from '../../billing/month-statement.ts';
import { writeDocument, type DocumentRow } from '../../../media/document/document.ts';
import { amountText } from './amount-text.ts';
import type { BillingDetails } from './billing-details.ts';
import type { Party, Receipt } from './receipt.ts';
import { partyLines } from './receipt-document.ts';
import { receiptSign } from './receipt-rows.ts';

interface StatementTexts {
  readonly title: string;
  readonly month: string;
  readonly from: string;
  readonly to: string;
  readonly taxId: string;
  readonly opening: string;
  readonly closing: string;
  readonly entries: string;
  readonly receipts: string;
  readonly zone: (zone: string) => string;
  readonly kinds: Readonly<Record<EntryKind, string>>;
}

const texts: Readonly<Record<Language, StatementTexts>> = {
  en: {
    title: 'Statement',
    month: 'Month',
    from: 'From',
    to: 'To',
    taxId: 'Tax ID',
    opening: 'Opening balance',
    closing: 'Closing balance',
    entries: 'Entries',
    receipts: 'Receipts and credit notes of this month',
    zone: zone =>
      `The month begins at midnight in ${zone}. A charge was already taken from the balance when it was held.`,
    kinds: {
      opening: 'Starting credit',
      top_up: 'Top-up',
      redeem: 'Code redeemed',
      adjust: 'Adjustment',
      hold: 'Held',
      settle: 'Charged',
      release: 'Released',
      refund: 'Refunded',
    },
  },
  zh: {
    title: '月结单',
    month: '月份',
    from: '收款方',
    to: '付款方',
    taxId: '税号',
    opening: '期初余额',
    closing: '期末余额',
    entries: '账目数',
    receipts: '本月的收据与退款凭证',
    zone: zone => `月份按 ${zone} 计算。扣费金额在冻结时已从余额中扣除。`,
    kinds: {
      opening: '初始额度',
      top_up: '充值',
      redeem: '兑换码',
      adjust: '调整',
      hold: '冻结',
      settle: '扣费',
      release: '解冻',
      refund: '退款',
    },
  },
};

export interface MonthOfAccount {
  readonly month: string;
  readonly currency: string;
  readonly statement: MoneyStatement;
  readonly receipts: readonly Receipt[];
  readonly seller: Party;
  readonly buyer: BillingDetails;
  readonly language: Language;
  readonly timeZone: string;
}

export function statementDocument(statement: MonthOfAccount): Buffer {
  const t = texts[statement.language];
  const { month, seller, buyer, timeZone, receipts } = statement;
  return writeDocument({ title: `${t.title} ${month}`, author: seller.name }, to => {
    to.title(t.title);
    to.blocks([[`${t.month}: ${month}`], []]);
    to.blocks([
      [t.from, ...partyLines(seller, t.taxId)],
      [t.to, ...partyLines({ ...buyer, email: '' }, t.taxId)],
    ]);
    to.table(balanceRows(statement));
    to.note(t.zone(timeZone));
    if (receipts.length === 0) return;
    to.heading(t.receipts);
    to.table(receiptRows(statement));
  });
}

function balanceRows({ statement, currency, language }: MonthOfAccount): DocumentRow[] {
  const t = texts[language];
  const amount = (micros: bigint) => amountText(micros, currency, language);
  return [
    { cells: [t.opening, '', amount(statement.openingMicros)], isBold: true, isRuled: true },
    ...statement.lines.map(({ kind, count, amountMicros, changeMicros }, index) => ({
      cells: [
        `${t.kinds[kind]} (${t.entries}: ${count})`,
        changeMicros === 0n ? amount(amountMicros) : '',
        changeMicros === 0n ? '' : amount(changeMicros),
      ],
      isRuled: index === 0,
    })),
    { cells: [t.closing, '', amount(statement.closingMicros)], isBold: true, isRuled: true },
  ];
}

/** Lists them in the order in which they were issued. */
function receiptRows({ receipts, language, timeZone }: MonthOfAccount): DocumentRow[] {
  return receipts.toReversed().map(({ number, issuedAt, kind, amountMicros, currency }, index) => ({
    cells: [
      number,
      dayIn(timeZone, issuedAt.getTime()),
      amountText(receiptSign(kind) * amountMicros, currency, language),
    ],
    isRuled: index === 0,
  }));
}
