/** Standard Webhooks signatures: https://www.standardwebhooks.com. */
import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** The same for every try: a receiver knows by it what it has already. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The headers that a receiver checks. */
export function sign(secret: Uint8Array, { id, timestampSeconds, body }: SignedMessage) {
  const timestamp = String(timestampSeconds);
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** An account's secret as its owner is shown it, and as verifying libraries take it. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}
