/** A receipt or a credit note as PDF, in English or Chinese. */
import type { Language } from '@kinora/shared/errors/errors';
import { dayIn } from '@kinora/shared/calendar';
import { writeDocument, type DocumentRow } from '../../../media/document/document.ts';
import { amountText } from './amount-text.ts';
import type { Party, PlanDays, Receipt } from './receipt.ts';

const texts = {
  en: {
    receipt: 'Receipt',
    credit_note: 'Credit note',
    number: 'Number',
    date: 'Date',
    from: 'From',
    to: 'To',
    taxId: 'Tax ID',
    corrects: 'For receipt',
    item: 'Credit for generating images and videos',
    plan: (plan: string, from: string, to: string) => `Plan ${plan}, ${from} to ${to}`,
    returned: 'Money returned or disputed',
    again: 'Paid again after a dispute',
    because: (item: string, reason: string) => `${item}: ${reason}`,
    net: 'Without tax',
    total: 'Total',
    includes: (name: string, percent: string) => `Includes ${name} ${percent}%`,
    paidBy: (method: string) => `Paid by ${methodNames.en[method] ?? method}.`,
    payment: (id: string) => `Payment ${id}`,
  },
  zh: {
    receipt: '收据',
    credit_note: '退款凭证',
    number: '编号',
    date: '日期',
    from: '收款方',
    to: '付款方',
    taxId: '税号',
    corrects: '对应收据',
    item: '图片与视频生成余额',
    plan: (plan: string, from: string, to: string) => `套餐 ${plan}，${from} 至 ${to}`,
    returned: '退款或争议金额',
    again: '争议结束后重新入账',
    because: (item: string, reason: string) => `${item}：${reason}`,
    net: '不含税金额',
    total: '合计',
    includes: (name: string, percent: string) => `含 ${name} ${percent}%`,
    paidBy: (method: string) => `支付方式：${methodNames.zh[method] ?? method}。`,
    payment: (id: string) => `付款 ${id}`,
  },
} as const;

const methodNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { card: 'card', alipay: 'Alipay', wxpay: 'WeChat Pay', qqpay: 'QQ Wallet' },
  zh: { card: '银行卡', alipay: '支付宝', wxpay: '微信支付', qqpay: 'QQ 钱包' },
};

interface ReceiptLook {
  readonly language: Language;
  /** The zone in which the day of the document is written. */
  readonly timeZone: string;
  /** The plan that was sold. Undefined for credit. */
  readonly soldPlan: PlanDays | undefined;
}

export function receiptDocument(receipt: Receipt, look: ReceiptLook): Buffer {
  const { language, timeZone } = look;
  const t = texts[language];
  const { kind, number, issuedAt, corrects, seller, buyer, method, paymentId } = receipt;
  const day = dayIn(timeZone, issuedAt.getTime());
  return writeDocument({ title: `${t[kind]} ${number}`, author: seller.name }, to => {
    to.title(t[kind]);
    to.blocks([
      [`${t.number}: ${number}`, `${t.date}: ${day}`, ...(corrects ? [`${t.corrects}: ${corrects}`] : [])],
      [],
    ]);
    to.blocks([
      [t.from, ...partyLines(seller, t.taxId)],
      [t.to, ...partyLines(buyer, t.taxId)],
    ]);
    to.table(receiptRows(receipt, look));
    to.note(t.paidBy(method));
    to.note(t.payment(paymentId));
  });
}

/** The parts of a party that are known. */
export function partyLines({ name, address, taxId, email }: Party, taxIdLabel: string): string[] {
  return [name, address, taxId && `${taxIdLabel}: ${taxId}`, email].filter(text => text !== '');
}

function receiptRows(receipt: Receipt, look: ReceiptLook): DocumentRow[] {
  const { language } = look;
  const t = texts[language];
  const { kind, currency, amountMicros, taxMicros, taxName, taxPercentMicros } = receipt;
  const sign = kind === 'credit_note' ? -1n : 1n;
  const amount = (micros: bigint) => amountText(sign * micros, currency, language);
  const tax =
    taxName === undefined || taxPercentMicros === undefined
      ? []
      : [
          { cells: [t.net, amount(amountMicros - taxMicros)] },
          { cells: [t.includes(taxName, percentText(taxPercentMicros)), amount(taxMicros)] },
        ];
  return [
    { cells: [receiptItem(receipt, look), amount(amountMicros)], isRuled: true },
    ...tax.map((row, index) => ({ ...row, isRuled: index === 0 })),
    { cells: [t.total, amount(amountMicros)], isBold: true, isRuled: true },
  ];
}

/** What was sold or, for a document that corrects another one, why money went back or came again. */
export function receiptItem(
  { kind, corrects }: Pick<Receipt, 'kind' | 'corrects'>,
  { language, soldPlan: planDays }: Pick<ReceiptLook, 'language' | 'soldPlan'>,
): string {
  const t = texts[language];
  const plan = planDays && t.plan(planDays.plan, planDays.from, planDays.until);
  const reason = kind === 'credit_note' ? t.returned : corrects === undefined ? undefined : t.again;
  if (reason === undefined) return plan ?? t.item;
  return plan === undefined ? reason : t.because(plan, reason);
}

/** `19` or `7.7`. */
export function percentText(micros: bigint): string {
  return String(Number(micros) / 1_000_000);
}
