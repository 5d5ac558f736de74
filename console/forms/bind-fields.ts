/**
 * Binds the fields of a form to its draft: the value, the change and the error of each, by the
 * name that it has in the draft.
 */
import type { FieldErrors } from '../data/field-errors.ts';

/** The props of a text field, a text area or a selection. */
export interface BoundField {
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  readonly error: string | undefined;
}

export interface Binding {
  /** The name in the request, where the draft has another one. */
  readonly requestName?: string;
  /** Converts the entered text. Absent if the text is used unchanged. */
  readonly convert?: (text: string) => string;
}

/** The names of the properties that are texts. */
export type TextName<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft] &
  string;

export type BindField<Draft> = (name: TextName<Draft>, binding?: Binding) => BoundField;

/** `errors` is absent if the server names no fields of the form. */
export function bindFields<Draft>(
  draft: Draft,
  onChange: (fields: Partial<Draft>) => void,
  errors?: FieldErrors,
): BindField<Draft> {
  return (name, { requestName = name, convert = (text: string) => text } = {}) => ({
    value: draft[name] as string,
    onChange: ({ target }) => onChange({ [name]: convert(target.value) } as Partial<Draft>),
    error: errors?.at(requestName),
  });
}

/** Removes the spaces around a text. */
export const trimText = (text: string) => text.trim();

/** Converts a name that identifies something to lower case, without the spaces around it. */
export const normalizeName = (text: string) => text.trim().toLowerCase();
