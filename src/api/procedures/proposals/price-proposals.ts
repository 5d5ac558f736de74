/**
 * Proposals for the costs of routes: what providers and price lists say that models cost, beside what is
 * recorded and what clients pay.
 */
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { UpstreamPrice } from '../../../engines/contract/kind/upstream-price.ts';
import { listInstances, type EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { checkSettings } from '../../../core/catalogue/engines/instance-input.ts';
import { parseMicros, type Micros } from '@kinora/shared/money';
import { once } from '../../../platform/lib/async/once.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { listRoutes } from '../../../core/catalogue/routes/list-routes.ts';
import type { Route } from '../../../core/catalogue/routes/route.ts';
import { matchingRule } from '@kinora/shared/billing/quote';
import { askEngine } from '../engines/ask-engine.ts';
import { readPriceList } from './price-list.ts';
import type { Context } from '../procedure.ts';

/**
 * `changed`, `same`: as the recorded cost. `currency`, `unit`, `unusable`: it cannot be accepted.
 * `unknown`: no source names one.
 */
export const proposalStates = [
  'changed',
  'same',
  'currency',
  'unit',
  'unusable',
  'unknown',
  'unread',
] as const;
export type ProposalState = (typeof proposalStates)[number];

/** `provider`: the provider itself. `list`: LiteLLM's cost map. */
export const proposalSources = ['provider', 'list'] as const;
export type ProposalSource = (typeof proposalSources)[number];

export interface Proposal {
  readonly route: Route;
  readonly state: ProposalState;
  /** The source of the price, or the one that could not be read. Undefined if no source has a price. */
  readonly source?: ProposalSource;
  /** The text of the source. Undefined if it has none, or could not be read. */
  readonly upstreamPrice?: UpstreamPrice;
  /** Per unit. Only if it is a usable amount in the currency of this server. */
  readonly costMicros?: Micros;
  /** The least that a client pays per unit, without the factors of groups. */
  readonly client?: { readonly unit: string; readonly micros: Micros };
  /** Why the source could not be asked. */
  readonly message?: string;
}

/** The parts of a context that are needed to ask for prices. */
export type PriceSources = Pick<
  Context,
  | 'actor'
  | 'catalogue'
  | 'currency'
  | 'db'
  | 'engineKinds'
  | 'get'
  | 'language'
  | 'log'
  | 'priceListUrl'
  | 'secretKeys'
>;

/**
 * Asks for the prices of all routes, or of one engine. Routes of engines for which
 * there is no source are left out.
 */
export async function readProposals(context: PriceSources, engine: string | undefined): Promise<Proposal[]> {
  const instances = (await listInstances(context.db)).filter(({ name }) => name === (engine ?? name));
  const routes = await listRoutes(context.db);
  const list = once(() => readPriceList(context));
  const proposals: Proposal[] = [];
  for (const instance of instances) {
    const kind = context.engineKinds.find(one => one.kind === instance.kind);
    const ownRoutes = routes.filter(route => route.engine === instance.name);
    if (!kind || ownRoutes.length === 0) continue;
    const priceQuery = { instance, kind, upstreams: [...new Set(ownRoutes.map(upstreamName))] };
    const answers = [await askProvider(context, priceQuery), await askList(priceQuery, list)].filter(
      answer => answer !== undefined,
    );
    if (answers.length > 0)
      proposals.push(...ownRoutes.flatMap(route => toProposals(context, route, answers)));
  }
  return proposals;
}

interface PriceQuery {
  readonly instance: EngineInstance;
  readonly kind: EngineKind;
  readonly upstreams: readonly string[];
}

type Answer = { readonly source: ProposalSource } & (
  | { readonly prices: readonly UpstreamPrice[] }
  | { readonly message: string }
);

/** Returns undefined if it publishes no prices. */
async function askProvider(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  { instance, kind, upstreams }: PriceQuery,
): Promise<Answer | undefined> {
  if (!kind.readPrices) return undefined;
  const answer = await askEngine(context, instance, async (access, signal) =>
    kind.readPrices?.(access, upstreams, signal),
  );
  if ('code' in answer) return { source: 'provider', message: answer.message };
  return { source: 'provider', prices: answer.result ?? [] };
}

/**
 * Returns undefined if the operator has configured no list, or it does not list models of this engine. The
 * list is read only if it is needed.
 */
async function askList(
  { instance, kind, upstreams }: PriceQuery,
  list: () => ReturnType<typeof readPriceList>,
): Promise<Answer | undefined> {
  const settings = checkSettings(kind, instance.settings);
  const listedModels = upstreams.flatMap(upstream => {
    const model = kind.listedAs?.(upstream, settings);
    return model ? [{ upstream, model }] : [];
  });
  const priceList = listedModels.length > 0 ? await list() : undefined;
  if (!priceList) return undefined;
  if ('message' in priceList) return { source: 'list', message: priceList.message };
  const prices = listedModels.flatMap(({ upstream, model }) =>
    priceList.list(model).map(price => ({ upstream, ...price })),
  );
  return { source: 'list', prices };
}

function toProposals(
  context: Pick<Context, 'catalogue' | 'currency'>,
  route: Route,
  answers: readonly Answer[],
): Proposal[] {
  const lines = answers.flatMap((answer): Proposal[] => {
    const { source } = answer;
    if ('message' in answer) return [{ route, source, state: 'unread', message: answer.message }];
    const ownPrices = answer.prices.filter(({ upstream }) => upstream === upstreamName(route));
    return ownPrices.map(price => ({ ...toProposal(context, route, shortenTexts(price)), source }));
  });
  return lines.length > 0 ? lines : [{ route, state: 'unknown' }];
}

function upstreamName({ model, upstream = model }: Route): string {
  return upstream;
}

function toProposal(
  { catalogue, currency }: Pick<Context, 'catalogue' | 'currency'>,
  route: Route,
  upstreamPrice: UpstreamPrice,
): Proposal {
  const card = catalogue.all.find(one => one.card.id === route.model)?.card;
  const costMicros = amountMicros(upstreamPrice.amount);
  const client = card && clientPrice(card);
  const common = { route, upstreamPrice, ...(client && { client }) };
  if (costMicros === undefined) return { ...common, state: 'unusable' };
  if (upstreamPrice.currency.toUpperCase() !== currency) return { ...common, state: 'currency' };
  if (card && (card.kind === 'image') !== (upstreamPrice.unit === 'image'))
    return { ...common, state: 'unit' };
  const { cost } = route;
  const isSame = cost?.unit === upstreamPrice.unit && cost.micros === costMicros;
  return { ...common, costMicros, state: isSame ? 'same' : 'changed' };
}

const longestText = 100;

/** Texts of a provider are shown to people: short, and without what controls a terminal. */
function shortenTexts({ upstream, unit, ...texts }: UpstreamPrice): UpstreamPrice {
  const plain = (text: string) => text.replaceAll(/\p{C}/gu, '').slice(0, longestText);
  const { amount, currency, condition } = texts;
  const textDetails = { amount: plain(amount), currency: plain(currency) };
  return { upstream, unit, ...textDetails, ...(condition !== undefined && { condition: plain(condition) }) };
}

const amountShape = /^(\d{1,7})(?:\.(\d{1,18}))?$/;

/**
 * In millionths, rounded up. Returns undefined if it is no plain decimal number that is not negative,
 * such as `NaN`, `-1` or `1e400`.
 */
export function amountMicros(text: string): Micros | undefined {
  const [, integerPart, decimals = ''] = amountShape.exec(text) ?? [];
  if (integerPart === undefined) return undefined;
  const micros = parseMicros(`${integerPart}.${decimals.slice(0, 6).padEnd(6, '0')}`);
  return /[1-9]/.test(decimals.slice(6)) ? micros + 1n : micros;
}

/** The rule without conditions, in the tier with the lowest factor. */
function clientPrice(card: ModelCard): Proposal['client'] {
  const rule = matchingRule(card, {});
  const factors = Object.values(card.tiers).map(parseMicros);
  const [lowestFactor] = factors.sort((one, other) => (one < other ? -1 : 1));
  if (!rule || lowestFactor === undefined) return undefined;
  return { unit: card.price.unit, micros: (parseMicros(rule.unitPrice) * lowestFactor) / 1_000_000n };
}
