/**
 * The official SDK as a handler of HTTP requests: it speaks both generations of the protocol, and
 * makes a server for each request.
 */
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { newSession, sessionHeader } from './client-session.ts';
import { openMcpServer } from './open-mcp-server.ts';

export type McpHandler = (request: Request, call: McpCall, body: unknown) => Promise<Response>;

export async function openMcpHandler(parts: McpDependencies): Promise<McpHandler> {
  const sdk = await import('@modelcontextprotocol/server');
  const open = openMcpServer(sdk, parts);
  const { fetch } = sdk.createMcpHandler(({ authInfo }) => open(callIn(authInfo)), { maxSubscriptions: 0 });
  return async (request, call, body) => {
    const authInfo = { token: '', clientId: call.token.id, scopes: [], extra: { call } };
    const response = await fetch(request, { authInfo, parsedBody: body });
    if (call.client !== undefined && isInitialize(body))
      response.headers.set(sessionHeader, newSession(call.client));
    return response;
  };
}

function callIn(authInfo: AuthInfo | undefined): McpCall {
  return authInfo?.extra?.['call'] as McpCall;
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}
