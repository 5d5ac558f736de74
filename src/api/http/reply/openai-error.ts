/** Errors as OpenAI's SDKs read them, which several interfaces send. */
import { z } from 'zod';
import { type AppError, errorTable, errorText, type Language } from '@kinora/shared/errors/errors';

export const openaiErrorBody = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() }),
});

export type OpenaiError = ReturnType<typeof toOpenaiError>;

/** The value of `error` in the words of the image interface. */
export function errorIn(
  { code, details }: Pick<AppError, 'code' | 'details'>,
  language: Language,
): OpenaiError {
  return toOpenaiError({ code, details }, errorText(code, details, language));
}

/** The value of `error`, with the text in the words of the interface. */
export function toOpenaiError({ code, details }: Pick<AppError, 'code' | 'details'>, message: string) {
  const { param } = details;
  return {
    message,
    type: errorType(errorTable[code].status),
    param: param === undefined ? null : String(param),
    code,
  };
}

/** The error type of the format for a status. */
function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
