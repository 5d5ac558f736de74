/** What a request cost: as a gateway reports it, or computed from the tokens that were used. */
import { z } from 'zod';
import type { HttpResponse } from '../../adapter-kit/http/http-client.ts';
import type { OpenAiMediaSettings } from './settings.ts';

/** LiteLLM computes it from its own price list, in US dollars. */
const header = 'x-litellm-response-cost';

/**
 * Returns the cost in millionths. It is undefined if the server does not say. A price of zero means
 * that the gateway knows none.
 */
export function reportedCost({ headers }: Pick<HttpResponse, 'headers'>): { costMicros?: number } {
  const cost = Number(headers[header]);
  return Number.isFinite(cost) && cost > 0 ? { costMicros: Math.ceil(cost * 1_000_000) } : {};
}

const tokens = z.number().min(0);
/** The usage as the models of OpenAI report it (openai-node, 2026-08). */
export const usageShape = z
  .object({
    input_tokens: tokens,
    output_tokens: tokens,
    input_tokens_details: z.object({ text_tokens: tokens, image_tokens: tokens }).nullish(),
  })
  .nullish()
  // Other servers count otherwise. A picture that was paid for is not lost because of that.
  .catch(null);
export type Usage = z.infer<typeof usageShape>;

type Prices = Pick<OpenAiMediaSettings, 'textInputPrice' | 'imageInputPrice' | 'imageOutputPrice'>;

/**
 * Returns no cost if the server does not report the tokens, or no price is set. A price is that of a million
 * tokens, so a token costs millionths.
 */
export function costOfUsage(usage: Usage, prices: Prices): { costMicros?: number } {
  const { textInputPrice, imageInputPrice, imageOutputPrice } = prices;
  if (!usage || textInputPrice + imageInputPrice + imageOutputPrice === 0) return {};
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = usage;
  const { text_tokens: text = input, image_tokens: image = 0 } = details ?? {};
  return {
    costMicros: Math.ceil(text * textInputPrice + image * imageInputPrice + output * imageOutputPrice),
  };
}
