/**
 * Rejects pages of other sites, as the protocol demands against DNS rebinding. A page needs a key as well,
 * which no browser adds by itself; pages on this machine, such as the inspector, may call.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { readBaseUrl } from '../http/request/request-address.ts';

export interface OriginDependencies {
  readonly baseUrl: string | undefined;
  /** Origins of pages that may call, besides those of the server itself. */
  readonly mcpOrigins: readonly string[];
}

const loopback = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Throws AppError `origin_foreign`. */
export function rejectForeignOrigin(
  { baseUrl, mcpOrigins }: OriginDependencies,
  request: Pick<FastifyRequest, 'headers'> & Parameters<typeof readBaseUrl>[0],
): void {
  const { origin } = request.headers;
  if (origin === undefined || loopback.test(origin) || mcpOrigins.includes(origin)) return;
  const ownOrigin = new URL(baseUrl ?? readBaseUrl(request)).origin;
  // Without a configured address, the own one is what the request contains, which a
  // rebound name would be as well.
  if (baseUrl !== undefined && origin === ownOrigin) return;
  throw new AppError('origin_foreign', { origin, setting: 'KINORA_MCP_ORIGINS' });
}
