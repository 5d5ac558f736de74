/** What tools cost, for their descriptions. */
import { quote } from '@kinora/shared/billing/quote';
import { formatMicros, type Micros } from '@kinora/shared/money';
import type { ModelCard, Tier } from '@kinora/shared/models/model-card';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';

type Payer = Pick<Token, 'defaultTier' | 'groupRules'>;

/** The tier of calls that name none: the token's, unless the model does not offer it. */
export function chooseDefaultTier(
  { tiers }: Pick<ModelCard, 'tiers'>,
  { defaultTier }: Pick<Token, 'defaultTier'>,
): Tier {
  const preferredTier = defaultTier ?? 'fast';
  return tiers[preferredTier] === undefined
    ? ((Object.keys(tiers)[0] as Tier | undefined) ?? preferredTier)
    : preferredTier;
}

/** The price of one unit by each rule of the card, with the factors of tier and group. */
export function unitPrices(
  card: ModelCard,
  token: Payer,
): { readonly when: object; readonly micros: Micros }[] {
  const tier = chooseDefaultTier(card, token);
  const { factorMicros } = token.groupRules;
  return card.price.rules.map(rule => {
    const singleRuleCard = { ...card, price: { ...card.price, rules: [{ unitPrice: rule.unitPrice }] } };
    const quoteInput = { parameters: {}, tier, factorMicros, seconds: 1, pictures: 1 };
    return { when: rule.when ?? {}, micros: quote(singleRuleCard, quoteInput).unitPriceMicros };
  });
}

const mostModels = 8;

/** Returns text such as `Prices: MODEL 0.005 to 0.06 USD an image.` */
export function pricesText(models: readonly Model[], token: Payer, currency: string): string {
  const modelPrices = models.slice(0, mostModels).map(({ card }) => {
    const all = unitPrices(card, token).map(({ micros }) => micros);
    const sortedPrices = all.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    const [lowest, highest] = [sortedPrices[0] ?? 0n, sortedPrices.at(-1) ?? 0n];
    const range =
      lowest === highest ? formatMicros(lowest) : `${formatMicros(lowest)} to ${formatMicros(highest)}`;
    const unit = card.price.unit === 'image' ? 'an image' : `a ${card.price.unit}`;
    return `${card.id} ${range} ${currency} ${unit}`;
  });
  const more = models.length > mostModels ? '; more in list_models' : '';
  return `Prices: ${modelPrices.join('; ')}${more}.`;
}
