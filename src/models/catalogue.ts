/** The models of this server: cards that come with the product, and those of the operator. All are checked when they are read. */
import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { compileParameters, type CheckParameters } from './check-parameters.ts';
import { modelCard, storedCard, type ModelCard } from './model-card.ts';
import { cardRoute, type Route } from './route.ts';

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

/** What the operator has added (models/model-rows.ts). */
export interface CatalogueRows {
  /** Cards without prices: `StoredCard`, not checked yet. */
  readonly cards: readonly { readonly id: string; readonly card: unknown }[];
  /** Other name -> model. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly versions: readonly VersionModel[];
  readonly routes: readonly Route[];
}

/** In a group, this `--v` or `--niji` value means that model. */
export interface VersionModel {
  readonly group: string;
  readonly version: string;
  readonly model: string;
}

export interface Catalogue {
  /** The models that some engine can run, with the prices that are currently in effect. */
  readonly models: readonly Model[];
  /** Those, and the models without a route. */
  readonly all: readonly Model[];
  /** Those that are enabled. */
  readonly routes: readonly Route[];
  /** The routes of a model, in the order of their priority. */
  routesOf(model: string): readonly Route[];
  /** The model with this id or alias, whatever its group; throws AppError `model_unknown`. */
  named(id: string, kind: ModelCard['kind']): Model;
  /** The model that a version means in a group. Undefined: the operator has not said. */
  modelOfVersion(group: string, version: string): string | undefined;
  /** How long a client should wait between polls. Also works for a model that was removed. */
  pollAfterMs(id: string): number;
  /** Replaces the later prices. They are in the order of their versions. */
  setPrices(prices: readonly LaterPrice[]): void;
  /** Replaces what the operator has added. A card that is not valid is left out. */
  setRows(rows: CatalogueRows): void;
}

/** A model and whether its price is in the database only. */
interface BaseModel extends Model {
  readonly isStored: boolean;
}

export function readCatalogue(
  cards: readonly unknown[] = readCards(),
  { now }: Pick<Clock, 'now'> = systemClock,
): Catalogue {
  const files = cards.map((card): BaseModel => ({ ...compile(modelCard.parse(card)), isStored: false }));
  let rows: CatalogueRows = {
    cards: [],
    aliases: new Map(),
    versions: [],
    routes: files.flatMap(({ card: { id, engine } }) => (engine ? [cardRoute({ id, engine })] : [])),
  };
  let base: readonly BaseModel[] = files;
  let prices: readonly LaterPrice[] = [];
  let routesByModel: ReadonlyMap<string, readonly Route[]> = new Map();
  let all: readonly Model[] = [];
  let current: readonly Model[] = [];
  let nextChangeMs = Infinity;

  const refresh = (): void => {
    const nowMs = now();
    const coming = prices.map(({ effectiveAt }) => effectiveAt.getTime()).filter(time => time > nowMs);
    nextChangeMs = Math.min(Infinity, ...coming);
    all = base.flatMap(model => withPriceAt(model, prices, nowMs) ?? []);
    current = all.filter(({ card }) => routesByModel.has(card.id));
  };
  const setRows = (given: CatalogueRows): void => {
    const routes = given.routes.filter(({ isEnabled }) => isEnabled);
    rows = { ...given, routes };
    routesByModel = Map.groupBy(
      routes.toSorted((one, other) => one.priority - other.priority),
      ({ model }) => model,
    );
    const own = new Set(files.map(({ card }) => card.id));
    const stored = given.cards.filter(({ id }) => !own.has(id)).flatMap(({ card }) => readStored(card) ?? []);
    base = [...files, ...stored];
    refresh();
  };
  setRows(rows);
  const upToDate = (): void => {
    if (now() >= nextChangeMs) refresh();
  };
  return {
    get models() {
      upToDate();
      return current;
    },
    get all() {
      upToDate();
      return all;
    },
    get routes() {
      return rows.routes;
    },
    routesOf: model => routesByModel.get(model) ?? [],
    named(asked, kind) {
      const sameKind = this.models.filter(model => model.card.kind === kind);
      const id = rows.aliases.get(asked) ?? asked;
      const found = sameKind.find(model => model.card.id === id);
      if (found) return found;
      const allowed = sameKind.map(model => model.card.id).join(', ') || '(none)';
      throw new AppError('model_unknown', { param: 'model', model: asked, allowed });
    },
    modelOfVersion: (group, version) =>
      rows.versions.find(one => one.group === group && one.version === version)?.model,
    pollAfterMs: id => base.find(({ card }) => card.id === id)?.card.pollAfterMs ?? 1000,
    setPrices: given => {
      prices = given;
      refresh();
    },
    setRows,
  };
}

function compile(card: ModelCard): Model {
  return { card, checkParameters: compileParameters(card) };
}

/** Undefined: it is not valid, for example because a newer version has written it. */
function readStored(card: unknown): BaseModel | undefined {
  const parsed = storedCard.safeParse(card);
  if (!parsed.success) return undefined;
  const price = { version: '', unit: 'image', rules: [{ unitPrice: '0' }] } as const;
  try {
    return { ...compile({ ...parsed.data, tiers: {}, price: { ...price, rules: [...price.rules] } }), isStored: true };
  } catch {
    return undefined;
  }
}

/** Undefined: it has no price yet. The first price of a stored card is its price, whenever it takes effect. */
function withPriceAt(
  { isStored, ...model }: BaseModel,
  prices: readonly LaterPrice[],
  nowMs: number,
): Model | undefined {
  const own = prices.filter(price => price.model === model.card.id);
  const price = newestOf(own.filter(({ effectiveAt }) => effectiveAt.getTime() <= nowMs)) ?? (isStored ? own[0] : undefined);
  if (price) return { ...model, card: price.apply(model.card) };
  return isStored ? undefined : model;
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
