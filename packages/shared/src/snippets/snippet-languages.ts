/** The languages of example code, in the order in which readers choose among them. */
import { aiSdk } from './ai-sdk.ts';
import { curl } from './curl.ts';
import { javascript } from './javascript.ts';
import { kinoraClient } from './kinora-client.ts';
import { python } from './python.ts';
import type { SnippetInterface, SnippetLanguage, SnippetWriters } from './snippet.ts';

export const snippetLanguages = {
  curl,
  javascript,
  python,
  'kinora-client': kinoraClient,
  'ai-sdk': aiSdk,
} satisfies Readonly<Record<string, SnippetLanguage>>;

export type SnippetLanguageName = keyof typeof snippetLanguages;

export const snippetLanguageNames = Object.keys(snippetLanguages) as SnippetLanguageName[];

/** The languages that can write a request of this interface. */
export function languagesFor(name: SnippetInterface): readonly SnippetLanguageName[] {
  return snippetLanguageNames.filter(language => findWriters(language)[name] !== undefined);
}

/** A language of that name that can write a request of the interface; otherwise the first one that can. */
export function languageFor(
  name: SnippetInterface,
  requestedLanguage: string | undefined,
): SnippetLanguageName {
  const languages = languagesFor(name);
  return languages.find(language => language === requestedLanguage) ?? languages[0] ?? 'curl';
}

/** The code in a language that can write requests of the interface. */
export function snippetIn<Name extends SnippetInterface>(
  language: SnippetLanguageName,
  name: Name,
  request: Parameters<NonNullable<SnippetWriters[Name]>>[0],
): string {
  const write = findWriters(language)[name] as ((request: unknown) => string) | undefined;
  return write?.(request) ?? '';
}

function findWriters(language: SnippetLanguageName): SnippetWriters {
  return snippetLanguages[language].writers;
}
