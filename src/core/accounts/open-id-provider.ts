/**
 * Sign-in at an OpenID Connect provider: authorization code flow with PKCE, state and nonce. Requests use the
 * global fetch, because the operator configured the address, and it may be inside the operator's network.
 */
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  discovery,
  fetchUserInfo,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { calendarAheadOfMachineMs, systemClock } from '@kinora/shared/clock';
import { randomSecretBytes } from '../../platform/lib/id.ts';
import type { OpenIdSettings } from '../../platform/config/sign-in-providers.ts';
import type { Person, CompletedSignIn, SignInProvider, PendingSignIn } from './sign-in-provider.ts';

type Settings = Pick<OpenIdSettings, 'issuer' | 'clientId' | 'clientSecret'>;

const timeoutSeconds = 10;
/** After this time the configuration and keys of the provider are fetched again. */
const configurationTtlMs = 3_600_000;

const claims = z.object({
  email: z.email().max(320).optional().catch(undefined),
  // Some providers send the string "true", which does not count as verified.
  email_verified: z.literal(true).optional().catch(undefined),
  name: z.string().trim().min(1).optional().catch(undefined),
});
/** The standard allows at most 255 ASCII characters. */
const subjectShape = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]+$/);

export function openIdProvider(settings: Settings): SignInProvider {
  const configuration = cacheConfiguration(() => discover(settings));
  return {
    begin: async redirectUri => {
      const signIn = { state: secret(), nonce: secret(), verifier: secret(), redirectUri };
      const url = await translateErrors(async () => signInAddress(await configuration(), signIn));
      return { url, pendingSignIn: signIn };
    },
    finish: (query, signIn) =>
      translateErrors(async () =>
        exchange(await configuration(), new URL(`${signIn.redirectUri}${query}`), signIn),
      ),
  };
}

/**
 * Fetches the configuration at the first sign-in, not at startup, so that an unavailable
 * provider does not prevent the start.
 */
function cacheConfiguration(fetchConfiguration: () => Promise<Configuration>): () => Promise<Configuration> {
  let entry: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;
  return async () => {
    const nowMs = systemClock.now();
    if (!entry || nowMs > entry.until)
      entry = { configuration: fetchConfiguration(), until: nowMs + configurationTtlMs };
    const { configuration } = entry;
    try {
      return await configuration;
    } catch (error) {
      if (entry?.configuration === configuration) entry = undefined;
      throw new AppError('provider_unavailable', {}, error);
    }
  };
}

function discover({ issuer, clientId, clientSecret }: Settings): Promise<Configuration> {
  // The settings allow `http:` only for a provider on this machine.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const options = { execute, timeout: timeoutSeconds };
  const metadata = { [clockSkew]: Math.round(calendarAheadOfMachineMs() / 1000) };
  return discovery(new URL(issuer), clientId, metadata, authentication(clientSecret), options);
}

/**
 * Sends the secret in the header, as the standard does by default, unless the provider
 * accepts it only in the body.
 */
function authentication(clientSecret: string | undefined): ClientAuth {
  if (clientSecret === undefined) return None();
  const [inHeader, inBody] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (provider, ...rest) => {
    const methods = provider.token_endpoint_auth_methods_supported;
    const authenticate = methods?.includes('client_secret_basic') === false ? inBody : inHeader;
    return authenticate(provider, ...rest);
  };
}

async function signInAddress(configuration: Configuration, signIn: PendingSignIn): Promise<string> {
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: signIn.redirectUri,
    scope: 'openid email profile',
    state: signIn.state,
    nonce: signIn.nonce,
    code_challenge: await calculatePKCECodeChallenge(signIn.verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

async function exchange(
  configuration: Configuration,
  url: URL,
  signIn: PendingSignIn,
): Promise<CompletedSignIn> {
  const response = await authorizationCodeGrant(configuration, url, {
    expectedState: signIn.state,
    expectedNonce: signIn.nonce,
    pkceCodeVerifier: signIn.verifier,
    idTokenExpected: true,
  });
  const idClaims = response.claims();
  if (!idClaims) throw new AppError('provider_refused', { ...reasonTexts(reason('identity_missing')) });
  const identity = { issuer: idClaims.iss, subject: subjectShape.parse(idClaims.sub) };
  const person = async (): Promise<Person> => {
    const isComplete = idClaims['email'] !== undefined && idClaims['email_verified'] !== undefined;
    const needsUserInfo = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined;
    // Email address and verification must come from the same response.
    const source = needsUserInfo
      ? await fetchUserInfo(configuration, response.access_token, identity.subject)
      : idClaims;
    const { email, email_verified: isEmailVerified, name } = claims.parse(source);
    const displayName = name?.replaceAll('\0', '').slice(0, 100);
    return { ...identity, email, isEmailVerified: isEmailVerified === true, name: displayName };
  };
  return { identity, person: () => translateErrors(person) };
}

/**
 * Maps errors of the library to `provider_refused` (the provider denied the sign-in) or
 * `provider_unavailable` (anything else).
 */
async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const {
      code,
      error: oauthError = '',
      status = 0,
    } = error as { code?: string; error?: string; status?: number };
    const isResponseError = error instanceof AuthorizationResponseError || error instanceof z.ZodError;
    const isUnavailable = code === undefined || unavailableCodes.has(code) || status >= 500;
    if (isUnavailable && !isResponseError) throw new AppError('provider_unavailable', {}, error);
    const message = oauthError.slice(0, 100);
    const details = message ? { reason: message } : reasonTexts(reason('identity_mismatch'));
    throw new AppError('provider_refused', { ...details }, error);
  }
}

/** Error codes of the library for responses that a working provider would not send. */
const unavailableCodes = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function secret(): string {
  return randomSecretBytes(32).toString('base64url');
}
