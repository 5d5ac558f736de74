/**
 * A program that asks for tokens by OAuth, as `openid-client` does it: discovery,
 * registration, PKCE, state, `iss`.
 */
import * as oauth from 'openid-client';
import { call, type TestApp } from '../servers/app.ts';
import type { ConsoleClient } from './console-client.ts';

export interface AuthorizationRequest {
  readonly configuration: oauth.Configuration;
  /** The address that the program opens in a browser. */
  readonly address: URL;
  readonly verifier: string;
  readonly state: string;
}

export const callback = 'http://127.0.0.1:7777/callback';

/** The program finds the server and registers. */
export function registerProgram(
  { url }: Pick<TestApp, 'url'>,
  metadata: Partial<oauth.ClientMetadata> = {},
): Promise<oauth.Configuration> {
  const all = { client_name: 'Test agent', redirect_uris: [callback], ...metadata };
  const execute = [oauth.allowInsecureRequests];
  return oauth.dynamicClientRegistration(new URL(url), all, oauth.None(), { algorithm: 'oauth2', execute });
}

/** The request of the program, with PKCE. */
export async function buildAuthorization(
  configuration: oauth.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<AuthorizationRequest> {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  });
  return { configuration, address, verifier, state };
}

/** The limits that a user chooses. */
export const limits = { group: 'image', cap_total: '5', expires: '30d' } as const;

/** The user allows it, as the page of the Console does. */
export async function allow(user: ConsoleClient, address: URL, choices: object = limits) {
  const me = (await user.get('/api/session')).body.user.id;
  const request = Object.fromEntries(address.searchParams);
  return user.post('/api/oauth.consent', { request, user: me, ...choices });
}

/** The program gets its token with the response that the browser brought. */
export function redeem({ configuration, verifier, state }: AuthorizationRequest, location: string) {
  return oauth.authorizationCodeGrant(configuration, new URL(location), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
}

/** How /mcp answers to a key: 200 if it works there. */
export async function mcpStatus({ url }: Pick<TestApp, 'url'>, key: string): Promise<number> {
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  return (await call(`${url}/mcp`, { key, json })).status;
}
