/** Checks input against its schema. Problems become an AppError with Kinora's texts. */
import type { z } from 'zod';
import { AppError } from '../../errors.ts';

/** Validates by schema; the first problem becomes `field_unknown` or `field_invalid` with the field's path. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const param = [...issue.path, issue.keys[0]].join('.');
    throw new AppError('field_unknown', { param, allowed: fieldNames(schema).join(', ') || 'none' });
  }
  if (path === '') throw new AppError('request_invalid', { reason: 'Expected a JSON object.' });
  throw new AppError('field_invalid', {
    param: path,
    reason: describe(issue, valueAt(value, issue?.path ?? [])),
  });
}

/** Describes a problem in Kinora's terms, because the messages of the library mention its own types. */
function describe(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (value === undefined) return 'it is required.';
  switch (issue?.code) {
    case 'invalid_type':
      return `expected ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}.`;
    case 'invalid_union':
      return describeUnion(issue, value);
    case 'invalid_value':
      return `allowed: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `expected at least ${counted(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `expected at most ${counted(issue.maximum, issue.origin)}${lengthOf(value, issue.origin)}.`;
    default:
      return `${issue?.message ?? 'not accepted'}.`;
  }
}

function counted(limit: number | bigint, of: string): string {
  if (of === 'string') return `${limit} character${Number(limit) === 1 ? '' : 's'}`;
  return of === 'array' ? `${limit} items` : `${limit}`;
}

/** The actual length, such as `, not 5`. */
function lengthOf(value: unknown, of: string): string {
  const isCounted = of === 'string' || of === 'array';
  return isCounted ? `, not ${(value as string | readonly unknown[]).length}` : '';
}

/** Describes the problem of the alternative that has the type of the value. */
function describeUnion({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  const own = errors.flat().find(issue => issue.code === 'custom');
  if (own) return `${own.message}.`;
  const allowed = errors
    .flatMap(([issue]) => (issue?.code === 'invalid_value' ? issue.values : []))
    .filter(Boolean);
  if (allowed.length > 0) return `allowed: ${allowed.map(String).join(', ')}.`;
  const closer = errors.find(([issue]) => issue && issue.code !== 'invalid_type');
  return closer ? describe(closer[0], value) : 'expected a string or a number.';
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (fromJson(inner) as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}

/** On the command line, a field with fields of its own is JSON text. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function fieldNames(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}
