/**
 * The price of a duration with each model, as one or several clips, and the durations at which one model
 * becomes cheaper than another.
 */
import { formatMicros, parseMicros } from '@kinora/shared/money';
import type { Model } from '../../data/models/models.ts';
import { quotePriceDetails, type PriceDetails } from '../../data/models/price.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { listNumbers } from '../../forms/field-kind.ts';
import { readText, withDefaults } from '../../forms/field-values.ts';

export interface CompareOptions {
  readonly seconds: number;
  /** Undefined means each model's default. */
  readonly resolution: string | undefined;
  readonly audio: boolean;
  readonly image: boolean;
  readonly tier: Tier;
}

/** Rounds to four decimals, enough for a comparison: `0.033333` becomes `0.0333`. */
export function roundAmount(amount: string): { readonly amount: string; readonly isRounded: boolean } {
  const micros = parseMicros(amount);
  const roundedMicros = ((micros + 50n) / 100n) * 100n;
  return { amount: formatMicros(roundedMicros), isRounded: roundedMicros !== micros };
}

/** A requested feature that the model does not support at any duration. */
export type MissingFeature = 'resolution' | 'audio' | 'image' | 'tier';

export interface Way {
  readonly clips: number;
  /** The duration of each clip. */
  readonly seconds: number;
  readonly total: string;
  readonly parts: PriceDetails;
}

export interface Line {
  readonly model: Model;
  readonly missingFeature: MissingFeature | undefined;
  /** The cheapest combination of clips with at least the requested duration. Undefined if there is none. */
  readonly way: Way | undefined;
  /** One clip of exactly the requested duration. */
  readonly isExact: boolean;
  readonly perSecond: string | undefined;
  readonly longest: number | undefined;
}

/** Suitable models by price, followed by unsuitable ones. */
export function compare(models: readonly Model[], options: CompareOptions): Line[] {
  const rank = ({ missingFeature, isExact, way }: Line) => (missingFeature || !way ? 2 : isExact ? 0 : 1);
  return models
    .map(model => toLine(model, options))
    .toSorted((a, b) => rank(a) - rank(b) || Number(a.way?.total ?? 0) - Number(b.way?.total ?? 0));
}

export function toLine(model: Model, options: CompareOptions): Line {
  const missingFeature = findMissingFeature(model, options);
  const way = missingFeature ? undefined : chooseWay(model, options);
  const isExact = way?.clips === 1 && way.seconds === options.seconds;
  const perSecond = way && formatMicros(parseMicros(way.total) / BigInt(Math.max(1, options.seconds)));
  return { model, missingFeature, way, isExact, perSecond, longest: listDurations(model).at(-1) };
}

export function listDurations({ parameters }: Model): number[] {
  return listNumbers(parameters.properties['seconds'] ?? {}).toSorted((a, b) => a - b);
}

function findMissingFeature(
  { parameters, references, tiers }: Model,
  { resolution, audio, image, tier }: CompareOptions,
) {
  const { properties } = parameters;
  const has = (name: string, text: string) => {
    const schema = properties[name];
    return schema !== undefined && readText(schema, text) !== undefined;
  };
  if (tiers[tier] === undefined) return 'tier';
  if (resolution !== undefined && !has('resolution', resolution)) return 'resolution';
  if (audio && !has('audio', 'true')) return 'audio';
  if (image && Object.keys(references).length === 0) return 'image';
  return undefined;
}

function chooseWay(model: Model, options: CompareOptions): Way | undefined {
  const durations = listDurations(model);
  const exact = durations.includes(options.seconds) ? options.seconds : undefined;
  const ways = (exact === undefined ? durations : [exact]).flatMap(seconds => {
    const clips = Math.ceil(options.seconds / seconds);
    const parts = priceDetails(model, options, seconds);
    if (!parts) return [];
    return [{ clips, seconds, parts, total: formatMicros(parseMicros(parts.amount) * BigInt(clips)) }];
  });
  // If prices are equal, the way with fewer clips comes first.
  return ways.toSorted((a, b) => Number(a.total) - Number(b.total) || a.clips - b.clips)[0];
}

function priceDetails(model: Model, options: CompareOptions, seconds: number): PriceDetails | undefined {
  const { resolution, audio, image, tier } = options;
  const values = { seconds, ...(resolution !== undefined && { resolution }), ...(audio && { audio }) };
  const parameters = withDefaults(model.parameters.properties, values);
  const requiredCount = Object.values(model.references).filter(({ required }) => required).length;
  const references = Math.max(requiredCount, image ? 1 : 0);
  const request = { parameters: { ...parameters, operation: 'clip', references }, tier, seconds };
  return quotePriceDetails(model, request);
}

export interface Curve {
  readonly model: Model;
  /**
   * The prices by duration, first as one clip, then as several. Durations that the model cannot generate are
   * omitted.
   */
  readonly points: readonly Point[];
}

export interface Point {
  readonly seconds: number;
  readonly total: number;
  readonly clips: number;
}

/** For durations up to `max`, computed as in the table. */
export function drawCurves(models: readonly Model[], options: CompareOptions, max: number): Curve[] {
  const allSeconds = Array.from({ length: max }, (_, index) => index + 1);
  return models
    .map(model => ({
      model,
      points: allSeconds.flatMap(seconds => {
        const { way, missingFeature } = toLine(model, { ...options, seconds });
        const shortest = listDurations(model)[0] ?? Infinity;
        if (missingFeature || !way || seconds < shortest) return [];
        return [{ seconds, total: Number(way.total), clips: way.clips }];
      }),
    }))
    .filter(({ points }) => points.length > 0);
}

/** The durations of a single clip. */
export function singleClipPoints({ points }: Curve): readonly Point[] {
  return points.filter(({ clips }) => clips === 1);
}

export interface Crossing {
  /**
   * The first and the last duration that both models generate as one clip and at which `cheaper` costs less.
   */
  readonly from: number;
  readonly until: number;
  /** The intersection of the two lines. */
  readonly at: { readonly seconds: number; readonly total: number };
  readonly cheaper: Model;
  readonly dearer: Model;
}

/**
 * The duration at which a price per clip and a price per second are equal. `cheaper`
 * costs less for longer clips.
 */
export function findCrossings(curves: readonly Curve[]): Crossing[] {
  const flat = curves.filter(({ model }) => model.price.unit === 'clip');
  const steep = curves.filter(({ model }) => model.price.unit === 'second');
  return flat
    .flatMap(one => steep.flatMap(other => findCrossing(one, other) ?? []))
    .toSorted((a, b) => a.from - b.from);
}

function findCrossing(flat: Curve, steep: Curve): Crossing | undefined {
  const totalsBySeconds = (curve: Curve) =>
    new Map(singleClipPoints(curve).map(({ seconds, total }) => [seconds, total]));
  const [flatTotals, steepTotals] = [totalsBySeconds(flat), totalsBySeconds(steep)];
  const shared = [...flatTotals.keys()].filter(seconds => steepTotals.has(seconds));
  const difference = (seconds: number) => (flatTotals.get(seconds) ?? 0) - (steepTotals.get(seconds) ?? 0);
  const index = shared.findIndex(
    (seconds, index) => index > 0 && difference(seconds) < 0 && difference(shared[index - 1] ?? seconds) >= 0,
  );
  const [before, from] = [shared[index - 1], shared[index]];
  if (before === undefined || from === undefined) return undefined;
  const fraction = difference(before) / (difference(before) - difference(from));
  const interpolate = (a: number, b: number) => a + fraction * (b - a);
  const intersection = {
    seconds: interpolate(before, from),
    total: interpolate(flatTotals.get(before) ?? 0, flatTotals.get(from) ?? 0),
  };
  const lengths = listDurations(flat.model).filter(
    seconds => seconds >= from && shared.includes(seconds) && difference(seconds) < 0,
  );
  const [shortestSeconds, longestSeconds] = [lengths[0], lengths.at(-1)];
  if (shortestSeconds === undefined || longestSeconds === undefined) return undefined;
  return {
    from: shortestSeconds,
    until: longestSeconds,
    at: intersection,
    cheaper: flat.model,
    dearer: steep.model,
  };
}
