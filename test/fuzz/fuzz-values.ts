/** Values for a field by its name: existing ones, values that its kind of parser may fail on, and others. */
import fc from 'fast-check';
import type { FuzzField } from './fuzz-operations.ts';
import { networks, urls } from './hostile-addresses.ts';
import { anything, cursors, dates, ids, texts } from './hostile-values.ts';

/** Existing values on the server under test, by the name of the field or parameter that takes them. */
export type ByName = Readonly<Record<string, readonly unknown[]>>;

export const mostly = <Value>(
  regular: fc.Arbitrary<Value>,
  odd: fc.Arbitrary<Value>,
  weight = 8,
): fc.Arbitrary<Value> => fc.oneof({ weight, arbitrary: regular }, { weight: 1, arbitrary: odd });

export function arbitraryValues(
  { name, values }: Pick<FuzzField, 'name' | 'values'>,
  good: ByName,
): fc.Arbitrary<unknown> {
  const knownValues = [...(good[name] ?? []), ...values];
  return fc.oneof(
    ...(knownValues.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...knownValues) }] : []),
    { weight: 4, arbitrary: arbitraryKind(name) as fc.Arbitrary<unknown> },
    { weight: 2, arbitrary: fc.oneof(dates, networks, urls, cursors, ids, texts) as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: anything },
  );
}

const kinds: readonly (readonly [RegExp, fc.Arbitrary<string>])[] = [
  [/^(from|to|expires|month|overlap)$/, dates],
  [/^(url|webhook_url|notifyHook|link|image|base64|.*_frame|input_reference|next)$/, urls],
  [/^addresses$/, networks],
  [/^(before|after|last_event_id|limit|version|seconds|duration|seed|index|slower)$/, cursors],
  [
    /^(id|task|tasks|token|user|account|hook|collection|session|taskId|jobId|customId|ids|secret|challenge|code)$/,
    ids,
  ],
];

function arbitraryKind(name: string): fc.Arbitrary<string> {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? texts;
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
