/** Says in Kinora's terms, in both languages, what a check of a schema found, because the messages of the library mention its own types. */
import { z } from 'zod';
import { inChinese, reasonTexts, type ErrorDetails } from './errors.ts';
import { limitsOf, schemasAt, type Limits } from './lib/schemas-at.ts';

type Issue = z.core.$ZodIssue;
type Texts = ReturnType<typeof reasonTexts>;

/** Parses the value so that `issueTexts` can say what is wrong with it: each issue has the value of its field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  return schema.safeParse(value, { reportInput: true });
}

/** `schema`: that of the whole input. */
export function issueTexts(issue: Issue | undefined, schema: z.ZodType): Texts {
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

const typesZh: Readonly<Record<string, string>> = {
  string: '字符串',
  number: '数字',
  integer: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
  record: '对象',
};

function typeNames(expected: string): ErrorDetails {
  const type = expected === 'int' ? 'integer' : expected;
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
  const own = inChinese(message);
  if (own !== undefined) return { reason: `${message}.`, reasonZh: own };
  // The library passes an issue as it is raised; only the message is added to it later.
  const raw = issue as unknown as z.core.$ZodRawIssue;
  const translated = textOf(english(raw)) === message ? textOf(chinese(raw)) : undefined;
  return reasonTexts('other', { problem: message, problemZh: translated ?? message });
}

function textOf(found: ReturnType<typeof english>): string | undefined {
  return typeof found === 'string' ? found : found?.message;
}
