/** Errors of methods that are not tool calls: JSON-RPC errors with Kinora's code in `data`. */
import { AppError, errorText } from '@kinora/shared/errors/errors';
import type { McpCall } from './mcp-call.ts';

const invalidParams = -32602;
const internal = -32603;

/** The SDK sends any error with a numeric code as it is. */
class MethodError extends Error {
  readonly code: number;
  readonly data: object;

  constructor(code: number, message: string, data: object) {
    super(message);
    this.name = 'MethodError';
    this.code = code;
    this.data = data;
  }
}

export async function inProtocol<Result>(
  { language, request }: Pick<McpCall, 'language' | 'request'>,
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    const appError = error instanceof AppError ? error : new AppError('internal', {}, error);
    if (appError.code === 'internal') request.log.error({ err: error }, 'a method of /mcp failed');
    const { code, details } = appError;
    throw new MethodError(
      code === 'internal' ? internal : invalidParams,
      errorText(code, details, language),
      { code },
    );
  }
}
