/** Settings of receipts: a part of the table in settings.ts. */
import { anyText, money } from './setting-kinds.ts';

export const receiptSettings = {
  KINORA_SELLER_NAME: {
    ...anyText,
    to: 'sellerName',
    default: '',
    en: 'Name of the seller on receipts: your company.',
    zh: '收据上的收款方名称：您的公司。',
  },
  KINORA_SELLER_ADDRESS: {
    ...anyText,
    to: 'sellerAddress',
    default: '',
    en: 'Address of the seller on receipts. `\\n` begins a line.',
    zh: '收据上的收款方地址；`\\n` 表示换行。',
  },
  KINORA_SELLER_TAX_ID: {
    ...anyText,
    to: 'sellerTaxId',
    default: '',
    en: 'Tax ID of the seller on receipts.',
    zh: '收据上的收款方税号。',
  },
  KINORA_TAX_NAME: {
    ...anyText,
    to: 'taxName',
    default: '',
    en: 'Name of the tax that prices include, such as VAT. Empty: receipts show no tax.',
    zh: '价格所含税种的名称，如 VAT；留空则收据不显示税额。',
  },
  KINORA_TAX_PERCENT: {
    ...money,
    to: 'taxPercentMicros',
    default: '0',
    en: 'Rate of that tax in percent, such as 19 or 7.7.',
    zh: '该税的税率（百分比），如 19 或 7.7。',
  },
} as const;

/** A rate without a name could not be shown. */
export function receiptProblems({
  taxName,
  taxPercentMicros,
}: {
  readonly taxName: string | undefined;
  readonly taxPercentMicros: bigint;
}): string[] {
  return taxPercentMicros > 0n && taxName === undefined
    ? ['KINORA_TAX_PERCENT requires KINORA_TAX_NAME, the name of the tax on receipts.']
    : [];
}
