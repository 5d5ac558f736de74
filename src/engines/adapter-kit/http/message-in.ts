/** Finds the message of a server in the JSON of an error, regardless of its shape. */
import { boundedJson } from './bounded-json.ts';

/** Reads forms such as `{"error":{"message"}}`, `{"detail":"…"}` and `{"detail":[{"msg"}]}`. */
export function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return messageInText(value);
  if (Array.isArray(value)) return messageIn(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of ['message', 'msg', 'detail', 'errors', 'error']) {
    const message = messageIn(fields[name]);
    if (message) return message;
  }
  return undefined;
}

/** Reads the message inside a text, because gateways quote the whole answer of another server. */
function messageInText(text: string): string | undefined {
  const quoted = /^\s*[[{]/.test(text) ? boundedJson(text) : undefined;
  if (typeof quoted !== 'object') return text || undefined;
  return messageIn(quoted) ?? 'an answer without words';
}
