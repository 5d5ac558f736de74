/** Errors of a form: the server names the field that caused one. */
import { ApiError } from './api.ts';

export interface FieldErrors {
  /** The message for a field, by its name in the request. */
  readonly at: (field: string) => string | undefined;
  /** The error, if it belongs to none of the form's fields. */
  readonly other: Error | null;
}

/** `fields`: the names, in the request, of the fields that the form shows. */
export function fieldErrors(error: Error | null, fields: readonly string[]): FieldErrors {
  const param = error instanceof ApiError ? error.param?.split('.')[0] : undefined;
  const isShown = param !== undefined && fields.includes(param);
  return {
    at: field => (isShown && field === param ? error?.message : undefined),
    other: isShown ? null : error,
  };
}
