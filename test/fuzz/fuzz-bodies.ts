/** Bodies: the fields of an operation as JSON or as a form, and bodies that are neither. */
import fc from 'fast-check';
import type { FuzzField } from './fuzz-operations.ts';
import { asText, mostly, arbitraryValues, type ByName } from './fuzz-values.ts';
import { anything, texts } from './hostile-values.ts';

interface Body {
  readonly text: string | undefined;
  readonly type: string | undefined;
}

export const noBody: Body = { text: undefined, type: undefined };

export function arbitraryBodies(fields: readonly FuzzField[], good: ByName): fc.Arbitrary<Body> {
  const object = arbitraryObjects(fields, good);
  const json = object.map((value): Body => ({ text: JSON.stringify(value), type: 'application/json' }));
  const form = object.map((value): Body => ({
    text: toForm(value),
    type: 'multipart/form-data; boundary=b',
  }));
  const odd = fc
    .tuple(
      fc.oneof(
        anything.map(value => JSON.stringify(value) ?? ''),
        texts,
        fc.constantFrom(
          '',
          '{',
          '[',
          '{"a":',
          '{"__proto__":{"x":1}}',
          '['.repeat(50_000),
          `{"a":[${'0,'.repeat(30_000)}0]}`,
          `{"prompt":"${'a b '.repeat(300_000)}"}`,
          `{"base64Array":["${'A/'.repeat(60_000)}"]}`,
          `--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\n${'a b '.repeat(300_000)}\r\n--b--\r\n`,
          '--b--',
          '--b\r\n\r\n',
        ),
      ),
      fc.constantFrom(
        'application/json',
        'text/plain',
        'multipart/form-data; boundary=b',
        'multipart/form-data',
        'x',
        '',
      ),
    )
    .map(([text, type]): Body => ({ text, type }));
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: form },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.constant(noBody) },
  );
}

function arbitraryObjects(fields: readonly FuzzField[], good: ByName): fc.Arbitrary<Record<string, unknown>> {
  const usual = fields
    .filter(({ isRequired }) => isRequired)
    .map(field => arbitraryEntry(field, { good, hostile: 1 }));
  const more = fields.map(field => arbitraryEntry(field, { good, hostile: 8 }));
  const none: fc.Arbitrary<[string, unknown][]> = fc.constant([]);
  const unknownField: fc.Arbitrary<[string, unknown]> = fc.tuple(
    fc.constantFrom('foo', '', '__proto__', 'constructor', 'a.b', 'prompt '),
    anything,
  );
  return fc
    .tuple(
      fc.tuple(...usual),
      more.length > 0 ? fc.array(fc.oneof(...more), { maxLength: 3 }) : none,
      mostly(none, fc.array(unknownField, { maxLength: 1 }), 20),
    )
    .map(([required, optional, unknownFields]) =>
      Object.fromEntries([...required, ...optional, ...unknownFields]),
    );
}

/** Required fields are mostly valid, so that the checks behind them are reached. */
function arbitraryEntry(
  field: FuzzField,
  { good, hostile }: { good: ByName; hostile: number },
): fc.Arbitrary<[string, unknown]> {
  const knownValues = [...(good[field.name] ?? []), ...field.values];
  const odd = arbitraryValues(field, good);
  const value =
    knownValues.length === 0
      ? odd
      : fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...knownValues) },
          { weight: hostile, arbitrary: odd },
        );
  return value.map(sample => [field.name, sample]);
}

function toForm(value: Record<string, unknown>): string {
  const parts = Object.entries(value).map(
    ([name, part]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(part)}\r\n`,
  );
  return `${parts.join('')}--b--\r\n`;
}
