/**
 * Sign-in at GitHub, which supports OAuth 2 with PKCE, but not OpenID Connect. The user who signed in is read
 * from its API.
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
} from 'openid-client';
import { z } from 'zod';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { AppError } from '@kinora/shared/errors/errors';
import type { GithubSettings } from '../../platform/config/sign-in-providers.ts';
import { newSecret } from '../../platform/lib/id.ts';
import type { Person, SignInProvider, PendingSignIn } from './sign-in-provider.ts';

const timeoutMs = 10_000;

const userShape = z.looseObject({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const emailsShape = z.array(
  z.looseObject({ email: z.string().max(320), primary: z.boolean(), verified: z.boolean() }),
);

type Settings = Pick<GithubSettings, 'url' | 'clientId' | 'clientSecret'>;

export function githubProvider({ url, clientId, clientSecret }: Settings): SignInProvider {
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  const configuration = new Configuration(metadata, clientId, undefined, ClientSecretPost(clientSecret));
  configuration.timeout = timeoutMs / 1000;
  // The settings allow `http:` only for a server on this machine.
  if (url.startsWith('http:')) allowInsecureRequests(configuration);
  return {
    begin: async redirectUri => {
      const signIn = { state: newSecret(), nonce: '', verifier: newSecret(), redirectUri };
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state: signIn.state,
        code_challenge: await calculatePKCECodeChallenge(signIn.verifier),
        code_challenge_method: 'S256',
      });
      return { url: address.href, pendingSignIn: signIn };
    },
    finish: (query, signIn) => translateErrors(() => finish({ url, configuration }, query, signIn)),
  };
}

interface Server {
  readonly url: string;
  readonly configuration: Configuration;
}

async function finish({ url, configuration }: Server, query: string, signIn: PendingSignIn) {
  const { access_token: token } = await authorizationCodeGrant(
    configuration,
    new URL(`${signIn.redirectUri}${query}`),
    { expectedState: signIn.state, pkceCodeVerifier: signIn.verifier },
  );
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;
  const user = userShape.parse(await get(`${api}/user`, token));
  const identity = { issuer: url, subject: String(user.id) };
  const person = async (): Promise<Person> => {
    const emails = emailsShape.parse(await get(`${api}/user/emails`, token));
    const verifiedEmail =
      emails.find(({ primary, verified }) => primary && verified) ?? emails.find(({ verified }) => verified);
    const name = (user.name || user.login).replaceAll('\0', '').slice(0, 100);
    return { ...identity, email: verifiedEmail?.email, isEmailVerified: verifiedEmail !== undefined, name };
  };
  return { identity, person: () => translateErrors(person) };
}

async function get(url: string, token: string): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'user-agent': 'Kinora',
  };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}

/**
 * Maps errors to `provider_refused` if the person or GitHub refused, and otherwise to `provider_unavailable`.
 */
async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { error: errorText, code } = error as { readonly error?: unknown; readonly code?: unknown };
    // GitHub reports errors of a code with status 200, so that the answer lacks a token.
    const isRefused = error instanceof AuthorizationResponseError || code === 'OAUTH_INVALID_RESPONSE';
    const details =
      typeof errorText === 'string'
        ? { reason: errorText.slice(0, 100) }
        : reasonTexts(reason('identity_mismatch'));
    if (isRefused) throw new AppError('provider_refused', { ...details }, error);
    throw new AppError('provider_unavailable', {}, error);
  }
}
