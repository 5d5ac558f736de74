/** Proposals for the costs of routes: what providers say that their models cost, beside what is recorded and what clients pay. */
import type { EngineKind, UpstreamPrice } from '../engines/engine-kind.ts';
import { listInstances, type EngineInstance } from '../instances/instances.ts';
import { parseMicros, type Micros } from '../lib/money.ts';
import type { ModelCard } from '../models/model-card.ts';
import { listRoutes } from '../models/model-rows.ts';
import type { Route } from '../models/route.ts';
import { matchingRule } from '../billing/quote.ts';
import { askEngine } from './ask-engine.ts';
import type { Context } from './procedure.ts';

/** `changed`, `same`: as the recorded cost. `currency`, `unit`, `unusable`: it cannot be accepted. `unknown`: the provider names none. */
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

export interface Proposal {
  readonly route: Route;
  readonly state: ProposalState;
  /** As the provider says it. Undefined: it says none, or could not be asked. */
  readonly upstreamPrice?: UpstreamPrice;
  /** Per unit. Only if it is a usable amount in the currency of this server. */
  readonly costMicros?: Micros;
  /** The least that a client pays per unit, without the factors of groups. */
  readonly client?: { readonly unit: string; readonly micros: Micros };
  /** Why the provider could not be asked. */
  readonly message?: string;
}

/** Asks the providers of all routes, or of one engine. Routes of engines that publish no prices are left out. */
export async function readProposals(context: Context, engine: string | undefined): Promise<Proposal[]> {
  const instances = (await listInstances(context.db)).filter(({ name }) => name === (engine ?? name));
  const routes = await listRoutes(context.db);
  const found: Proposal[] = [];
  for (const instance of instances) {
    const kind = context.engineKinds.find(one => one.kind === instance.kind);
    const own = routes.filter(route => route.engine === instance.name);
    if (kind?.readPrices && own.length > 0)
      found.push(...(await proposalsOf(context, { instance, kind, routes: own })));
  }
  return found;
}

interface Asked {
  readonly instance: EngineInstance;
  readonly kind: EngineKind;
  readonly routes: readonly Route[];
}

async function proposalsOf(context: Context, { instance, kind, routes }: Asked): Promise<Proposal[]> {
  const upstreams = [...new Set(routes.map(upstreamOf))];
  const asked = await askEngine(context, instance, async (access, signal) =>
    kind.readPrices?.(access, upstreams, signal),
  );
  if ('code' in asked) return routes.map(route => ({ route, state: 'unread', message: asked.message }));
  return routes.flatMap(route => {
    const prices = (asked.found ?? []).filter(({ upstream }) => upstream === upstreamOf(route));
    if (prices.length === 0) return [{ route, state: 'unknown' as const }];
    return prices.map(price => toProposal(context, route, shortened(price)));
  });
}

function upstreamOf({ model, upstream = model }: Route): string {
  return upstream;
}

function toProposal({ catalogue, currency }: Context, route: Route, upstreamPrice: UpstreamPrice): Proposal {
  const card = catalogue.all.find(one => one.card.id === route.model)?.card;
  const costMicros = amountMicros(upstreamPrice.amount);
  const client = card && clientPrice(card);
  const shared = { route, upstreamPrice, ...(client && { client }) };
  if (costMicros === undefined) return { ...shared, state: 'unusable' };
  if (upstreamPrice.currency.toUpperCase() !== currency) return { ...shared, state: 'currency' };
  if (card && (card.kind === 'image') !== (upstreamPrice.unit === 'image'))
    return { ...shared, state: 'unit' };
  const { cost } = route;
  const isSame = cost?.unit === upstreamPrice.unit && cost.micros === costMicros;
  return { ...shared, costMicros, state: isSame ? 'same' : 'changed' };
}

const longestText = 100;

/** Texts of a provider are shown to people: short, and without what controls a terminal. */
function shortened({ upstream, unit, ...texts }: UpstreamPrice): UpstreamPrice {
  const plain = (text: string) => text.replaceAll(/\p{C}/gu, '').slice(0, longestText);
  const { amount, currency, condition } = texts;
  const said = { amount: plain(amount), currency: plain(currency) };
  return { upstream, unit, ...said, ...(condition !== undefined && { condition: plain(condition) }) };
}

const amountShape = /^(\d{1,7})(?:\.(\d{1,18}))?$/;

/** In millionths, rounded up. Undefined: it is no plain decimal number that is not negative, such as `NaN`, `-1` or `1e400`. */
export function amountMicros(text: string): Micros | undefined {
  const [, whole, places = ''] = amountShape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const micros = parseMicros(`${whole}.${places.slice(0, 6).padEnd(6, '0')}`);
  return /[1-9]/.test(places.slice(6)) ? micros + 1n : micros;
}

/** The rule without conditions, in the tier with the lowest factor. */
function clientPrice(card: ModelCard): Proposal['client'] {
  const rule = matchingRule(card, {});
  const factors = Object.values(card.tiers).map(parseMicros);
  const [lowest] = factors.sort((one, other) => (one < other ? -1 : 1));
  if (!rule || lowest === undefined) return undefined;
  return { unit: card.price.unit, micros: (parseMicros(rule.unitPrice) * lowest) / 1_000_000n };
}
