/**
 * Why something failed or is not possible: a code of the one table of reasons, with its details. Code hands
 * on the reason, and its texts are made where somebody reads them. No text is ever taken apart again.
 */
import { engineReasons } from './engine-reasons.ts';
import { fieldReasons } from './field-reasons.ts';
import { fillText, type ErrorDetails, type Language } from './fill-text.ts';
import { jobReasons } from './job-reasons.ts';
import { linkReasons } from './link-reasons.ts';
import { mediaReasons } from './media-reasons.ts';
import { oauthReasons } from './oauth-reasons.ts';
import { requestReasons } from './request-reasons.ts';
import { workflowReasons } from './workflow-reasons.ts';

export const reasonTable = {
  ...fieldReasons,
  ...engineReasons,
  ...jobReasons,
  ...linkReasons,
  ...mediaReasons,
  ...oauthReasons,
  ...requestReasons,
  ...workflowReasons,
} as const;

export type ReasonCode = keyof typeof reasonTable;

/** It is JSON, so that it can be sent to another process and stored. */
export interface Reason {
  readonly code: ReasonCode;
  /**
   * Fill the places of the text. `said` follows the text after a colon: it is what an engine or a library
   * says itself, or another reason.
   */
  readonly details: ErrorDetails;
}

/** A reason as a detail is shown in the language of the whole. */
type Detail = string | number | Reason;
type Details<Names extends string> = Readonly<Record<Names, Detail>> &
  Readonly<Record<string, Detail | undefined>>;
/** JSON in a text has braces, too, but no name between them. */
type NameIn<Inner extends string> = Inner extends '' | `${string}${'"' | ' '}${string}` ? never : Inner;
type PlacesIn<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? NameIn<Inner> | PlacesIn<Rest>
  : never;
type PlacesOf<Code extends ReasonCode> = PlacesIn<(typeof reasonTable)[Code]['en']>;

/** The code, and a detail for each place of its text. `nameZh`: for the Chinese text instead of `name`. */
export type ReasonArguments<Code extends ReasonCode> = [PlacesOf<Code>] extends [never]
  ? [code: Code, details?: Details<never>]
  : [code: Code, details: Details<PlacesOf<Code>>];

export function isReasonCode(text: string | undefined): text is ReasonCode {
  return text !== undefined && Object.hasOwn(reasonTable, text);
}

export function reason<Code extends ReasonCode>(...[code, details = {}]: ReasonArguments<Code>): Reason {
  const values: Record<string, string | number> = {};
  for (const [name, detail] of Object.entries<Detail | undefined>(details)) {
    if (typeof detail === 'object') {
      values[name] = reasonText(detail);
      values[`${name}Zh`] = reasonText(detail, 'zh');
    } else if (detail !== undefined && !(name === 'said' && detail === '')) values[name] = detail;
  }
  return { code, details: values };
}

/** The text of a reason, with the message that came with it. */
export function reasonText({ code, details }: Reason, language: Language = 'en'): string {
  const text = fillText(reasonTable[code][language], details, language);
  const { said: message, saidZh } = details;
  if (message === undefined) return text;
  return language === 'zh' && saidZh !== undefined ? `${text}：${saidZh}` : `${text}: ${message}`;
}

/** The details of an error whose text has a place for a reason. */
export interface ReasonTexts {
  readonly reason: string;
  /** Absent if the reason is in the words of an engine, which are not translated. */
  readonly reasonZh?: string;
}

/** Their text is that of their error, such as `engine_rejected`, so only what was said is a reason there. */
const verdicts: ReadonlySet<ReasonCode> = new Set(['rejected', 'refused']);

export function reasonTexts(cause: Reason): ReasonTexts {
  const { said: message, saidZh } = cause.details;
  if (!verdicts.has(cause.code)) return { reason: reasonText(cause), reasonZh: reasonText(cause, 'zh') };
  if (message === undefined) return reasonTexts(reason('unexplained'));
  return { reason: String(message), ...(saidZh !== undefined && { reasonZh: String(saidZh) }) };
}

/** Adds to a reason a further message, unless its text contains it already. */
export function appendMessage(cause: Reason, message: string): Reason {
  if (message === '' || reasonText(cause).includes(message)) return cause;
  const { said: before, ...details } = cause.details;
  return {
    code: cause.code,
    details: { ...details, said: before === undefined ? message : `${before}: ${message}` },
  };
}
