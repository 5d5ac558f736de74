/**
 * The models of this server: cards that come with the product, and those of the operator. All
 * are checked when they are read.
 */
import type { CatalogueRows } from './catalogue-rows.ts';
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { calendarNow, type Clock } from '@kinora/shared/clock';
import { readCards } from './card-files.ts';
import {
  compileParameters,
  compileShipped,
  forgetParameters,
  type CheckParameters,
} from './check-parameters.ts';
import { modelCard, storedCard, type ModelCard, type Operation } from '@kinora/shared/models/model-card';
import { priceInEffect } from './price-in-effect.ts';
import { withPossible, withServedTiers } from './offered-model.ts';
import { newRoute, servesTier, type Route } from '../routes/route.ts';
import { findUnableRoutes, type UnableRoute } from '../routes/unable-routes.ts';

export interface Model {
  readonly card: ModelCard;
  /**
   * Checks a client's parameters and fills in defaults; throws AppError `field_unknown` or `field_invalid`.
   */
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
  /** The models that some engine can run, with the prices that are currently in effect. */
  readonly models: readonly Model[];
  /** All models, also those without a route. */
  readonly all: readonly Model[];
  /** The enabled routes. */
  readonly routes: readonly Route[];
  /** The enabled routes by engine. */
  readonly routesByEngine: ReadonlyMap<string, readonly Route[]>;
  /** The routes of a model, in the order of their priority. */
  listRoutes(model: string): readonly Route[];
  /**
   * Returns the routes that serve the tier and can carry out the operation, in the order of their priority.
   * If none can, it returns all that serve the tier, so that an engine gives the reason.
   */
  routesFor(task: {
    readonly model: string;
    readonly tierRank: number;
    readonly operation: Operation | undefined;
  }): readonly Route[];
  readonly unableRoutes: readonly UnableRoute[];
  /** Whether some routes of the model cannot carry out what others can. */
  isUneven(model: string): boolean;
  /** What the routes of a model can do, as far as that is known. */
  listOffers(model: string): readonly Offer[];
  /**
   * Whether all routes of the model continue a picture from its pixels, including pictures that other engines
   * made.
   */
  startsFromPixels(model: string): boolean;
  /** The model with this id or alias, regardless of its group; throws AppError `model_unknown`. */
  findModel(id: string, kind: ModelCard['kind'], group?: string): Model;
  /** The id of the model with this id or alias, whether it exists or not. */
  resolveId(idOrAlias: string, group?: string): string;
  /** The display name of the model, whether an engine runs it or not; its id if it was removed. */
  displayName(id: string): string;
  /**
   * The time of the first price of the model. For a card of the product it is the day that its price names.
   */
  createdMs(id: string): number;
  /** The model that a version means in a group. Returns undefined if the operator has not defined it. */
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
  clock: Pick<Clock, 'now'> = { now: calendarNow },
): Catalogue {
  return new OpenCatalogue(cards, clock);
}

class OpenCatalogue implements Catalogue {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #files: readonly BaseModel[];
  #base: readonly BaseModel[] = [];
  #rows: CatalogueRows;
  /** The operator's models, by their cards as JSON. */
  readonly #compiled = new Map<string, BaseModel>();
  #routesByModel: ReadonlyMap<string, readonly Route[]> = new Map();
  #routesByEngine: ReadonlyMap<string, readonly Route[]> = new Map();
  #offers: ReadonlyMap<string, readonly (Offer | undefined)[]> = new Map();
  #unable: ReadonlyMap<string, readonly UnableRoute[]> = new Map();
  #prices: readonly LaterPrice[] = [];
  #all: readonly Model[] = [];
  #current: readonly Model[] = [];
  #nextChangeMs = Infinity;

  constructor(cards: readonly unknown[], clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#files = cards
      .map(card => modelCard.parse(card))
      .map(card => ({ card, checkParameters: compileShipped(card), isStored: false }));
    this.#rows = { cards: [], aliases: [], versions: [], routes: [] };
    this.setRows(this.#rows);
  }

  get models(): readonly Model[] {
    this.#update();
    return this.#current;
  }

  get all(): readonly Model[] {
    this.#update();
    return this.#all;
  }

  get routes(): readonly Route[] {
    return this.#rows.routes;
  }

  get routesByEngine(): ReadonlyMap<string, readonly Route[]> {
    return this.#routesByEngine;
  }

  listRoutes(model: string): readonly Route[] {
    return this.#routesByModel.get(model) ?? [];
  }

  routesFor({ model, tierRank, operation }: Parameters<Catalogue['routesFor']>[0]): readonly Route[] {
    const serving = this.listRoutes(model).filter(route => servesTier(route, tierRank));
    const unableRoutes = (this.#unable.get(model) ?? []).filter(one => one.operation === operation);
    const capableRoutes = serving.filter(({ engine }) => !unableRoutes.some(one => one.engine === engine));
    return capableRoutes.length > 0 ? capableRoutes : serving;
  }

  get unableRoutes(): readonly UnableRoute[] {
    return [...this.#unable.values()].flat();
  }

  isUneven(model: string): boolean {
    return this.#unable.has(model);
  }

  listOffers(model: string): readonly Offer[] {
    return (this.#offers.get(model) ?? []).filter(offer => offer !== undefined);
  }

  startsFromPixels(model: string): boolean {
    const offers = this.#offers.get(model) ?? [];
    return offers.length > 0 && offers.every(offer => offer?.startsFromPixels);
  }

  findModel(idOrAlias: string, kind: ModelCard['kind'], group?: string): Model {
    const sameKind = this.models.filter(model => model.card.kind === kind);
    const id = this.resolveId(idOrAlias, group);
    const match = sameKind.find(model => model.card.id === id);
    if (match) return match;
    const allowedIds = sameKind.map(model => model.card.id).join(', ') || '(none)';
    throw new AppError('model_unknown', { param: 'model', model: idOrAlias, allowed: allowedIds });
  }

  resolveId(idOrAlias: string, group?: string): string {
    const isId = this.#base.some(({ card }) => card.id === idOrAlias);
    if (isId) return idOrAlias;
    const matches = this.#rows.aliases.filter(({ alias }) => alias === idOrAlias);
    const match = matches.find(one => one.group === group) ?? matches.find(one => one.group === null);
    return match?.model ?? idOrAlias;
  }

  displayName(id: string): string {
    return this.#base.find(({ card }) => card.id === id)?.card.name ?? id;
  }

  createdMs(id: string): number {
    const firstPrice = this.#prices.find(price => price.model === id);
    const file = this.#files.find(({ card }) => card.id === id);
    return (file ? Date.parse(file.card.price.version) : firstPrice?.effectiveAt.getTime()) || 0;
  }

  modelOfVersion(group: string, version: string): string | undefined {
    return this.#rows.versions.find(one => one.group === group && one.version === version)?.model;
  }

  pollAfterMs(id: string): number {
    return this.#base.find(({ card }) => card.id === id)?.card.pollAfterMs ?? 1000;
  }

  setPrices(prices: readonly LaterPrice[]): void {
    this.#prices = prices;
    this.#refresh();
  }

  setRows(rows: CatalogueRows): void {
    const routedModels = new Set(rows.routes.map(({ model }) => model));
    // Cards whose routes no process has saved yet have the route that they name.
    const unsavedRoutes = this.#files.flatMap(({ card: { id, engine } }) =>
      engine && !routedModels.has(id) ? [newRoute(id, engine, 'card')] : [],
    );
    const routes = [...rows.routes, ...unsavedRoutes]
      .filter(({ isEnabled }) => isEnabled)
      .toSorted((one, other) => one.priority - other.priority);
    this.#rows = { ...rows, routes };
    this.#routesByModel = Map.groupBy(routes, ({ model }) => model);
    this.#routesByEngine = Map.groupBy(routes, ({ engine }) => engine);
    this.#offers = new Map(
      [...this.#routesByModel].map(([model, all]) => [model, all.map(route => rows.findOffer?.(route))]),
    );
    const fileIds = new Set(this.#files.map(({ card }) => card.id));
    const stored = rows.cards
      .filter(({ id }) => !fileIds.has(id))
      .flatMap(({ card }) => this.#parseStored(card) ?? []);
    this.#forgetUnused(stored);
    this.#base = [...this.#files, ...stored];
    const unableRoutes = this.#base.flatMap(({ card }) =>
      findUnableRoutes(card, this.listRoutes(card.id), this.#offers.get(card.id) ?? []),
    );
    this.#unable = Map.groupBy(unableRoutes, ({ model }) => model);
    this.#refresh();
  }

  /** Parses a stored card. A card that has not changed is compiled only once. */
  #parseStored(card: unknown): BaseModel | undefined {
    const text = JSON.stringify(card);
    const baseModel = this.#compiled.get(text) ?? readStored(card);
    if (baseModel) this.#compiled.set(text, baseModel);
    return baseModel;
  }

  #forgetUnused(models: readonly BaseModel[]): void {
    for (const [text, model] of this.#compiled) {
      if (models.includes(model)) continue;
      this.#compiled.delete(text);
      forgetParameters(model.card);
    }
  }

  /** A price may have come into effect. */
  #update(): void {
    if (this.#clock.now() >= this.#nextChangeMs) this.#refresh();
  }

  #refresh(): void {
    const nowMs = this.#clock.now();
    const coming = this.#prices.map(({ effectiveAt }) => effectiveAt.getTime()).filter(time => time > nowMs);
    this.#nextChangeMs = Math.min(Infinity, ...coming);
    this.#all = this.#base.flatMap(model => withPriceAt(model, this.#prices, nowMs) ?? []);
    this.#current = this.#all
      .flatMap(model => withServedTiers(model, this.listRoutes(model.card.id)) ?? [])
      .flatMap(model => withPossible(model, this.#offers.get(model.card.id) ?? []) ?? []);
  }
}

/** Returns undefined if it is not valid, for example because a newer version has written it. */
function readStored(row: unknown): BaseModel | undefined {
  const parsed = storedCard.safeParse(row);
  if (!parsed.success) return undefined;
  const price = { version: '', unit: 'image' as const, rules: [{ unitPrice: '0' }] };
  const card = { ...parsed.data, tiers: {}, price };
  try {
    return { card, checkParameters: compileParameters(card), isStored: true };
  } catch {
    return undefined;
  }
}

/**
 * Returns undefined if it has no price yet. The first price of a stored card is its
 * price, whenever it takes effect.
 */
function withPriceAt(
  { isStored, ...model }: BaseModel,
  prices: readonly LaterPrice[],
  nowMs: number,
): Model | undefined {
  const modelPrices = prices.filter(price => price.model === model.card.id);
  const price = priceInEffect(modelPrices, nowMs) ?? (isStored ? modelPrices[0] : undefined);
  if (price) return { ...model, card: price.apply(model.card) };
  return isStored ? undefined : model;
}
