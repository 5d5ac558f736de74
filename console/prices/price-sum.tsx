/** The calculation of a price: the matching rule, the factors and the result. */
import { isNeutralFactor, type PriceDetails } from '../data/models/price.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { uiMessages } from '../ui/messages.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { usePriceText } from './price-text.ts';
import { priceMessages } from './messages.ts';

export function PriceSum({ parts, tier }: { readonly parts: PriceDetails; readonly tier: Tier }) {
  const t = useMessages(priceMessages);
  const ui = useMessages(uiMessages);
  const { sum, when, per } = usePriceText();
  const { rule, tierFactor, unit, isFlat } = parts;
  const notes = [
    rule &&
      capitalize(t.because(when(rule.when) ?? t.plain, per(unit, rule.unitPrice), per(unit, rule.plain))),
    !isNeutralFactor(tierFactor) && t.tier(ui.tier[tier], plainFactor(tierFactor)),
    isFlat && t.flat,
  ].filter(note => typeof note === 'string');
  return (
    <div className="tabular min-w-0">
      <p className="font-semibold" data-sum>
        {sum(parts)}
      </p>
      {notes.map(note => (
        <p key={note} className="text-xs text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

/** `2.00` -> `2` */
export function plainFactor(factor: string): string {
  return String(Number(factor));
}

/** A condition, capitalized. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
