/**
 * Limits the bytes of request bodies in memory: for a token, for an address (of IPv6 a /64) and for the
 * process. A body counts with its announced length from before it is read until its handler has ended, so a
 * rejected body uses no memory. A body without a length counts as it arrives. A form without a length, which
 * is read elsewhere, counts as the largest allowed form.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { customerNetwork } from '../../../platform/lib/network/customer-network.ts';
import { describeBytes } from '../../../platform/lib/text/describe-bytes.ts';
import { ClientGoneError } from './client-gone.ts';
import { goneSignal } from './socket-gone.ts';

/** Limits in bytes. */
export interface BodyLimits {
  readonly token: number;
  readonly address: number;
  /** The limit for one address without a token or a session. */
  readonly anonymous: number;
  readonly process: number;
}

export interface BodyBudget {
  /**
   * Counts the body of a request after its caller has been identified. Throws AppError
   * `uploads_too_many` or `server_busy`.
   */
  admit(request: FastifyRequest, caller: Caller): void;
  /** Counts bytes of a body that was admitted without a length. Throws what `admit` throws. */
  count(request: FastifyRequest, bytes: number): void;
  /** Runs the handler of a request and stops counting its body afterwards. */
  handle<Result>(request: FastifyRequest, handler: () => Promise<Result>): Promise<Result>;
  /** Requests whose body has not arrived completely. */
  readonly arriving: Iterable<FastifyRequest>;
}

export interface Caller {
  readonly tokenId: string | undefined;
  /** Whether the caller has neither a token nor a session. */
  readonly isAnonymous: boolean;
}

const megabyte = 1024 * 1024;
export const bodyLimits: BodyLimits = {
  token: 96 * megabyte,
  address: 128 * megabyte,
  anonymous: 64 * 1024,
  process: 192 * megabyte,
};

interface Scope {
  readonly key: string;
  readonly limit: number;
}

interface Body {
  readonly scopes: readonly Scope[];
  bytes: number;
  isHandled: boolean;
}

export function openBodyBudget(limits: BodyLimits = bodyLimits): BodyBudget {
  const bytesByKey = new Map<string, number>();
  const bodies = new Map<FastifyRequest, Body>();

  const add = (body: Body, bytes: number): void => {
    const full = body.scopes.find(({ key, limit }) => (bytesByKey.get(key) ?? 0) + bytes > limit);
    if (full) throw toRejection(full);
    for (const { key } of body.scopes) bytesByKey.set(key, (bytesByKey.get(key) ?? 0) + bytes);
    body.bytes += bytes;
  };

  const release = (request: FastifyRequest): void => {
    const body = bodies.get(request);
    if (!body) return;
    bodies.delete(request);
    for (const { key } of body.scopes) {
      const remainingBytes = (bytesByKey.get(key) ?? 0) - body.bytes;
      if (remainingBytes > 0) bytesByKey.set(key, remainingBytes);
      else bytesByKey.delete(key);
    }
  };

  return {
    admit: (request, caller) => {
      const length = announcedBytes(request);
      if (length === undefined) return;
      const body: Body = { scopes: listScopes(request, caller, limits), bytes: 0, isHandled: false };
      add(body, length);
      bodies.set(request, body);
      // Releases requests that never reach their handler: rejected, cut off or disconnected ones.
      const drop = () => body.isHandled || release(request);
      const disconnectSignal = goneSignal(request.raw.socket);
      disconnectSignal.addEventListener('abort', drop, { once: true });
      request.raw.once('close', () => disconnectSignal.removeEventListener('abort', drop));
      request.raw.once('close', drop);
    },
    count: (request, bytes) => {
      const body = bodies.get(request);
      if (body && request.headers['content-length'] === undefined && !isForm(request)) add(body, bytes);
    },
    handle: async (request, handler) => {
      const body = bodies.get(request);
      if (!body) return handler();
      body.isHandled = true;
      try {
        return await handler();
      } finally {
        release(request);
      }
    },
    get arriving() {
      return [...bodies.keys()].filter(({ raw }) => !raw.complete);
    },
  };
}

/** Maximum size of the headers and boundaries of a form, in bytes. */
const formBytes = megabyte;

/**
 * The announced length of the body. Returns undefined if there is no body. Throws AppError `body_too_large`.
 */
function announcedBytes(request: FastifyRequest): number | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const { bodyLimit = 0 } = request.routeOptions;
  const bytes = Number(length ?? 0);
  if (bytes > bodyLimit + (isForm(request) ? formBytes : 0))
    throw new AppError('body_too_large', { limit: describeBytes(bodyLimit) });
  if (bytes > 0) return bytes;
  if (coding === undefined) return undefined;
  return isForm(request) ? bodyLimit : 0;
}

function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '');
}

function listScopes(
  { ip }: { readonly ip: string | undefined },
  { tokenId, isAnonymous }: Caller,
  limits: BodyLimits,
): Scope[] {
  // Undefined once the connection is closed.
  if (ip === undefined) throw new ClientGoneError();
  const network = customerNetwork(ip);
  const holder = isAnonymous
    ? [{ key: `anonymous ${network}`, limit: limits.anonymous }]
    : tokenId === undefined
      ? []
      : [{ key: `token ${tokenId}`, limit: limits.token }];
  return [
    ...holder,
    { key: `address ${network}`, limit: limits.address },
    { key: 'process', limit: limits.process },
  ];
}

function toRejection({ key, limit }: Scope): AppError {
  if (key === 'process') return new AppError('server_busy');
  return new AppError('uploads_too_many', { limit: describeBytes(limit), retryAfter: 2 });
}
