/** Verifies messages to webhooks: Standard Webhooks, https://www.standardwebhooks.com. */
import { KinoraError } from './kinora-error.ts';
import { now } from './sleep.ts';

export interface WebhookMessage {
  /** The body exactly as it was received. */
  readonly body: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What `kinora webhook secret` shows: `whsec_…`. */
  readonly secret: string;
  /** Older and later messages are rejected. Default: 300 seconds. */
  readonly toleranceSeconds?: number;
}

/**
 * Returns the parsed body. Throws KinoraError `webhook_invalid` unless the message is
 * signed with the secret and recent.
 */
export async function verifyWebhook<Body = unknown>(message: WebhookMessage): Promise<Body> {
  const { body, secret, toleranceSeconds = 300 } = message;
  const header = (name: string) => findHeader(message.headers, name);
  const [id, timestamp, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ];
  if (!id || !timestamp || !signatures) throw invalid('a webhook header is missing');
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw invalid(`its time differs by more than ${toleranceSeconds} seconds`);
  const key = await hmacKey(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',');
    // Compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(text), signed)))
      return JSON.parse(body) as Body;
  }
  throw invalid('no signature fits the secret');
}

function findHeader(headers: WebhookMessage['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0));
  } catch {
    throw invalid('the secret or a signature is not in base64');
  }
}

function invalid(reason: string): KinoraError {
  return new KinoraError(`The message is not from your Kinora server: ${reason}.`, {
    code: 'webhook_invalid',
    status: 0,
  });
}
