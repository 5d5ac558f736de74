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
  readonly asked: URL | undefined;
  /** What it got last. */
  readonly keys: Keys | undefined;
}

interface Keys {
  readonly access_token: string;
  readonly refresh_token?: string;
}

export function mcpProgram(name = 'Test agent'): McpProgram {
  const kept: { client?: any; keys?: any; discovery?: any; verifier?: string; asked?: URL } = {};
  return {
    redirectUrl: callback,
    clientMetadata: {
      client_name: name,
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: given => void (kept.client = given),
    tokens: () => kept.keys,
    saveTokens: given => void (kept.keys = given),
    redirectToAuthorization: address => void (kept.asked = address),
    saveCodeVerifier: given => void (kept.verifier = given),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: given => void (kept.discovery = given),
    discoveryState: () => kept.discovery,
    state: () => 'of-this-program',
    get asked() {
      return kept.asked;
    },
    get keys() {
      return kept.keys;
    },
  };
}

export interface ProgramAccess {
  readonly url: string;
  readonly user: ConsoleClient;
  readonly program: McpProgram;
  readonly generation?: Generation;
  /** The limits that the user chooses. */
  readonly chosen?: object;
}

/** The program is refused and asks the user, who allows it. It connects with the code that it gets. */
export async function connectProgram(access: ProgramAccess): Promise<Client> {
  const { program, user, chosen = limits } = access;
  const refused = connection(access);
  await assert.rejects(refused.client.connect(refused.transport), UnauthorizedError);
  assert.ok(program.asked);
  const { status, body } = await allow(user, program.asked, chosen);
  assert.equal(status, 200, JSON.stringify(body));
  await refused.transport.finishAuth(new URL(body.location).searchParams);
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
