import type { Language } from '@kinora/shared/errors/errors';

/**
 * An amount with the code of its currency, as documents show it: `USD 20.00`. Exact
 * to a millionth below a billion.
 */
export function amountText(micros: bigint, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    maximumFractionDigits: 6,
  });
  return format.format(Number(micros) / 1_000_000);
}
