/** The price of a remix: that of its clip, at current prices, with the same number of reference images. */
import { parseMicros } from '@kinora/shared/money';
import { quotePrice, type Price } from './price.ts';
import type { Model } from './models.ts';
import type { Task } from '../tasks/tasks.ts';

export interface RemixPrice {
  readonly amount: string;
  /** The amount is a minimum, because the number of reference images is unknown. */
  readonly isLeast: boolean;
}

interface Remix {
  readonly task: Pick<Task, 'parameters' | 'seconds' | 'tier' | 'price'>;
  /** Its prices are those of the token that pays for the remix. */
  readonly model: Model;
  /** Whether the clip was paid at the same prices. */
  readonly isSamePricing: boolean;
}

/** Returns undefined if no price is available. */
export function priceOfRemix({ task, model, isSamePricing }: Remix): RemixPrice | undefined {
  const references = isSamePricing ? listReferences(task, model) : [];
  const counts = references.length > 0 ? references : listedCounts(model);
  const amounts = counts
    .map(count => priceWith(task, model, count)?.amount)
    .filter(amount => amount !== undefined)
    .toSorted((one, other) => (parseMicros(one) < parseMicros(other) ? -1 : 1));
  const [cheapest] = amounts;
  return cheapest === undefined ? undefined : { amount: cheapest, isLeast: amounts.at(-1) !== cheapest };
}

/**
 * The task does not record the number of reference images. The unit price that was paid reveals it, at
 * the same prices.
 */
function listReferences(task: Remix['task'], model: Model): number[] {
  const isExtended =
    task.seconds !== null && Number(task.parameters['seconds'] ?? task.seconds) !== task.seconds;
  if (isExtended || task.price.version !== model.price.version) return [];
  const paidMicros = parseMicros(task.price.unit_price);
  return listedCounts(model).filter(count => {
    const price = priceWith(task, model, count);
    return price !== undefined && parseMicros(price.unitPrice) === paidMicros;
  });
}

/** Each number of reference images that a price rule names; zero means all other numbers. */
function listedCounts({ price }: Model): number[] {
  const namedCounts = price.rules.flatMap(({ when }) => when?.['references'] ?? []).map(Number);
  return [...new Set([0, ...namedCounts])];
}

function priceWith(
  { parameters, seconds, tier }: Remix['task'],
  model: Model,
  count: number,
): Price | undefined {
  const pricedParameters = { ...parameters, operation: 'clip', references: count };
  return quotePrice(model, { parameters: pricedParameters, tier, seconds: Number(seconds) });
}
