/** The body of a request to a chat model. */
import { toPlainDataUrl } from '../../adapter-kit/answers/held-picture.ts';
import type { AskStep } from '../../contract/steps/step.ts';
import type { ChatSettings } from './chat-settings.ts';

/**
 * Makes a body with everything that the settings ask for. A parameter of the route replaces the
 * field that a setting would fill.
 */
export async function chatBody(step: AskStep, settings: ChatSettings): Promise<object> {
  const { answerFormat, temperature, maxTokens, pictureEdge } = settings;
  return {
    temperature,
    max_tokens: maxTokens,
    // Some servers read a signed number of 32 bits.
    seed: step.seed % 0x7fff_ffff,
    ...formatField(step, answerFormat),
    ...thinkingFields(settings),
    ...(await plainBody(step, { pictureEdge, isSchemaInWords: answerFormat !== 'json_schema' })),
  };
}

/**
 * Only what every server understands: fields that it does not know are the usual
 * reason why one refuses a request.
 */
export async function plainBody(
  step: AskStep,
  {
    pictureEdge,
    isSchemaInWords = true,
  }: { readonly pictureEdge: number; readonly isSchemaInWords?: boolean },
): Promise<object> {
  const { prompt, picture, schema, upstream, parameters } = step;
  const text = isSchemaInWords
    ? `${prompt}\n\nAnswer with JSON that matches this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`
    : prompt;
  const content = picture
    ? [
        { type: 'text', text },
        // The server fetches nothing.
        { type: 'image_url', image_url: { url: await toPlainDataUrl(picture, pictureEdge) } },
      ]
    : text;
  return { ...parameters, model: upstream, messages: [{ role: 'user', content }], stream: false };
}

function formatField({ schema }: AskStep, format: ChatSettings['answerFormat']): object {
  if (format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  const jsonSchema = { name: 'answer', strict: true, schema };
  return { response_format: { type: 'json_schema', json_schema: jsonSchema } };
}

function thinkingFields({ thinking }: ChatSettings): object {
  if (thinking === 'off_template') return { chat_template_kwargs: { enable_thinking: false } };
  return thinking === 'off_effort' ? { reasoning_effort: 'none' } : {};
}
