/** Fields that procedures share. Each takes what JSON sends and what a command line sends: text. */
import { z } from 'zod';
import { formatMicros, parseMicros, type Micros } from '@kinora/shared/money';
import { openNetworks } from '../../../platform/lib/network/public-address.ts';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { withoutHidden } from '@kinora/shared/text/hidden';
import { isEmail } from '@kinora/shared/text/is-email';

/** A number, or the text of one. */
export const number = () => z.coerce.number<number | string>();
/** A name that people give. It is one line, also in mails and documents. */
export const name = z
  .string()
  .overwrite(text => text.replaceAll(/[\r\n\t\v\f\u2028\u2029]+/g, ' '))
  .trim()
  .min(1)
  .max(100);
/** Pasted addresses bring spaces. Names and domains of mail may have letters of any script (RFC 6531). */
export const email = z
  .string()
  .overwrite(text => withoutHidden(text).trim())
  .max(320)
  .refine(isEmail, reasonCode('email'));
export const reason = z.string().trim().min(1).max(500);
/** Keeps sums within the range of bigint. */
const maxMicros = parseMicros('1000000000');
/** Money as a decimal text or a number; at most six places. */
export const amount = z.union([z.string(), z.number()]).transform((value, context): Micros => {
  try {
    const micros = parseMicros(String(value).trim());
    if (micros <= maxMicros) return micros;
  } catch {
    // The problem is reported below.
  }
  const message = reasonCode('amount');
  context.issues.push({ code: 'custom', input: value, message });
  return z.NEVER;
});
/** A multiplier of prices, such as that of a group. */
export const factor = amount.refine(micros => micros <= parseMicros('1000'), reasonCode('factor'));
export const positiveAmount = amount.refine(micros => micros > 0n, reasonCode('positive'));
export const count = number().int().min(1).max(1_000_000);
/** The number of entries of a page, unless a request asks for another one. */
export const defaultLimit = 100;
/** Large, because an export to CSV requests the whole list. */
export const limit = number().int().min(1).max(100_000).default(defaultLimit);
/** Absent means all pages in an export as a file, for procedures with a `pageKey`. */
export const pageLimit = limit.unwrap().optional();
/** `true`, `false`, or a switch on the command line. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')]);
/**
 * An array, or one text with commas. The limits are those of the document: a refinement has to check them.
 */
export const textList = (limits: { readonly minItems?: number; readonly maxItems: number }) =>
  z.union([
    z.array(z.string().trim().min(1)).max(1000).meta(limits),
    z.string().transform(text =>
      text
        .split(',')
        .map(part => part.trim())
        .filter(Boolean),
    ),
  ]);
export const list = textList({ maxItems: 1000 });

/** At least one of the allowed values, as a list. */
export function choiceList<const Value extends string>(allowedValues: readonly Value[]) {
  return list
    .transform((values, context): Value[] => {
      const isAllowed = (value: string) => (allowedValues as readonly string[]).includes(value);
      if (values.length > 0 && values.every(isAllowed)) return values as Value[];
      context.issues.push({ code: 'invalid_value', input: values, values: [...allowedValues] });
      return z.NEVER;
    })
    .describe(`Comma-separated: ${allowedValues.join(', ')}.`);
}

/** `none` removes the value. */
export function orNone<Type extends z.ZodType>(type: Type) {
  return z.union([z.null(), z.literal('none').transform(() => null), type]);
}

/** A field for a time, which also accepts `never`. */
export function orNever<Type extends z.ZodType>(type: Type) {
  return z.union([z.null(), z.enum(['none', 'never']).transform(() => null), type]);
}

export const seconds = number()
  .int()
  .min(0)
  .max(30 * 86_400);

/** CIDR ranges and addresses. */
export const networks = list.refine(ranges => {
  try {
    openNetworks(ranges);
    return ranges.length > 0;
  } catch {
    return false;
  }
}, reasonCode('networks'));

/** The parameters of a page of a list: the number of entries, and the last entry of the previous page. */
export const page = {
  limit: limit.describe('Number of entries. Default: 100.'),
  before: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine(text => /^\d{1,18}$/.test(text), reasonCode('entry_id'))
    .transform(BigInt)
    .optional()
    .describe('ID of the last entry of the previous page.'),
};

/** An amount as a decimal string. */
export function money(micros: Micros): string;
export function money(micros: Micros | undefined): string | null;
export function money(micros: Micros | undefined): string | null {
  return micros === undefined ? null : formatMicros(micros);
}
