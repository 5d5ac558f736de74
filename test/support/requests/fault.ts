/** A fault in the fields of a body, as data: its path, its change of the valid body, and its name. */
import type fc from 'fast-check';

export interface Fault {
  readonly fault: string;
  readonly path: string;
  readonly change: fc.Arbitrary<Record<string, unknown>>;
  readonly headers?: fc.Arbitrary<Record<string, string>>;
}

export const submit = (name: string) => `/mj/submit/${name}`;
export const changeField = (name: string, values: fc.Arbitrary<unknown>, more: object = {}) =>
  values.map(value => ({ ...more, [name]: value }));
