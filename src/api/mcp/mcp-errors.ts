/**
 * Errors of /mcp before a message is read: HTTP statuses with a JSON-RPC error. A client without a
 * key is told where to get one.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { errorText, type AppError, type Language } from '@kinora/shared/errors/errors';
import { readBaseUrl } from '../http/request/request-address.ts';
import type { ErrorWire } from '../http/route.ts';

/**
 * The codes of JSON-RPC for a message that was not read, and for the range that servers define themselves.
 */
const codes = { invalidRequest: -32600, internal: -32603, server: -32000 } as const;

const errorBody = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.null(),
  error: z.object({ code: z.int(), message: z.string(), data: z.object({ code: z.string() }) }),
});

/** The metadata that a client reads to get a key by OAuth (RFC 9728). */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';

interface McpErrorDependencies {
  readonly baseUrl: string | undefined;
  /** Whether programs may ask users for tokens. */
  readonly oauth: boolean;
}

export function mcpErrors(parts: McpErrorDependencies): ErrorWire {
  return {
    errorBody,
    reportsInBody: () => false,
    sendError: (reply, error, language) => sendError(reply, error, { ...parts, language }),
  };
}

function sendError(
  reply: FastifyReply,
  { code, details }: AppError,
  { language, baseUrl, oauth }: McpErrorDependencies & { readonly language: Language },
): unknown {
  const status = reply.statusCode;
  if (status === 401) {
    const metadata = `${baseUrl ?? readBaseUrl(reply.request)}${metadataPath}`;
    const challengeFields = [
      ...(oauth ? [`resource_metadata="${metadata}"`] : []),
      ...(code === 'key_missing' ? [] : ['error="invalid_token"']),
    ].join(', ');
    reply.header('www-authenticate', `Bearer ${challengeFields}`.trim());
  }
  const jsonCode = status >= 500 ? codes.internal : status === 400 ? codes.invalidRequest : codes.server;
  const message = errorText(code, details, language);
  return reply.send({ jsonrpc: '2.0', id: null, error: { code: jsonCode, message, data: { code } } });
}
