/**
 * Errors as OAuth's clients read them (RFC 6749 5.2): a code of the standard, and a sentence in ASCII. They
 * go into bodies and redirects.
 */
import { z } from 'zod';
import { errorTable, errorText, type AppError, type ErrorCode } from '@kinora/shared/errors/errors';

const standardCodes: Partial<Readonly<Record<ErrorCode, string>>> = {
  oauth_client_unknown: 'invalid_client',
  oauth_document_unusable: 'invalid_client',
  oauth_grant_invalid: 'invalid_grant',
  oauth_grant_type: 'unsupported_grant_type',
  oauth_response_type: 'unsupported_response_type',
  oauth_resource_unknown: 'invalid_target',
  oauth_resource_wider: 'invalid_target',
};

export const oauthErrorBody = z.object({ error: z.string(), error_description: z.string() });

/**
 * The code and the sentence of an error, also for a redirect. The standard allows neither quotes
 * nor characters beyond ASCII.
 */
export function toOAuthError(error: AppError): z.infer<typeof oauthErrorBody> {
  const text = errorText(error.code, error.details);
  return {
    error: toOauthCode(error),
    error_description: text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?'),
  };
}

function toOauthCode({ code }: AppError): string {
  const { status } = errorTable[code];
  if (status === 503 || status === 429) return 'temporarily_unavailable';
  return standardCodes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request');
}
