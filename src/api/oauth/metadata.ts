/**
 * What a client has to know before it can ask for a token: which server issues them for /mcp (RFC 9728), and
 * what that server can do (RFC 8414). Both are this one.
 */
import { z } from 'zod';
import { resourceAddress, type Audience } from '../../core/oauth/resource.ts';

export const protectedResource = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  bearer_methods_supported: z.array(z.literal('header')),
  scopes_supported: z.array(z.string()),
  resource_name: z.string(),
  resource_documentation: z.string(),
});

export const authorizationServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.literal(true),
  client_id_metadata_document_supported: z.literal(true),
  service_documentation: z.string(),
  ui_locales_supported: z.array(z.string()),
});

/** The only scope: what a token may do is its group and its limits, which the user chooses. */
export const scope = 'generate';
export const grantTypes = ['authorization_code', 'refresh_token'] as const;

export function describeResource(baseUrl: string, audience: Audience): z.infer<typeof protectedResource> {
  return {
    resource: resourceAddress(audience, baseUrl),
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: [scope],
    resource_name: 'Kinora',
    resource_documentation: `${baseUrl}/docs`,
  };
}

export function describeServer(baseUrl: string): z.infer<typeof authorizationServer> {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: [scope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/docs`,
    ui_locales_supported: ['en', 'zh-CN'],
  };
}
