/** Prices as text: amount, unit and conditions. */
import type { Price, Conditions } from '../data/models/price.ts';
import { useCurrency } from '../data/session.ts';
import { useParameterNames } from '../forms/messages.ts';
import { formatCount, formatMoney } from '../i18n/format.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { priceMessages, unitNames } from './messages.ts';

type Unit = Price['unit'];

export interface PriceText {
  money(amount: string): string;
  /** `$0.10 per second` */
  per(unit: Unit, price: string): string;
  /** `from $0.10 per second` */
  from(unit: Unit, price: string): string;
  /** `5 s × $0.10 / second = $0.50` */
  sum(price: Price): string;
  /** `1080p, with sound`. Undefined means no conditions. */
  when(conditions: Conditions | null | undefined): string | undefined;
}

export function usePriceText(): PriceText {
  const t = useMessages(priceMessages);
  const currency = useCurrency();
  const { parameterName, formatParameter } = useParameterNames();
  const money = (amount: string) => formatMoney(amount, currency);
  const condition = (name: string, value: unknown): string => {
    if (name === 'audio') return value === true ? t.sound : t.noSound;
    if (name === 'references') return t.pictures(String(value));
    if (name === 'resolution' || name === 'seconds') return formatParameter(name, value);
    if (name === 'operation') return (t.operations as Record<string, string>)[String(value)] ?? String(value);
    return t.condition(parameterName(name), formatParameter(name, value));
  };
  return {
    money,
    per: (unit, price) => t[`per${unitNames[unit]}`](money(price)),
    from: (unit, price) => t[`from${unitNames[unit]}`](money(price)),
    sum: ({ unit, quantity, unitPrice, amount }) =>
      t[`sum${unitNames[unit]}`](formatCount(quantity), money(unitPrice), money(amount)),
    when: conditions => {
      const conditionTexts = Object.entries(conditions ?? {}).map(([name, value]) => condition(name, value));
      return conditionTexts.length > 0 ? joinTexts(conditionTexts) : undefined;
    },
  };
}

function joinTexts(texts: readonly string[]): string {
  return new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(texts);
}
