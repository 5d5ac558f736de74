/** Errors of a form: the server names the field that caused one. */
import { ApiError } from './api.ts';
import { reasonAtField } from './reason-at-field.ts';

export interface FieldErrors {
  /** The message for a field, by its name in the request. */
  readonly at: (field: string) => string | undefined;
  /** The error, if it belongs to none of the form's fields. */
  readonly other: Error | null;
}

/**
 * `fields`: the names, in the request, of the fields that the form shows.
 * `settings.quality` is the part of a field.
 */
export function fieldErrors(error: Error | null, fields: readonly string[]): FieldErrors {
  const param = (error instanceof ApiError && error.param) || '';
  const shownField = [param, param.split('.')[0]].find(name => name !== undefined && fields.includes(name));
  return {
    at: field => (field === shownField && error ? reasonAtField(error.message) : undefined),
    other: shownField === undefined ? error : null,
  };
}
