/** Syntax highlighting as data: React renders the tokens, so that no inline styles are needed. */
import { parse, type ParseOptions, type TokenType } from 'sugar-high/core';
import * as javascript from 'sugar-high/lang/javascript';
import * as json from 'sugar-high/lang/json';
import * as python from 'sugar-high/lang/python';
import * as shell from 'sugar-high/lang/shell';

const languages = { curl: shell, javascript, python, json } as const;

export type CodeLanguage = keyof typeof languages;

export interface HighlightedSpan {
  readonly text: string;
  /** Empty for plain text. */
  readonly look: string;
}

const tokenClasses: Readonly<Partial<Record<TokenType, string>>> = {
  keyword: 'text-bad',
  string: 'text-ok',
  class: 'text-info',
  property: 'text-info',
  entity: 'text-info',
  comment: 'text-muted',
  sign: 'text-muted',
};

/** The lines of the code, with adjacent tokens of the same style merged. */
export function highlight(code: string, language: CodeLanguage): HighlightedSpan[][] {
  // The type declarations of the JavaScript preset are narrower than the arguments its parser passes.
  const { lines } = parse(code, languages[language] as ParseOptions);
  return lines.map(({ tokens }) => {
    const spans: HighlightedSpan[] = [];
    for (const { type, value } of tokens) {
      const tokenClass = tokenClasses[type] ?? '';
      const lastSpan = spans.at(-1);
      if (lastSpan && (lastSpan.look === tokenClass || value.trim() === ''))
        spans[spans.length - 1] = { text: lastSpan.text + value, look: lastSpan.look };
      else if (value !== '') spans.push({ text: value, look: tokenClass });
    }
    return spans;
  });
}
