/** The tasks and the price of a run, computed by the functions that the server uses. */
import { clipLines, defaultClipSize, defaultClip } from '@kinora/shared/prompt/default-clip';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import type { PricedJob } from '@kinora/shared/billing/quote';
import type { ParsedPrompt } from '@kinora/shared/prompt/parse-prompt';
import { candidateSize, type PixelSize } from '@kinora/shared/prompt/picture-size';
import { tasksAtOnce } from '@kinora/shared/prompt/tasks-at-once';
import type { Model } from '../data/models/models.ts';
import { quoteImagePrice } from '../data/models/price.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import type { Token } from '../data/tokens/tokens.ts';

export interface RunPrice {
  readonly tasks: number;
  /** The total price. Undefined if only the server can compute it. */
  readonly amount: string | undefined;
  readonly tier: Tier;
  readonly model: Model | undefined;
  /** Set if there are more tasks than the tier accepts in one request. */
  readonly tooMany: { readonly count: number; readonly tier: Tier; readonly limit: number } | undefined;
}

type Payer = Pick<Token, 'tier'>;

/** `models` have the prices of the token. `tier` overrides the tier of the prompts. */
export function priceRun(
  prompts: readonly ParsedPrompt[],
  { models, token, tier }: { readonly models: readonly Model[]; readonly token: Payer; readonly tier?: Tier },
): RunPrice {
  const counts: Record<Tier, number> = { relax: 0, fast: 0, turbo: 0 };
  let micros: bigint | undefined = 0n;
  for (const prompt of prompts) {
    const used = tier ?? promptTier(prompt, token);
    counts[used] += prompt.repeat;
    const { version, model } = prompt;
    const amount = amountOfPrompt(prompt, { models, tier: used, version, model });
    micros =
      micros === undefined || amount === undefined ? undefined : micros + amount * BigInt(prompt.repeat);
  }
  const firstPrompt = prompts[0];
  const crowdedTier = (Object.keys(counts) as Tier[]).find(one => counts[one] > tasksAtOnce[one]);
  return {
    tasks: counts.relax + counts.fast + counts.turbo,
    amount: micros === undefined ? undefined : formatMicros(micros),
    tier: tier ?? (firstPrompt ? promptTier(firstPrompt, token) : (token.tier ?? 'fast')),
    model: firstPrompt && modelFor(models, pricedKind(firstPrompt), firstPrompt),
    tooMany: crowdedTier && {
      count: counts[crowdedTier],
      tier: crowdedTier,
      limit: tasksAtOnce[crowdedTier],
    },
  };
}

/**
 * The price of an action without a prompt: blend, describe, shorten. `tier`: the tier that its text requests.
 */
export function priceAction(
  job: Pick<PricedJob, 'kind' | 'width' | 'height'>,
  {
    models,
    token,
    version,
    tier = token.tier ?? 'fast',
  }: { models: readonly Model[]; token: Payer; version: string; tier?: Tier },
): string | undefined {
  const micros = runAmount(job, { models, tier, version });
  return micros === undefined ? undefined : formatMicros(micros);
}

export function promptTier(prompt: ParsedPrompt, token: Pick<Token, 'tier'>): Tier {
  return prompt.tier ?? token.tier ?? 'fast';
}

/** The parameters that select the model of a job: `--model`, or else the version. */
export interface ModelWish {
  readonly version: string;
  /** An ID. */
  readonly model?: string | undefined;
}

/**
 * Same choice as on the server: the named model, the one that has the version, or else the first
 * that supports the operation.
 */
export function modelFor(
  models: readonly Model[],
  kind: PricedJob['kind'],
  { version, model }: ModelWish,
): Model | undefined {
  const capableModels = models.filter(({ operations }) => operations.includes(kind));
  if (model !== undefined) return capableModels.find(({ id }) => id === model);
  return capableModels.find(({ versions }) => versions?.includes(version)) ?? capableModels[0];
}

interface Rate extends ModelWish {
  readonly models: readonly Model[];
  readonly tier: Tier;
}

function runAmount(job: PricedJob, { models, tier, ...wish }: Rate): bigint | undefined {
  const model = modelFor(models, job.kind, wish);
  const price = model && quoteImagePrice(model, { ...job, tier });
  return price && parseMicros(price.amount);
}

/**
 * Returns undefined if there is no price, or if it depends on the size of a picture that only the server can
 * fetch.
 */
function amountOfPrompt(prompt: ParsedPrompt, rate: Rate): bigint | undefined {
  const [amount, ...otherAmounts] = listSizes(prompt).map(size => runAmount(toPricedJob(prompt, size), rate));
  return otherAmounts.every(other => other === amount) ? amount : undefined;
}

function pricedKind({ video, edits }: ParsedPrompt): PricedJob['kind'] {
  if (video) return 'clip';
  return edits.length > 0 ? 'edit' : 'grid';
}

/**
 * The possible sizes of an edited picture: one per size class that a price can depend on, up to the largest.
 */
const editSizes = [512, 1024, 2048].map((edge): PixelSize => ({ width: edge, height: edge }));
/** A clip has the shape of its first frame, up to a ratio of 4:1. */
const clipShapes: readonly PixelSize[] = [
  { width: 1, height: 1 },
  { width: 4, height: 1 },
];

function listSizes(prompt: ParsedPrompt): readonly PixelSize[] {
  const { version, aspect, video, images, edits, hasAspect } = prompt;
  if (video) {
    const shapes = images.length > 0 ? clipShapes : [candidateSize(version, aspect)];
    return shapes.map(shape => defaultClipSize(shape, clipLines));
  }
  return edits.length > 0 && !hasAspect ? editSizes : [candidateSize(version, aspect, prompt)];
}

function toPricedJob(prompt: ParsedPrompt, size: PixelSize): PricedJob {
  const { quality, video } = prompt;
  const kind = pricedKind(prompt);
  const common = { kind, ...size, ...(quality !== 1 && { quality }) };
  return video ? { ...common, seconds: defaultClip.seconds, clips: video.batch } : common;
}
