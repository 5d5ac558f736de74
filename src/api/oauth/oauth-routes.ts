/**
 * The authorization server (OAuth 2.1): programs, above all agents that use /mcp, ask a
 * user for a token with limits.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { clientMetadata, clientName, type ClientMetadata } from '../../core/oauth/client.ts';
import { registerClient } from '../../core/oauth/registered-clients.ts';
import { mcpPath, type Audience } from '../../core/oauth/resource.ts';
import type { Database } from '../../platform/db/open.ts';
import { basePath } from '../http/request/server-path.ts';
import { route, type Call, type Route } from '../http/route.ts';
import {
  authorizationServer,
  describeResource,
  describeServer,
  grantTypes,
  protectedResource,
} from './metadata.ts';
import { maxFormBytes } from './read-form.ts';
import { issueToken, revokeGranted, tokenResponse } from './token-endpoint.ts';

export interface OAuthDependencies {
  readonly db: Database;
  /** Whether programs may ask users for tokens at all. */
  readonly oauth: boolean;
  readonly baseUrl: string | undefined;
}

const line = { interfaceName: 'oauth', auth: 'none', isPublic: true } as const;

export function oauthRoutes(parts: OAuthDependencies): Route[] {
  if (!parts.oauth) return [];
  return [...metadataRoutes(parts), ...clientRoutes(parts)];
}

function metadataRoutes({ baseUrl }: OAuthDependencies): Route[] {
  const path = basePath(baseUrl);
  const resources: readonly (readonly [path: string, audience: Audience])[] = [
    ['/.well-known/oauth-protected-resource', 'server'],
    ...[...new Set(['', path])].map(
      one => [`/.well-known/oauth-protected-resource${one}${mcpPath}`, 'mcp'] as const,
    ),
  ];
  const servers = [
    '/.well-known/oauth-authorization-server',
    ...(path ? [`/.well-known/oauth-authorization-server${path}`] : []),
  ];
  return [
    ...resources.map(([path, audience]) =>
      route({
        ...line,
        method: 'GET',
        path,
        summary: 'Find the server that issues tokens',
        responses: { 200: { description: 'RFC 9728.', shape: protectedResource } },
        handle: async call => describeResource(call.baseUrl, audience),
      }),
    ),
    ...servers.map(path =>
      route({
        ...line,
        method: 'GET',
        path,
        summary: 'Get the endpoints of the authorization server',
        responses: { 200: { description: 'RFC 8414.', shape: authorizationServer } },
        handle: async call => describeServer(call.baseUrl),
      }),
    ),
    ...(path ? discoveryRoutes() : []),
  ];
}

/**
 * A server below a path is found without help of its proxy only where OpenID Connect puts the metadata: below
 * that path. Clients demand the fields of OpenID Connect there, although there are no ID tokens.
 */
function discoveryRoutes(): Route[] {
  return [
    route({
      ...line,
      method: 'GET',
      path: '/.well-known/openid-configuration',
      summary: 'Get the endpoints of the authorization server below a path',
      hidden: true,
      handle: async call => ({
        ...describeServer(call.baseUrl),
        jwks_uri: `${call.baseUrl}/oauth/keys`,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    }),
    route({
      ...line,
      method: 'GET',
      path: '/oauth/keys',
      summary: 'Get the keys of ID tokens, of which there are none',
      hidden: true,
      handle: async () => ({ keys: [] }),
    }),
  ];
}

function clientRoutes({ db }: OAuthDependencies): Route[] {
  return [
    route({
      ...line,
      method: 'POST',
      path: '/oauth/register',
      summary: 'Register a program',
      body: clientMetadata,
      responses: { 201: { description: 'The program can ask users for tokens.', shape: registration } },
      errorCodes: ['oauth_registrations_many'],
      handle: call => register(db, call),
    }),
    route({
      ...line,
      method: 'GET',
      path: '/oauth/authorize',
      summary: 'Ask the user for a token',
      responses: { 302: { description: 'Redirect to the page where the user decides.' } },
      errorCodes: ['request_invalid'],
      handle: async call => openConsent(call),
    }),
    route({
      ...line,
      method: 'POST',
      path: '/oauth/token',
      summary: 'Exchange a code or a refresh token for a token',
      rawBodyBytes: maxFormBytes,
      responses: { 200: { description: 'The token.', shape: tokenResponse } },
      errorCodes: [
        'oauth_grant_invalid',
        'oauth_grant_type',
        'oauth_resource_unknown',
        'oauth_resource_wider',
        'field_invalid',
      ],
      handle: call => issueToken(db, call),
    }),
    route({
      ...line,
      method: 'POST',
      path: '/oauth/revoke',
      summary: 'Revoke a token',
      rawBodyBytes: maxFormBytes,
      responses: { 200: { description: 'The token is not valid any more.', shape: z.object({}) } },
      errorCodes: ['field_invalid'],
      handle: call => revokeGranted(db, call),
    }),
  ];
}

const registration = z.object({
  client_id: z.string(),
  client_id_issued_at: z.number().int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
});

async function register(db: Database, { body, request, reply }: Call<ClientMetadata>): Promise<FastifyReply> {
  const name = clientName(body, new URL(body.redirect_uris[0] ?? '').host || 'unnamed');
  const client = await registerClient(db, { name, redirectUris: body.redirect_uris, address: request.ip });
  const answer: z.infer<typeof registration> = {
    client_id: client.id,
    client_id_issued_at: client.registeredAt,
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    grant_types: [...grantTypes],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  return reply.code(201).header('cache-control', 'no-store').send(answer);
}

const maxQueryLength = 6000;

/**
 * Only passes the request on to the Console, where the user signs in and decides. Nothing is fetched or
 * stored for it, and the browser is not redirected from here, so that this is no open redirect.
 */
function openConsent({ request, reply, baseUrl }: Call): FastifyReply {
  const query = /\?.*/.exec(request.url)?.[0] ?? '';
  if (query.length > maxQueryLength)
    throw new AppError('request_invalid', {
      reason: `The query is longer than ${maxQueryLength} characters.`,
    });
  return reply.header('cache-control', 'no-store').redirect(`${baseUrl}/console/authorize${query}`, 302);
}
