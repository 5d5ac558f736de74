/** An example of what a price rule costs. */
import type { PriceBody, PriceRule } from '../../data/operators/operator-queries.ts';
import { useCurrency } from '../../data/session.ts';
import { formatCount, formatMoney, unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { priceExample } from './pricing.ts';
import { priceMessages } from './messages.ts';

const tiers = ['relax', 'fast', 'turbo'] as const;

/** `5 s × $0.10 = $0.50`, in the first offered tier, typically Fast. */
export function Example({ price, rule }: { readonly price: PriceBody; readonly rule: PriceRule }) {
  const t = useMessages(priceMessages);
  const currency = useCurrency();
  const tier = price.tiers.fast === undefined ? tiers.find(one => price.tiers[one]) : 'fast';
  const calculatedPrice = tier && priceExample(price, rule, tier);
  if (!calculatedPrice) return unknown;
  return t.example(
    t.quantity(formatCount(calculatedPrice.quantity), price.unit),
    formatMoney(calculatedPrice.unitPrice, currency),
    formatMoney(calculatedPrice.amount, currency),
  );
}
