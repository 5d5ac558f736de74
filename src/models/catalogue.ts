/** The model cards of this server, checked when they are read. */
import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { compileParameters, type CheckParameters } from './check-parameters.ts';
import { modelCard, type ModelCard } from './model-card.ts';

const folder = new URL('../../models/', import.meta.url);

export interface Model {
  readonly card: ModelCard;
  /** Checks a client's parameters and fills in defaults; throws AppError `field_unknown` or `field_invalid`. */
  readonly checkParameters: CheckParameters;
}

/** A price that takes effect at a given time (billing/prices.ts). */
export interface LaterPrice {
  readonly model: string;
  readonly effectiveAt: Date;
  /** Returns the card with this price. */
  readonly apply: (card: ModelCard) => ModelCard;
}

export interface Catalogue {
  /** All models, with the prices that are currently in effect. */
  readonly models: readonly Model[];
  /** The model with this id, whatever its group; throws AppError `model_unknown`. */
  named(id: string, kind: ModelCard['kind']): Model;
  /** How long a client should wait between polls. Also works for a model that was removed. */
  pollAfterMs(id: string): number;
  /** Replaces the later prices. They are in the order of their versions. */
  setPrices(prices: readonly LaterPrice[]): void;
}

export function readCatalogue(
  cards: readonly unknown[] = readCards(),
  { now }: Pick<Clock, 'now'> = systemClock,
): Catalogue {
  const base = cards.map(card => {
    const parsed = modelCard.parse(card);
    return { card: parsed, checkParameters: compileParameters(parsed) };
  });
  let prices: readonly LaterPrice[] = [];
  let current: readonly Model[] = base;
  let nextChangeMs = Infinity;

  const refresh = (): void => {
    const nowMs = now();
    const inEffect = prices.filter(({ effectiveAt }) => effectiveAt.getTime() <= nowMs);
    const coming = prices.map(({ effectiveAt }) => effectiveAt.getTime()).filter(time => time > nowMs);
    nextChangeMs = Math.min(Infinity, ...coming);
    current = base.map(model => {
      const price = newestOf(inEffect.filter(one => one.model === model.card.id));
      return price ? { ...model, card: price.apply(model.card) } : model;
    });
  };
  const models = (): readonly Model[] => {
    if (now() >= nextChangeMs) refresh();
    return current;
  };
  return {
    get models() {
      return models();
    },
    named: (id, kind) => {
      const sameKind = models().filter(model => model.card.kind === kind);
      const found = sameKind.find(model => model.card.id === id);
      if (found) return found;
      const allowed = sameKind.map(model => model.card.id).join(', ');
      throw new AppError('model_unknown', { param: 'model', model: id, allowed });
    },
    pollAfterMs: id => base.find(({ card }) => card.id === id)?.card.pollAfterMs ?? 1000,
    setPrices: given => {
      prices = given;
      refresh();
    },
  };
}

/** The price that took effect last. Of several at the same time, the later version. */
function newestOf(prices: readonly LaterPrice[]): LaterPrice | undefined {
  return prices.reduce<LaterPrice | undefined>(
    (best, price) => (best && best.effectiveAt > price.effectiveAt ? best : price),
    undefined,
  );
}

function readCards(): unknown[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
