/**
 * A server with the part of the Stripe API that Kinora uses, and events signed as Stripe signs them
 * (docs.stripe.com/webhooks/signature).
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calendarNow } from '@kinora/shared/clock';
import { atEnd } from '../servers/clean-up.ts';
import { openStripeBilling, type StripeBilling } from './stripe-billing.ts';

export const webhookSecret = 'whsec_of_the_tests';

export interface Session {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface StripeServer {
  readonly url: string;
  readonly sessions: readonly Session[];
  readonly billing: StripeBilling;
  /** How many requests are answered with this status before one succeeds. */
  fail(status: number, times: number): void;
}

export async function startStripeServer(): Promise<StripeServer> {
  const byKey = new Map<string, Session>();
  const failures: number[] = [];
  const billing = openStripeBilling();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const send = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const failure = failures.shift();
    if (failure !== undefined) return send(failure, { error: { type: 'api_error', message: 'down' } });
    if (request.headers.authorization !== 'Bearer sk_test_kinora')
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    if (request.url !== '/v1/checkout/sessions') {
      const answer = billing.answer({ method: request.method ?? '', url: request.url ?? '', body });
      return answer ? send(200, answer) : send(404, { error: { message: 'Unrecognized' } });
    }
    const key = String(request.headers['idempotency-key']);
    const session = byKey.get(key) ?? {
      id: `cs_test_${byKey.size}`,
      fields: Object.fromEntries(new URLSearchParams(body)),
    };
    byKey.set(key, session);
    return send(200, {
      id: session.id,
      object: 'checkout.session',
      url: `https://checkout.example/${session.id}`,
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    billing,
    get sessions() {
      return [...byKey.values()];
    },
    fail: (status, times) => void failures.push(...Array.from({ length: times }, () => status)),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export interface EventOptions {
  readonly secret?: string;
  readonly ageSeconds?: number;
}

/** The body of an event and its signature. */
export function signedEvent(
  event: { readonly id: string; readonly type: string; readonly object: object; readonly created?: number },
  { secret = webhookSecret, ageSeconds = 0 }: EventOptions = {},
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const { id, type, object, created = 1_700_000_000 } = event;
  const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const seconds = Math.floor(calendarNow() / 1000) - ageSeconds;
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${seconds},v1=${signature}` } };
}
