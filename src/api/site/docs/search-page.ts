/** The HTML of the results of a search. */
import { escapeHtml } from '../../../platform/lib/text/escape-html.ts';
import { fillPage, type PageDependencies } from './doc-page.ts';
import { docTexts } from './doc-texts.ts';
import type { Section } from './split-sections.ts';
import { splitWords } from './search-words.ts';

const leadingLength = 60;
const longest = 220;

export function searchPage(parts: PageDependencies, query: string, results: readonly Section[]): string {
  const texts = docTexts[parts.language];
  const heading = query === '' ? texts.searchDocs : texts.results(query);
  const hint = query === '' ? texts.askFor : texts.nothing;
  const list = `<ol class="results">${results.map(section => renderResult(parts, section, query)).join('')}</ol>`;
  const other = parts.language === 'en' ? '/zh' : '';
  return fillPage(parts, {
    topic: '',
    title: heading,
    query,
    content: `<h1>${escapeHtml(heading)}</h1>${results.length === 0 ? `<p>${hint}</p>` : list}`,
    elsewhere: `${parts.path}/docs${other}/search?q=${encodeURIComponent(query)}`,
  });
}

function renderResult(
  { path, language }: PageDependencies,
  { doc, heading, text }: Section,
  query: string,
): string {
  const anchor = heading.depth === 1 ? '' : `#${heading.id}`;
  const href = `${path}/docs/${doc.name}${anchor}`;
  const name = heading.depth === 1 ? doc.title : `${doc.title} › ${heading.title}`;
  const lang = doc.language === language ? '' : ` lang="${docTexts[doc.language].lang}"`;
  return `<li${lang}><a href="${href}">${escapeHtml(name)}</a><p>${excerpt(text || doc.description, query)}</p></li>`;
}

/** The text around the first word that was searched for, with all of them marked. */
function excerpt(text: string, query: string): string {
  const searchWords = new Set(splitWords(query));
  const isSearched = (part: string) => splitWords(part).some(word => searchWords.has(word));
  const parts = text.split(/(\p{Script=Han}{2}|[\p{L}\p{N}_]+)/u);
  let position = 0;
  const starts = parts.map(part => (position += part.length) - part.length);
  const first = Math.max(0, starts[parts.findIndex(isSearched)] ?? 0);
  const from = first <= leadingLength ? 0 : (starts.find(start => start >= first - leadingLength) ?? 0);
  const visibleParts = parts.filter(
    (_, index) => (starts[index] ?? 0) >= from && (starts[index] ?? 0) < from + longest,
  );
  const html = visibleParts.map(part =>
    isSearched(part) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part),
  );
  const isCut = from + longest < text.length;
  return `${from > 0 ? '… ' : ''}${html.join('')}${isCut ? ' …' : ''}`;
}
