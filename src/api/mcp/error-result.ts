/**
 * An error as the result of a tool: a sentence, and the same for programs. The latter is metadata, because
 * the SDK of the first generation checks structured content against the schema of results, also that of an
 * error, and would show its own complaint instead of the sentence.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorText, isRetryable, type AppError, type Language } from '@kinora/shared/errors/errors';

/** Where programs find the error in the metadata of a result. */
const errorKey = 'kinora/error';

export function errorResult({ code, details }: AppError, language: Language): CallToolResult {
  const message = errorText(code, details, language);
  const { param, retryAfter } = details;
  const error = {
    code,
    message,
    retryable: isRetryable(code),
    ...(param !== undefined && { param }),
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
  };
  return {
    isError: true,
    content: [{ type: 'text', text: `${message} (${code})` }],
    _meta: { [errorKey]: error },
  };
}
