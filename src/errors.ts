/** Errors that are told to clients, by the codes of error-table.ts. */
import { errorTable, type ErrorEntry } from './error-table.ts';

export { errorTable };
export type Language = 'en' | 'zh';
export type ErrorDetails = Readonly<Record<string, string | number>>;
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
  return fillText(errorTable[code][language], details);
}

/** `{name}` filled from the details. */
export function fillText(template: string, details: ErrorDetails): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => shown(name, details[name])).trimEnd();
}

const longestShown = 200;

/** What a client sent is echoed, but not at length; what it may send is said in full. */
function shown(name: string, detail: string | number = ''): string {
  const text = String(detail);
  const isOurs = ['allowed', 'reason', 'remedy'].includes(name);
  return isOurs || text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}

/** May the same request succeed later, unchanged? */
export function isRetryable(code: ErrorCode): boolean {
  const entry: ErrorEntry = errorTable[code];
  return entry.retryable ?? false;
}
