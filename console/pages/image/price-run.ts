/** What pressing the button makes and costs: by the functions that the server makes orders and charges by. */
import { usualClip } from '../../../src/prompt/usual-clip.ts';
import { formatMicros, parseMicros } from '../../../src/lib/money.ts';
import type { PricedJob } from '../../../src/billing/price-image.ts';
import type { ParsedPrompt } from '../../../src/prompt/parse-prompt.ts';
import { candidateSize } from '../../../src/prompt/picture-size.ts';
import { tasksAtOnce } from '../../../src/prompt/tasks-at-once.ts';
import type { Model } from '../../data/models.ts';
import { imagePriceOf } from '../../data/price.ts';
import type { Tier } from '../../data/tasks.ts';
import type { Token } from '../../data/tokens.ts';

export interface RunPrice {
  readonly tasks: number;
  /** Of all of them; undefined: not known before the server is asked. */
  readonly amount: string | undefined;
  readonly tier: Tier;
  readonly model: Model | undefined;
  /** More tasks than the tier takes at once. */
  readonly tooMany: { readonly count: number; readonly tier: Tier; readonly limit: number } | undefined;
}

type Payer = Pick<Token, 'factor' | 'tier'>;

/** `tier`: instead of what the prompts say. */
export function priceRun(
  prompts: readonly ParsedPrompt[],
  { models, token, tier }: { readonly models: readonly Model[]; readonly token: Payer; readonly tier?: Tier },
): RunPrice {
  const counts: Record<Tier, number> = { relax: 0, fast: 0, turbo: 0 };
  let micros: bigint | undefined = 0n;
  for (const prompt of prompts) {
    const used = tier ?? tierOf(prompt, token);
    counts[used] += prompt.repeat;
    const amount = amountOf(jobOf(prompt), { models, token, tier: used, version: prompt.version });
    micros =
      micros === undefined || amount === undefined ? undefined : micros + amount * BigInt(prompt.repeat);
  }
  const first = prompts[0];
  const over = (Object.keys(counts) as Tier[]).find(one => counts[one] > tasksAtOnce[one]);
  return {
    tasks: counts.relax + counts.fast + counts.turbo,
    amount: micros === undefined ? undefined : formatMicros(micros),
    tier: tier ?? (first ? tierOf(first, token) : (token.tier ?? 'fast')),
    model: first && modelFor(models, jobOf(first).kind, first.version),
    tooMany: over && { count: counts[over], tier: over, limit: tasksAtOnce[over] },
  };
}

/** Of a deed that is no prompt: blend, describe, shorten. */
export function priceDeed(
  job: Pick<PricedJob, 'kind' | 'width' | 'height'>,
  { models, token, version }: { models: readonly Model[]; token: Payer; version: string },
): string | undefined {
  const micros = amountOf(job, { models, token, tier: token.tier ?? 'fast', version });
  return micros === undefined ? undefined : formatMicros(micros);
}

export function tierOf(prompt: ParsedPrompt, token: Pick<Token, 'tier'>): Tier {
  return prompt.tier ?? token.tier ?? 'fast';
}

/** As the server chooses: what draws the version, or else the first that can do it at all. */
export function modelFor(
  models: readonly Model[],
  kind: PricedJob['kind'],
  version: string,
): Model | undefined {
  const able = models.filter(({ operations }) => operations.includes(kind));
  return able.find(({ versions }) => versions?.includes(version)) ?? able[0];
}

interface Rate {
  readonly models: readonly Model[];
  readonly token: Payer;
  readonly tier: Tier;
  readonly version: string;
}

function amountOf(job: PricedJob, { models, token, tier, version }: Rate): bigint | undefined {
  const model = modelFor(models, job.kind, version);
  const price = model && imagePriceOf(model, token, { ...job, tier });
  return price && parseMicros(price.amount);
}

function jobOf(prompt: ParsedPrompt): PricedJob {
  const size = candidateSize(prompt.version, prompt.aspect, prompt);
  const { quality } = prompt;
  if (prompt.video) return { kind: 'clip', ...size, seconds: usualClip.seconds, clips: prompt.video.batch };
  const kind = prompt.edits.length > 0 ? 'edit' : 'grid';
  return { kind, ...size, ...(quality !== 1 && { quality }) };
}
