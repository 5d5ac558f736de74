/** The answer of a chat model. */
import { z } from 'zod';
import { jsonInText } from '../../../platform/lib/text/json-in-text.ts';
import { EngineError } from '../../contract/engine.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';

export interface ChatAnswer {
  /** JSON, if the model did what it was asked for. */
  readonly text: string;
  /** What the answer cost, in millionths, if the server says it. */
  readonly costMicros?: number;
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  // OpenRouter and LiteLLM report the cost.
  usage: z
    .object({ cost: z.number().min(0).max(1e6).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** Throws EngineError if there is no whole answer. */
export function readAnswer(response: Pick<HttpResponse, 'bytes'>): ChatAnswer {
  const { choices, usage } = readJson(response, completion);
  const [{ finish_reason: end, message } = { finish_reason: '', message: {} }] = choices;
  if (end === 'content_filter' || message.refusal)
    throw new EngineError('content_refused', 'the model refused to answer');
  if (end === 'length')
    throw new EngineError(
      'engine_error',
      'the response exceeds its length limit or the context of the model',
    );
  const text = jsonInText(message.content ?? '');
  if (text === '') throw new EngineError('engine_error', 'the model returned no text', { retryable: true });
  return { text, ...(usage?.cost != null && { costMicros: Math.round(usage.cost * 1e6) }) };
}
