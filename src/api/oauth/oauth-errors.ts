/**
 * Errors of the endpoints that programs call. Those of the registration have
 * codes of their own (RFC 7591 3.2.2).
 */
import type { FastifyReply } from 'fastify';
import type { AppError } from '@kinora/shared/errors/errors';
import { oauthErrorBody, toOAuthError } from '../http/reply/oauth-error.ts';
import type { ErrorWire } from '../http/route.ts';

export const oauthErrors: ErrorWire = {
  sendError: (reply, error) => sendOAuthError(reply, error),
  errorBody: oauthErrorBody,
  reportsInBody: () => false,
};

function sendOAuthError(reply: FastifyReply, error: AppError): unknown {
  const body = toOAuthError(error);
  if (!reply.request.url.startsWith('/oauth/register')) return reply.send(body);
  return reply.send({ ...body, error: registrationCode(error) ?? body.error });
}

function registrationCode({ code, details }: AppError): string | undefined {
  if (code !== 'field_invalid') return undefined;
  return String(details['param']).startsWith('redirect_uris')
    ? 'invalid_redirect_uri'
    : 'invalid_client_metadata';
}
