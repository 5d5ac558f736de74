/** Standard Webhooks signatures: https://www.standardwebhooks.com. */
import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** Identifies the event. It is the same for every attempt, so that the receiver can recognize repeats. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The headers that a receiver verifies: one signature for each secret, of which one must be right. */
export function sign(secrets: readonly Uint8Array[], { id, timestampSeconds, body }: SignedMessage) {
  const timestamp = String(timestampSeconds);
  const signatures = secrets.map(
    secret => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The secret of an account in the format that its owner sees and that verification libraries accept. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}
