/** What pages of other origins may send and read: everything that the interfaces use, and no cookies. */
import type { FastifyCorsOptions } from '@fastify/cors';

const allowedHeaders = [
  'content-type',
  'authorization',
  'mj-api-secret',
  'x-ptoken',
  'idempotency-key',
  'accept-language',
  'range',
  'if-none-match',
  'last-event-id',
  'x-request-id',
  'traceparent',
  'tracestate',
  'openai-organization',
  'openai-project',
  'x-stainless-arch',
  'x-stainless-async',
  'x-stainless-custom-poll-interval',
  'x-stainless-helper-method',
  'x-stainless-lang',
  'x-stainless-os',
  'x-stainless-package-version',
  'x-stainless-poll-helper',
  'x-stainless-retry-count',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-timeout',
];

export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'DELETE'],
  allowedHeaders: allowedHeaders.join(', '),
  exposedHeaders:
    'etag, content-range, accept-ranges, content-disposition, retry-after, openai-poll-after-ms, x-should-retry, x-request-id',
  maxAge: 86_400,
  strictPreflight: false,
};
