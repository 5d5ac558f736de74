/**
 * Describes in Kinora's terms an issue that the check of a schema found. It uses the fields of the issue,
 * because the messages of the library mention its own types.
 */
import { z } from 'zod';
import type { ErrorDetails } from '@kinora/shared/errors/errors';
import { isReasonCode, reason, type Reason, type ReasonCode } from '@kinora/shared/errors/reason';
import { readLimits, schemasAt, type Limits } from '../lib/schemas-at.ts';

type Issue = z.core.$ZodIssue;

/**
 * Parses the value so that `issueReason` can explain what is wrong with it: each issue has the value of its
 * field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  return schema.safeParse(value, { reportInput: true });
}

/** `schema` is the schema of the whole input. */
export function issueReason(issue: Issue | undefined, schema: z.ZodType): Reason {
  if (issue?.code === 'invalid_format' && issue.format === 'regex' && !isReasonCode(issue.message))
    return formReason(issue, schema);
  return toReason({ issue, value: issue?.input, fields: issue ? schemasAt(schema, issue.path) : [] });
}

interface RejectedValue {
  readonly issue: Issue | undefined;
  readonly value: unknown;
  /** The schemas of the values that the field accepts. */
  readonly fields: readonly z.ZodType[];
}

function toReason({ issue, value, fields }: RejectedValue): Reason {
  if (value === undefined) return missingReason(issue);
  switch (issue?.code) {
    case 'invalid_type':
      return typeReason(issue.expected, fields);
    case 'invalid_union':
      return unionReason(issue, { value, fields });
    case 'invalid_key':
      return messageReason(issue.issues[0] ?? issue);
    case 'invalid_value':
      return allowedReason(issue.values, typeof issue.path.at(-1) === 'number' ? value : undefined);
    case 'too_small': {
      const least = Number(issue.minimum);
      return limitReason({ least, ...limitsWith({ least }, fields) }, issue.origin, value);
    }
    case 'too_big': {
      const most = Number(issue.maximum);
      return limitReason({ most, ...limitsWith({ most }, fields) }, issue.origin, value);
    }
    default:
      return issue ? messageReason(issue) : reason('not_accepted');
  }
}

/** A part of a JSON Schema. */
interface DescribedField {
  readonly properties?: Readonly<Record<PropertyKey, unknown>>;
  readonly default?: unknown;
}

/** A pattern explains nothing to people, so a value that is valid is shown: the default. */
function formReason({ path }: Issue, schema: z.ZodType): Reason {
  const jsonSchema: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const field = path.reduce<unknown>(
    (parent, key) => (parent as DescribedField | undefined)?.properties?.[key],
    jsonSchema,
  );
  const example = (field as DescribedField | undefined)?.default;
  return typeof example === 'string' && example !== '' ? reason('form_like', { example }) : reason('form');
}

/** A choice that is missing is named with what can be chosen. */
function missingReason(issue: Issue | undefined): Reason {
  if (issue?.code !== 'invalid_value' || issue.values.length < 2) return reason('required');
  return reason('required_of', { allowed: issue.values.map(String).join(', ') });
}

/** `unknownEntry` is an entry of a list, whose position alone does not show which one is meant. */
function allowedReason(values: readonly unknown[], unknownEntry: unknown): Reason {
  const allowedValues = values.map(String).join(', ');
  if (typeof unknownEntry !== 'string') return reason('value_allowed', { allowed: allowedValues });
  return reason('entry_allowed', { value: unknownEntry, allowed: allowedValues });
}

function typeReason(expected: string, fields: readonly z.ZodType[]): Reason {
  const numbers = fields.find(({ type }) => type === 'number');
  const { least, most } = numbers && (expected === 'number' || expected === 'int') ? readLimits(numbers) : {};
  if (least === undefined || most === undefined) return reason('type_expected', typeNames(expected));
  return reason('type_range', { ...typeNames(expected), least, most });
}

/** Returns both limits of the field that exceeded one of them, so that the next request can keep both. */
function limitsWith(brokenLimits: Limits, fields: readonly z.ZodType[]): Limits {
  const isBroken = (limits: Limits) =>
    brokenLimits.least === undefined
      ? limits.most === brokenLimits.most
      : limits.least === brokenLimits.least;
  return fields.map(readLimits).find(isBroken) ?? {};
}

function limitReason({ least, most }: Limits, type: string, value: unknown): Reason {
  const actual = measureLength(value, type);
  if (most === undefined) return reason('too_small', limitTexts(least ?? 0, type));
  const { limit, limitZh = limit } = limitTexts(most, type);
  if (least === undefined)
    return actual === undefined
      ? reason('too_big', { limit, limitZh })
      : reason('too_long', { limit, limitZh, actual });
  const range = { least, most: limit, mostZh: limitZh };
  return actual === undefined
    ? reason('out_of_range', range)
    : reason('length_out_of_range', { ...range, actual });
}

/** The JSON names of types that have another name in the library. */
const typeWords: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
const typesZh: Readonly<Record<string, string>> = {
  string: '字符串',
  number: '数字',
  integer: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
};

function typeNames(expected: string): { readonly type: string; readonly typeZh: string } {
  const type = typeWords[expected] ?? expected;
  return { type: `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`, typeZh: typesZh[type] ?? type };
}

function limitTexts(limit: number, type: string): { readonly limit: string; readonly limitZh?: string } {
  const end = limit === 1 ? '' : 's';
  if (type === 'string') return { limit: `${limit} character${end}`, limitZh: `${limit} 个字符` };
  return type === 'array'
    ? { limit: `${limit} item${end}`, limitZh: `${limit} 项` }
    : { limit: String(limit) };
}

/** Returns undefined for a value that has no length. */
function measureLength(value: unknown, type: string): number | undefined {
  return type === 'string' || type === 'array' ? (value as string | readonly unknown[]).length : undefined;
}

/** The problem of the alternative that has the type of the value. */
function unionReason(
  { errors }: z.core.$ZodIssueInvalidUnion,
  { value, fields }: Omit<RejectedValue, 'issue'>,
): Reason {
  const customIssue = errors.flat().find(issue => issue.code === 'custom');
  if (customIssue) return messageReason(customIssue);
  const allowedValues = errors
    .flatMap(([issue]) => (issue?.code === 'invalid_value' ? issue.values : []))
    .filter(Boolean);
  if (allowedValues.length > 0) return allowedReason(allowedValues, undefined);
  const closerIssues = errors.find(([issue]) => issue && issue.code !== 'invalid_type');
  return closerIssues ? toReason({ issue: closerIssues[0], value, fields }) : reason('text_or_number');
}

/**
 * Returns the reason whose code one of our own checks used as its message, with details in `params`.
 * Otherwise returns a reason for the issue that the library found.
 */
function messageReason(issue: Issue): Reason {
  const { message } = issue;
  if (isReasonCode(message)) return codeReason(message, issue.code === 'custom' ? issue.params : undefined);
  if (issue.code === 'unrecognized_keys') return reason('keys_unknown', { names: issue.keys.join(', ') });
  if (issue.code === 'not_multiple_of') return reason('multiple_of', { step: issue.divisor });
  if (issue.code === 'invalid_format') return issue.format === 'uuid' ? reason('uuid') : reason('form');
  return reason('not_accepted');
}

function codeReason(code: ReasonCode, params: ErrorDetails = {}): Reason {
  return { code, details: params };
}
