/** Errors that are reported to clients, with the codes of error-table.ts. */
import { errorTable, type ErrorEntry } from './error-table.ts';
import { fillText, type ErrorDetails, type Language } from './fill-text.ts';
import { reason, reasonTexts, type Reason, type ReasonArguments, type ReasonCode } from './reason.ts';

export { errorTable, fillText };
export type { ErrorDetails, Language };
export type ErrorCode = keyof typeof errorTable;

/** A refusal or failure with a code from the table. Everything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(errorText(code, details), { cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** The sentence for a code, in a language. A detail that is not given shows as an empty string. */
export function errorText(code: ErrorCode, details: ErrorDetails, language: Language = 'en'): string {
  return fillText(errorTable[code][language], details, language);
}

/** `field_invalid` with its reason in both languages. */
export function fieldInvalid<Code extends ReasonCode>(
  param: string,
  ...reasonArguments: ReasonArguments<Code>
): AppError {
  return new AppError('field_invalid', { param, ...reasonTexts(reason<Code>(...reasonArguments)) });
}

/** Makes the same error as `fieldInvalid`, for a given reason. */
export function fieldRejected(param: string, reason: Reason): AppError {
  return new AppError('field_invalid', { param, ...reasonTexts(reason) });
}

/** May the same request succeed later, unchanged? */
export function isRetryable(code: ErrorCode): boolean {
  const entry: ErrorEntry = errorTable[code];
  return entry.retryable ?? false;
}
