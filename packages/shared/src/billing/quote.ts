/**
 * Computes the price of a task, which is held at submit and charged on success. Pure, so that the server, the
 * prices on buttons and the Console in the browser agree.
 */
import { InvariantError } from '../errors/invariant-error.ts';
import { parseMicros, timesFactor, type Micros } from '../money.ts';
import type { Operation, PriceUnit, Tier } from '../models/model-card.ts';

export interface Quote {
  readonly unit: PriceUnit;
  /** The number of units: seconds, clips or pictures. */
  readonly quantity: number;
  /** The price per unit, including the factors of tier and group. */
  readonly unitPriceMicros: Micros;
  /** Exactly unitPriceMicros x quantity. */
  readonly amountMicros: Micros;
  /** The price version that was used. */
  readonly priceVersion: string;
  /** The inputs of the computation. */
  readonly priced: QuoteInput;
}

export interface QuoteInput {
  /**
   * The conditions of price rules: the parameters, and `operation` (a JobKind, or `select`
   * for an unchanged candidate).
   */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tier: Tier;
  readonly seconds?: number;
  readonly pictures?: number;
  /** The number of candidates of a clip. Absent means one. */
  readonly clips?: number;
  /** The factor of the group on every price, in millionths. Absent means 1. */
  readonly factorMicros?: Micros;
}

/** The fields of a model card that a quote depends on. */
export interface PricedCard {
  readonly id: string;
  /** The factor on the unit price, by tier. */
  readonly tiers: Readonly<Partial<Record<Tier, string>>>;
  readonly price: {
    readonly version: string;
    readonly unit: PriceUnit;
    readonly rules: readonly {
      readonly when?: Readonly<Record<string, unknown>> | undefined;
      readonly unitPrice: string;
    }[];
  };
}

/**
 * Throws InvariantError if the card does not offer the tier (models/check-tier.ts rejects that
 * before) or no rule matches (`prices-of-cards.test.ts` checks every card). Browsers run this too, so
 * it does not import the error table.
 */
export function quote(card: PricedCard, input: QuoteInput): Quote {
  const rule = matchingRule(card, input.parameters);
  const factor = card.tiers[input.tier];
  if (factor === undefined)
    throw new InvariantError(`The card ${card.id} does not offer the tier ${input.tier}`);
  if (!rule) throw new InvariantError(`The card ${card.id} has no price for ${JSON.stringify(input)}`);
  // Customers see the price with the factor of their group, and compute that of a tier from it.
  const groupPriceMicros = timesFactor(parseMicros(rule.unitPrice), input.factorMicros ?? 1_000_000n);
  const unitPriceMicros = timesFactor(groupPriceMicros, parseMicros(factor));
  const quantity = countQuantity(card.price.unit, input);
  return {
    unit: card.price.unit,
    quantity,
    unitPriceMicros,
    amountMicros: unitPriceMicros * BigInt(quantity),
    priceVersion: card.price.version,
    priced: input,
  };
}

/** The matching rule with the most conditions. If several have the same number, the last of them. */
export function matchingRule(card: Pick<PricedCard, 'price'>, parameters: Readonly<Record<string, unknown>>) {
  return card.price.rules
    .filter(rule => Object.entries(rule.when ?? {}).every(([name, value]) => parameters[name] === value))
    .reduce<(typeof card.price.rules)[number] | undefined>(
      (best, rule) => (conditions(rule) >= conditions(best) ? rule : best),
      undefined,
    );
}

function conditions(rule: { when?: object | undefined } | undefined): number {
  return rule ? Object.keys(rule.when ?? {}).length : -1;
}

export function countQuantity(unit: PriceUnit, { seconds, pictures, clips = 1 }: QuoteInput): number {
  const quantity = unit === 'clip' ? clips : unit === 'second' ? seconds && seconds * clips : pictures;
  if (quantity === undefined || !Number.isInteger(quantity) || quantity < 1)
    throw new InvariantError(`Not a quantity of ${unit}: ${quantity}`);
  return quantity;
}

/** The parts of a job that determine its price. */
export interface PricedJob {
  readonly kind: Operation;
  /** Size of one picture or of the clip, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly quality?: number;
  readonly enhance?: string;
  /** The parameters of the model's card. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly seconds?: number;
  readonly clips?: number;
  /** The number of pictures of a job that otherwise makes four. */
  readonly pictures?: number;
  readonly inputs?: readonly { readonly role: string; readonly width: number; readonly height: number }[];
}

export interface ImageRate {
  readonly tier: Tier;
  /** The factor of the token's group, in millionths. Absent means 1. */
  readonly factorMicros?: Micros;
}

/** The quote for a job of the image interface. The card must offer the tier. */
export function priceImage(card: PricedCard, job: PricedJob, rate: ImageRate): Quote {
  return quote(card, { parameters: priceConditions(job), ...rate, ...jobQuantities(job) });
}

/** The conditions of price rules, as docs/accounts.md lists them. */
function priceConditions(job: PricedJob): Record<string, unknown> {
  const { kind, quality, parameters } = job;
  const operation = kind === 'upscale' && !job.enhance && isCopy(job) ? 'select' : kind;
  return {
    ...parameters,
    operation,
    size: sizeName(job),
    ...(quality !== undefined && { quality: String(quality) }),
  };
}

/**
 * The size class of one picture: `small` for drafts and the first model versions, `large` for twice the
 * default edge, `huge` for four times.
 */
function sizeName({ width, height }: PricedJob): string {
  const megapixels = (width * height) / 1e6;
  if (megapixels < 0.5) return 'small';
  if (megapixels < 2.5) return 'usual';
  return megapixels < 9 ? 'large' : 'huge';
}

/** Whether the candidate is returned unchanged, without painting. */
function isCopy({ width, height, inputs }: PricedJob): boolean {
  const picture = inputs?.find(({ role }) => role === 'picture');
  return picture?.width === width && picture.height === height;
}

function jobQuantities({
  kind,
  seconds,
  clips,
  pictures: requestedPictures = 4,
}: PricedJob): Pick<QuoteInput, 'pictures' | 'seconds' | 'clips'> {
  const pictures = ['upscale', 'describe', 'shorten', 'clip'].includes(kind) ? 1 : requestedPictures;
  return { pictures, ...(seconds !== undefined && { seconds }), ...(clips !== undefined && { clips }) };
}
