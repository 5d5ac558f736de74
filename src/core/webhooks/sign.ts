/** Standard Webhooks signatures: https://www.standardwebhooks.com. */
import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** The same for every attempt, so that the receiver can recognize repeats. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The headers that a receiver verifies. */
export function sign(secret: Uint8Array, { id, timestampSeconds, body }: SignedMessage) {
  const timestamp = String(timestampSeconds);
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** The secret of an account in the format that its owner sees and that verification libraries accept. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}
