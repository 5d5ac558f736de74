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

const looks: Readonly<Partial<Record<TokenType, string>>> = {
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
    const pieces: HighlightedSpan[] = [];
    for (const { type, value } of tokens) {
      const look = looks[type] ?? '';
      const last = pieces.at(-1);
      if (last && (last.look === look || value.trim() === ''))
        pieces[pieces.length - 1] = { text: last.text + value, look: last.look };
      else if (value !== '') pieces.push({ text: value, look });
    }
    return pieces;
  });
}
