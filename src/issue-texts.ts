/** Says in Kinora's terms, in both languages, what a check of a schema found, because the messages of the library mention its own types. */
import { z } from 'zod';
import { inChinese, reasonTexts, type ErrorDetails } from './errors.ts';

type Issue = z.core.$ZodIssue;
type Texts = ReturnType<typeof reasonTexts>;

/** `value`: what was given for the field. */
export function issueTexts(issue: Issue | undefined, value: unknown): Texts {
  if (value === undefined) return reasonTexts('required');
  switch (issue?.code) {
    case 'invalid_type':
      return reasonTexts('type_expected', typeNames(issue.expected));
    case 'invalid_union':
      return unionTexts(issue, value);
    case 'invalid_key':
      return messageTexts(issue.issues[0] ?? issue);
    case 'invalid_value':
      return allowedTexts(issue.values);
    case 'too_small':
      return reasonTexts('too_small', counted(issue.minimum, issue.origin));
    case 'too_big':
      return reasonTexts('too_big', {
        ...counted(issue.maximum, issue.origin),
        ...lengthOf(value, issue.origin),
      });
    default:
      return issue ? messageTexts(issue) : reasonTexts('not_accepted');
  }
}

function allowedTexts(values: readonly unknown[]): Texts {
  return reasonTexts('value_allowed', { allowed: values.map(String).join(', ') });
}

const typesZh: Readonly<Record<string, string>> = {
  string: '字符串',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
  record: '对象',
};

function typeNames(type: string): ErrorDetails {
  return { type: `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`, typeZh: typesZh[type] ?? type };
}

function counted(limit: number | bigint, of: string): ErrorDetails {
  if (of === 'string')
    return { limit: `${limit} character${Number(limit) === 1 ? '' : 's'}`, limitZh: `${limit} 个字符` };
  return of === 'array' ? { limit: `${limit} items`, limitZh: `${limit} 项` } : { limit: String(limit) };
}

/** The actual length, such as `, not 5`. */
function lengthOf(value: unknown, of: string): ErrorDetails {
  if (of !== 'string' && of !== 'array') return {};
  const { length } = value as string | readonly unknown[];
  return { actual: `, not ${length}`, actualZh: `，实际为 ${length}` };
}

/** The problem of the alternative that has the type of the value. */
function unionTexts({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): Texts {
  const own = errors.flat().find(issue => issue.code === 'custom');
  if (own) return messageTexts(own);
  const allowed = errors
    .flatMap(([issue]) => (issue?.code === 'invalid_value' ? issue.values : []))
    .filter(Boolean);
  if (allowed.length > 0) return allowedTexts(allowed);
  const closer = errors.find(([issue]) => issue && issue.code !== 'invalid_type');
  return closer ? issueTexts(closer[0], value) : reasonTexts('text_or_number');
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
