/**
 * What a token is for (RFC 8707). This server issues tokens for itself only: for its MCP server, or for
 * itself as a whole. A token for the MCP server works nowhere else (api/http/auth).
 */
import { AppError } from '@kinora/shared/errors/errors';

/** The path of the MCP server below the address of this one. */
export const mcpPath = '/mcp';

/** `mcp`: the MCP server only; `server`: every interface. */
export type Audience = 'mcp' | 'server';

export function resourceAddress(audience: Audience, baseUrl: string): string {
  return audience === 'mcp' ? `${baseUrl}${mcpPath}` : baseUrl;
}

/** Returns undefined for older clients, which name no resource. Throws AppError `oauth_resource_unknown`. */
export function readAudience(resource: string | undefined, baseUrl: string): Audience | undefined {
  if (resource === undefined) return undefined;
  // Schemes and hosts have no case, and clients differ about a slash at the end.
  const plain = URL.parse(resource)?.href.replace(/\/$/, '');
  const audience = audiences.find(
    one => new URL(resourceAddress(one, baseUrl)).href.replace(/\/$/, '') === plain,
  );
  if (audience) return audience;
  const allowedResources = audiences.map(one => resourceAddress(one, baseUrl)).join(', ');
  throw new AppError('oauth_resource_unknown', { resource, allowed: allowedResources });
}

/**
 * Returns the audience of a client that requests a part of the one that a user has granted. Throws AppError
 * `oauth_resource_wider`.
 */
export function narrowAudience(
  grantedAudience: Audience,
  requestedAudience: Audience = grantedAudience,
): Audience {
  if (grantedAudience === 'mcp' && requestedAudience === 'server')
    throw new AppError('oauth_resource_wider', { path: mcpPath });
  return requestedAudience;
}

const audiences = ['mcp', 'server'] as const;
