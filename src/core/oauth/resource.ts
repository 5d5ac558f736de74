/** What a token is for (RFC 8707). This server issues tokens for itself only: as a whole, or its MCP server. */
import { AppError } from '@kinora/shared/errors/errors';

/** The path of the MCP server below the address of this one. */
export const mcpPath = '/mcp';

export function resourcesOf(baseUrl: string): readonly string[] {
  return [`${baseUrl}${mcpPath}`, baseUrl];
}

/** Older clients name no resource. Throws AppError `oauth_resource_unknown`. */
export function checkResource(resource: string | undefined, baseUrl: string): void {
  if (resource === undefined) return;
  const allowed = resourcesOf(baseUrl);
  // Schemes and hosts have no case, and clients differ about a slash at the end.
  const plain = URL.parse(resource)?.href.replace(/\/$/, '');
  const isOwn = allowed.some(one => new URL(one).href.replace(/\/$/, '') === plain);
  if (!isOwn) throw new AppError('oauth_resource_unknown', { resource, allowed: allowed.join(', ') });
}
