/** The answer of a chat model. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { jsonInText } from '../../../platform/lib/text/json-in-text.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';

export interface ChatAnswer {
  /** JSON, if the model did what it was asked for. */
  readonly text: string;
  /** What the answer cost, in millionths, if the server reports it. */
  readonly costMicros?: number;
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          /** Some servers send it in parts. */
          content: z
            .union([z.string(), z.array(z.looseObject({ text: z.string().nullish().catch(null) }))])
            .nullish(),
          refusal: z.string().nullish().catch(null),
          // What a model thought before its answer, or instead of one. Each server has its own name for it.
          reasoning_content: z.string().nullish().catch(null),
          reasoning: z.string().nullish().catch(null),
        }),
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
    throw new EngineError('content_refused', reason('text_refused'));
  if (end === 'length') throw new EngineError('engine_error', reason('text_long'));
  const text = readText(message);
  if (text === '') throw new EngineError('engine_error', reason('text_none'), { retryable: true });
  return { text, ...(usage?.cost != null && { costMicros: Math.round(usage.cost * 1e6) }) };
}

type Message = Partial<z.infer<typeof completion>['choices'][number]['message']>;

/** The JSON in an answer that is only thoughts counts: the model gave no other. */
function readText({ content, reasoning, reasoning_content: thoughts }: Message): string {
  const fullText =
    typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
  const text = jsonInText(fullText);
  if (text !== '') return text;
  const jsonText = jsonInText(thoughts ?? reasoning ?? '');
  return jsonText.startsWith('{') ? jsonText : '';
}
