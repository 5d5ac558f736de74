/**
 * A program that gets its key for /mcp by OAuth, as the official SDK does it: it is refused, finds the
 * server, registers, sends the user to the page of the Console, exchanges the code, and refreshes its key.
 */
import assert from 'node:assert/strict';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type ClientOptions,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { atEnd } from '../servers/clean-up.ts';
import type { ConsoleClient } from './console-client.ts';
import type { Generation } from './mcp-client.ts';
import { allow, limits } from './oauth-program.ts';

const callback = 'http://127.0.0.1:7777/callback';

export interface McpProgram extends OAuthClientProvider {
  /** The address to which it sent the user last. */
  readonly authorizationUrl: URL | undefined;
  /** What it got last. */
  readonly keys: Keys | undefined;
}

interface Keys {
  readonly access_token: string;
  readonly refresh_token?: string;
}

export function mcpProgram(name = 'Test agent'): McpProgram {
  const state: { client?: any; keys?: any; discovery?: any; verifier?: string; authorizationUrl?: URL } = {};
  return {
    redirectUrl: callback,
    clientMetadata: {
      client_name: name,
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => state.client,
    saveClientInformation: client => void (state.client = client),
    tokens: () => state.keys,
    saveTokens: keys => void (state.keys = keys),
    redirectToAuthorization: address => void (state.authorizationUrl = address),
    saveCodeVerifier: verifier => void (state.verifier = verifier),
    codeVerifier: () => state.verifier ?? '',
    saveDiscoveryState: discovery => void (state.discovery = discovery),
    discoveryState: () => state.discovery,
    state: () => 'of-this-program',
    get authorizationUrl() {
      return state.authorizationUrl;
    },
    get keys() {
      return state.keys;
    },
  };
}

export interface ProgramAccess {
  readonly url: string;
  readonly user: ConsoleClient;
  readonly program: McpProgram;
  readonly generation?: Generation;
  /** The limits that the user chooses. */
  readonly choices?: object;
}

/** The program is refused and asks the user, who allows it. It connects with the code that it gets. */
export async function connectProgram(access: ProgramAccess): Promise<Client> {
  const { program, user, choices = limits } = access;
  const attempt = connection(access);
  await assert.rejects(attempt.client.connect(attempt.transport), UnauthorizedError);
  assert.ok(program.authorizationUrl);
  const { status, body } = await allow(user, program.authorizationUrl, choices);
  assert.equal(status, 200, JSON.stringify(body));
  await attempt.transport.finishAuth(new URL(body.location).searchParams);
  const { client, transport } = connection(access);
  await client.connect(transport);
  return client;
}

function connection({ url, program, generation = 'modern' }: ProgramAccess) {
  const mode = generation === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name: 'sdk', version: '1' }, { versionNegotiation: { mode } } as ClientOptions);
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: program });
  atEnd(() => client.close());
  return { client, transport };
}
