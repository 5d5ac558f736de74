/** The search of the documentation: in the language of the page, or in Chinese for Chinese words. */
import type { Language } from '@kinora/shared/errors/errors';
import type { PageDependencies } from './doc-page.ts';
import type { Doc } from './read-docs.ts';
import type { RenderedDoc } from './render-doc.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';
import { searchPage } from './search-page.ts';
import { splitSections } from './split-sections.ts';

export function openDocsSearch(
  parts: Readonly<Record<Language, PageDependencies>>,
  rendered: ReadonlyMap<Doc, RenderedDoc>,
): (language: Language, query: string) => string {
  const sections = [...rendered].flatMap(([doc, { headings }]) => splitSections(doc, headings));
  const translatedTopics = new Set(sections.flatMap(({ doc }) => (doc.language === 'zh' ? [doc.topic] : [])));
  const indexes: Readonly<Record<Language, SearchIndex>> = {
    en: openSearchIndex(sections.filter(({ doc }) => doc.language === 'en')),
    // What is not translated is found in English.
    zh: openSearchIndex(
      sections.filter(({ doc }) => doc.language === 'zh' || !translatedTopics.has(doc.topic)),
    ),
  };
  return (language, query) => {
    const index = /\p{Script=Han}/u.test(query) ? indexes.zh : indexes[language];
    return searchPage(parts[language], query, index.find(query));
  };
}
