/** An error as the result of a tool: a sentence, and the same for programs. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorText, isRetryable, type AppError, type Language } from '@kinora/shared/errors/errors';

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
    structuredContent: { error },
  };
}
