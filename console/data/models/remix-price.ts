/** What a remix costs: that of its clip, at today's price, with the pictures that the clip was made from. */
import { parseMicros } from '../../../src/lib/money.ts';
import { priceOf, type Price } from './price.ts';
import type { Model } from './models.ts';
import type { Task } from '../tasks/tasks.ts';

type Payer = { readonly factor: string };

export interface RemixPrice {
  readonly amount: string;
  /** The least that it can be: how many pictures there were could not be told. */
  readonly isLeast: boolean;
}

interface Remix {
  readonly task: Pick<Task, 'parameters' | 'seconds' | 'tier' | 'price'>;
  readonly model: Model;
  /** Who pays for the remix. */
  readonly token: Payer;
  /** Who paid for the clip; undefined: not known. */
  readonly payer: Payer | undefined;
}

/** Undefined: it cannot be had. */
export function priceOfRemix({ task, model, token, payer }: Remix): RemixPrice | undefined {
  const references = referencesOf(task, model, payer);
  const counts = references.length > 0 ? references : possibleCounts(model);
  const amounts = counts
    .map(count => priceWith(task, { model, token, count })?.amount)
    .filter(amount => amount !== undefined)
    .toSorted((one, other) => (parseMicros(one) < parseMicros(other) ? -1 : 1));
  const [cheapest] = amounts;
  return cheapest === undefined ? undefined : { amount: cheapest, isLeast: amounts.at(-1) !== cheapest };
}

/** How many there can have been is not told; what was paid for a unit, by the same prices and factors, tells it. */
function referencesOf(task: Remix['task'], model: Model, payer: Remix['payer']): number[] {
  const isExtended =
    task.seconds !== null && Number(task.parameters['seconds'] ?? task.seconds) !== task.seconds;
  if (!payer || isExtended || task.price.version !== model.price.version) return [];
  const paid = parseMicros(task.price.unit_price);
  return possibleCounts(model).filter(count => {
    const price = priceWith(task, { model, token: payer, count });
    return price !== undefined && parseMicros(price.unitPrice) === paid;
  });
}

/** One of each that the price can depend on; zero stands for all that no rule names. */
function possibleCounts({ price }: Model): number[] {
  const named = price.rules.flatMap(({ when }) => when?.['references'] ?? []).map(Number);
  return [...new Set([0, ...named])];
}

function priceWith(
  { parameters, seconds, tier }: Remix['task'],
  { model, token, count }: { readonly model: Model; readonly token: Payer; readonly count: number },
): Price | undefined {
  const priced = { ...parameters, operation: 'clip', references: count };
  return priceOf(model, token, { parameters: priced, tier, seconds: Number(seconds) });
}
