/**
 * The routes by which payment providers report. A report is stored only if its signature is right. Any other
 * report gets the same response, and changes nothing.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import {
  InvalidNotification,
  type NotificationRequest,
  type PaymentProvider,
} from '../../core/payments/payment-provider.ts';
import { type PaymentTermsAfter, receiveNotice } from '../../core/payments/receive-notice.ts';
import { receiveSubscriptionNotice } from '../../core/payments/receive-subscription.ts';
import { type CountPaymentFault, openFaultCounter } from '../../core/payments/reports/payment-faults.ts';
import type { Database } from '../../platform/db/open.ts';
import { joinedHeaders, rawBody } from '../http/request/raw-request.ts';
import { type Call, type Route, route } from '../http/route.ts';

export interface PaymentRouteDependencies extends PaymentTermsAfter {
  readonly db: Database;
  readonly payments: readonly PaymentProvider[];
}

/** The maximum size of a report, in bytes. Events of Stripe have some kilobytes. */
const maxBytes = 256 * 1024;

export function paymentRoutes(parts: PaymentRouteDependencies): Route[] {
  const countFault = openFaultCounter(parts.db);
  return (['GET', 'POST'] as const).map(method =>
    route({
      method,
      path: '/payments/:provider',
      interfaceName: 'site',
      auth: 'none',
      summary: 'Report that something happened to a payment',
      ...(method === 'POST' && { rawBodyBytes: maxBytes }),
      responses: { 200: { description: 'The report was stored.', types: ['text/plain; charset=utf-8'] } },
      errorCodes: ['route_unknown', 'payment_report_invalid'],
      // Runs before the body is read.
      authorize: async request => providerIn(parts, request),
      handle: call => receive(parts, call, countFault),
    }),
  );
}

async function receive(
  parts: PaymentRouteDependencies,
  call: Call,
  countFault: CountPaymentFault,
): Promise<unknown> {
  const provider = providerIn(parts, call.request);
  try {
    return await store(parts, provider, call);
  } catch (error) {
    const isForged = error instanceof AppError && error.code === 'payment_report_invalid';
    // The answer does not depend on it: the provider repeats what was not stored.
    await countFault(provider.name, isForged ? 'signature' : 'report').catch(() => {});
    throw error;
  }
}

async function store(
  parts: PaymentRouteDependencies,
  provider: PaymentProvider,
  { request, reply }: Call,
): Promise<unknown> {
  const notice = await provider.read(toNotification(request)).catch((error: unknown) => {
    if (error instanceof InvalidNotification) throw new AppError('payment_report_invalid', {}, error);
    throw error;
  });
  if (notice && 'subscriptionId' in notice) await receiveSubscriptionNotice(parts, provider.name, notice);
  else if (notice) await receiveNotice(parts, provider.name, notice);
  return reply.type('text/plain; charset=utf-8').send(provider.acknowledgement);
}

function providerIn({ payments }: PaymentRouteDependencies, request: FastifyRequest): PaymentProvider {
  const { provider } = request.params as Readonly<Record<string, string>>;
  const match = payments.find(({ name }) => name === provider);
  if (match) return match;
  throw new AppError('route_unknown', { method: request.method, path: request.url.split('?')[0] ?? '' });
}

function toNotification(request: FastifyRequest): NotificationRequest {
  return {
    method: request.method,
    headers: joinedHeaders(request),
    query: request.url.split('?')[1] ?? '',
    body: rawBody(request),
  };
}
