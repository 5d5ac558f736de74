/**
 * An authorization request (OAuth 2.1 4.1.1): its client, the target of its response, and whether it can be
 * granted at all.
 */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { Queryable } from '../../platform/db/open.ts';
import type { OAuthClient } from './client.ts';
import { isDocumentAddress, type ClientDocuments } from './client-document.ts';
import { isRegistered, isTarget, redirectTarget, type RedirectTarget } from './redirect-uri.ts';
import { findRegisteredClient } from './registered-clients.ts';
import { readAudience, type Audience } from './resource.ts';

/** The parameters that this server reads. All others, such as `scope`, are ignored. */
export interface AuthorizationRequest {
  readonly client_id: string;
  readonly redirect_uri?: string | undefined;
  readonly response_type?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly state?: string | undefined;
  readonly resource?: string | undefined;
}

export interface Applicant {
  readonly client: OAuthClient;
  /** One of its registered addresses: a response may be sent to it. */
  readonly redirectUri: string;
  readonly target: RedirectTarget;
}

export interface ClientDependencies {
  readonly db: Queryable;
  readonly documents: ClientDocuments;
}

/**
 * Finds the client, and the target of its response. Errors here are shown only to the user, because a
 * response could reach somebody else. Throws AppError `oauth_client_unknown`, `oauth_document_unusable` or
 * `oauth_redirect_unknown`.
 */
export async function findApplicant(
  parts: ClientDependencies,
  { client_id: id, redirect_uri: requestedUri }: AuthorizationRequest,
  accountId: string,
): Promise<Applicant> {
  const client = await findClient(parts, id, accountId);
  const [registeredUri, ...more] = client.redirectUris;
  const redirectUri = requestedUri ?? (more.length === 0 ? registeredUri : undefined);
  const target = redirectUri === undefined ? undefined : redirectTarget(redirectUri);
  if (
    redirectUri === undefined ||
    !target ||
    !isTarget(target) ||
    !isRegistered(redirectUri, client.redirectUris)
  )
    throw new AppError('oauth_redirect_unknown', {
      client: client.name,
      uri: requestedUri ?? '',
      allowed: client.redirectUris.join(', '),
    });
  return { client, redirectUri, target };
}

/** Throws AppError `oauth_client_unknown` or `oauth_document_unusable`. */
async function findClient(
  { db, documents }: ClientDependencies,
  id: string,
  accountId: string,
): Promise<OAuthClient> {
  if (isDocumentAddress(id)) return documents.find(id, accountId);
  const client = await findRegisteredClient(db, id);
  if (!client) throw new AppError('oauth_client_unknown', { client: id });
  return client;
}

export interface Grantable {
  readonly codeChallenge: string;
  /** Where the key will work. */
  readonly audience: Audience;
}

/** 43 characters: SHA-256 in base64url. */
const challengeShape = /^[\w-]{43}$/;

/**
 * Checks that a request has all that it must have to be granted. Throws AppError `oauth_response_type`,
 * `field_invalid` or `oauth_resource_unknown`.
 */
export function checkGrantable(request: AuthorizationRequest, baseUrl: string): Grantable {
  const { response_type: type = '', code_challenge: codeChallenge = '', resource } = request;
  if (type !== 'code') throw new AppError('oauth_response_type', { type });
  if (request.code_challenge_method !== 'S256') throw fieldInvalid('code_challenge_method', 'oauth_pkce');
  if (!challengeShape.test(codeChallenge)) throw fieldInvalid('code_challenge', 'oauth_challenge');
  return { codeChallenge, audience: readAudience(resource, baseUrl) ?? 'server' };
}
