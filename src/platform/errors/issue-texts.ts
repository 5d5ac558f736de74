/** Says in Kinora's terms, in both languages, what a check of a schema found, because the messages of the library mention its own types. */
import { z } from 'zod';
import { fieldErrorNamed, inChinese, reasonTexts, type ErrorDetails } from '@kinora/shared/errors/errors';
import { limitsOf, schemasAt, type Limits } from '../lib/schemas-at.ts';

type Issue = z.core.$ZodIssue;
type Texts = ReturnType<typeof reasonTexts>;

/** Parses the value so that `issueTexts` can say what is wrong with it: each issue has the value of its field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  return schema.safeParse(value, { reportInput: true });
}

/** `schema`: that of the whole input. */
export function issueTexts(issue: Issue | undefined, schema: z.ZodType): Texts {
  if (issue?.code === 'invalid_format' && issue.format === 'regex' && isOfLibrary(issue))
    return formTexts(issue, schema);
  return textsOf({ issue, value: issue?.input, fields: issue ? schemasAt(schema, issue.path) : [] });
}

interface Refused {
  readonly issue: Issue | undefined;
  readonly value: unknown;
  /** What the field accepts. */
  readonly fields: readonly z.ZodType[];
}

function textsOf({ issue, value, fields }: Refused): Texts {
  if (value === undefined) return missingTexts(issue);
  switch (issue?.code) {
    case 'invalid_type':
      return typeTexts(issue.expected, fields);
    case 'invalid_union':
      return unionTexts(issue, { value, fields });
    case 'invalid_key':
      return messageTexts(issue.issues[0] ?? issue);
    case 'invalid_value':
      return allowedTexts(issue.values, typeof issue.path.at(-1) === 'number' ? value : undefined);
    case 'too_small': {
      const least = Number(issue.minimum);
      return limitTexts({ least, ...limitsWith({ least }, fields) }, issue.origin, value);
    }
    case 'too_big': {
      const most = Number(issue.maximum);
      return limitTexts({ most, ...limitsWith({ most }, fields) }, issue.origin, value);
    }
    default:
      return issue ? messageTexts(issue) : reasonTexts('not_accepted');
  }
}

/** A part of a JSON Schema. */
interface DescribedField {
  readonly properties?: Readonly<Record<PropertyKey, unknown>>;
  readonly default?: unknown;
}

/** A pattern explains nothing to people, so a value that is valid is shown: the default. */
function formTexts({ path }: Issue, schema: z.ZodType): Texts {
  const whole: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const described = path.reduce<unknown>(
    (outer, key) => (outer as DescribedField | undefined)?.properties?.[key],
    whole,
  );
  const example = (described as DescribedField | undefined)?.default;
  return typeof example === 'string' && example !== ''
    ? reasonTexts('form_like', { example })
    : reasonTexts('form');
}

/** A choice that is missing is named with what can be chosen. */
function missingTexts(issue: Issue | undefined): Texts {
  if (issue?.code !== 'invalid_value' || issue.values.length < 2) return reasonTexts('required');
  return reasonTexts('required_of', { allowed: issue.values.map(String).join(', ') });
}

/** `stranger`: the entry of a list, whose place alone does not tell which one is meant. */
function allowedTexts(values: readonly unknown[], stranger: unknown): Texts {
  const allowed = values.map(String).join(', ');
  if (typeof stranger !== 'string') return reasonTexts('value_allowed', { allowed });
  return reasonTexts('entry_allowed', { value: stranger, allowed });
}

function typeTexts(expected: string, fields: readonly z.ZodType[]): Texts {
  const numbers = fields.find(({ type }) => type === 'number');
  const { least, most } = numbers && (expected === 'number' || expected === 'int') ? limitsOf(numbers) : {};
  if (least === undefined || most === undefined) return reasonTexts('type_expected', typeNames(expected));
  return reasonTexts('type_range', { ...typeNames(expected), least, most });
}

/** The limits of the field of which one was not kept, so that the next try can keep both. */
function limitsWith(broken: Limits, fields: readonly z.ZodType[]): Limits {
  const isBroken = (limits: Limits) =>
    broken.least === undefined ? limits.most === broken.most : limits.least === broken.least;
  return fields.map(limitsOf).find(isBroken) ?? {};
}

function limitTexts({ least, most }: Limits, of: string, value: unknown): Texts {
  const actual = lengthOf(value, of);
  if (least === undefined) return reasonTexts('too_big', { ...counted(most ?? 0, of), ...actual });
  if (most === undefined) return reasonTexts('too_small', counted(least, of));
  const { limit, limitZh = limit } = counted(most, of);
  return reasonTexts('out_of_range', { least, most: limit, mostZh: limitZh, ...actual });
}

/** Where the library's word is not the one of JSON. */
const typeWords: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
const typesZh: Readonly<Record<string, string>> = {
  string: '字符串',
  number: '数字',
  integer: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
};

function typeNames(expected: string): ErrorDetails {
  const type = typeWords[expected] ?? expected;
  return { type: `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`, typeZh: typesZh[type] ?? type };
}

function counted(limit: number, of: string): { readonly limit: string; readonly limitZh?: string } {
  const end = limit === 1 ? '' : 's';
  if (of === 'string') return { limit: `${limit} character${end}`, limitZh: `${limit} 个字符` };
  return of === 'array' ? { limit: `${limit} item${end}`, limitZh: `${limit} 项` } : { limit: String(limit) };
}

/** The actual length, such as `, not 5`. */
function lengthOf(value: unknown, of: string): ErrorDetails {
  if (of !== 'string' && of !== 'array') return {};
  const { length } = value as string | readonly unknown[];
  return { actual: `, not ${length}`, actualZh: `，实际为 ${length}` };
}

/** The problem of the alternative that has the type of the value. */
function unionTexts(
  { errors }: z.core.$ZodIssueInvalidUnion,
  { value, fields }: Omit<Refused, 'issue'>,
): Texts {
  const own = errors.flat().find(issue => issue.code === 'custom');
  if (own) return messageTexts(own);
  const allowed = errors
    .flatMap(([issue]) => (issue?.code === 'invalid_value' ? issue.values : []))
    .filter(Boolean);
  if (allowed.length > 0) return allowedTexts(allowed, undefined);
  const closer = errors.find(([issue]) => issue && issue.code !== 'invalid_type');
  return closer ? textsOf({ issue: closer[0], value, fields }) : reasonTexts('text_or_number');
}

const english = z.locales.en().localeError;
const chinese = z.locales.zhCN().localeError;

/** A message of our own, or one of the library, which has its own Chinese texts. */
function messageTexts(issue: Issue): Texts {
  const { message } = issue;
  const named = issue.code === 'custom' ? fieldErrorNamed(issue.params?.['fieldError']) : undefined;
  if (named) return reasonTexts(named, issue.code === 'custom' ? (issue.params as ErrorDetails) : {});
  const own = inChinese(message);
  if (own !== undefined) return { reason: `${message}.`, reasonZh: own };
  const translated = isOfLibrary(issue) ? textOf(chinese(rawOf(issue))) : undefined;
  return reasonTexts('other', { problem: message, problemZh: translated ?? message });
}

/** Whether the message is the library's own. */
function isOfLibrary(issue: Issue): boolean {
  return textOf(english(rawOf(issue))) === issue.message;
}

/** The library passes an issue as it is raised; only the message is added to it later. */
function rawOf(issue: Issue): z.core.$ZodRawIssue {
  return issue as unknown as z.core.$ZodRawIssue;
}

function textOf(found: ReturnType<typeof english>): string | undefined {
  return typeof found === 'string' ? found : found?.message;
}
