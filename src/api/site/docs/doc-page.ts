/** The HTML of a page of the documentation, of its index, and of one that does not exist. */
import { readFileSync } from 'node:fs';
import type { Language } from '@kinora/shared/errors/errors';
import { escapeHtml } from '../../../platform/lib/text/escape-html.ts';
import { docGroups, type DocGroup } from './doc-groups.ts';
import { docTexts, languageFolder, type DocTexts } from './doc-texts.ts';
import type { Doc } from './read-docs.ts';
import type { RenderedDoc } from './render-doc.ts';

const template = readFileSync(new URL('./doc-page.html', import.meta.url), 'utf8');

export interface PageDependencies {
  /** The path of the configured address, before `/docs`. */
  readonly path: string;
  /** The documents of all languages. */
  readonly pages: readonly Doc[];
  readonly language: Language;
  /** The style sheet of the Chinese typeface. Undefined if the Console is not built. */
  readonly chinese: string | undefined;
}

export function docPage(parts: PageDependencies, doc: Doc, { html, sections }: RenderedDoc): string {
  const { path } = parts;
  const texts = docTexts[parts.language];
  const raw = `${path}/docs/${doc.name}.md`;
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${withoutLinks(title)}</a></li>`);
  return fillPage(parts, {
    topic: doc.topic,
    title: doc.title,
    content: html,
    footer: `<a href="${raw}">${texts.asMarkdown}</a>${listLink(parts)}`,
    sections:
      items.length > 1
        ? `<nav class="sections" aria-label="${texts.onThisPage}"><h2>${texts.onThisPage}</h2><ul>${items.join('')}</ul></nav>`
        : '',
  });
}

export function docsIndex(parts: PageDependencies): string {
  const texts = docTexts[parts.language];
  const groups = docGroups.map(group => {
    const lines = listPages(parts, group).map(
      doc =>
        `<dt>${linkTo(parts, doc)}</dt><dd${langAttribute(parts, doc)}>${escapeHtml(doc.description)}</dd>`,
    );
    return `<h2>${texts.groups[group]}</h2><dl>${lines.join('')}</dl>`;
  });
  const content = `<h1>${texts.title}</h1><div class="index">${groups.join('')}</div>`;
  return fillPage(parts, { topic: '', title: texts.title, content, footer: listLink(parts) });
}

export function docMissing(parts: PageDependencies): string {
  const { missing, missingText, title } = docTexts[parts.language];
  const content = `<h1>${missing}</h1><p>${missingText} <a href="${homePath(parts)}">${title}</a></p>`;
  return fillPage(parts, { topic: '', title: missing, content });
}

interface PageContent {
  /** The topic of the shown document, which the list marks. Empty if there is none. */
  readonly topic: string;
  readonly title: string;
  /** HTML, as the footer and the list of sections. */
  readonly content: string;
  readonly footer?: string;
  readonly sections?: string;
  /** The query of the search. Absent on other pages. */
  readonly query?: string;
  /**
   * The address of the same page in the other language. Undefined means that of
   * the document, or of the index.
   */
  readonly elsewhere?: string;
}

export function fillPage(
  parts: PageDependencies,
  { topic, title, query = '', ...rest }: PageContent,
): string {
  const { path, language } = parts;
  const texts: DocTexts = docTexts[language];
  const elsewhere = rest.elsewhere ?? translationPath(parts, topic);
  const values: Readonly<Record<string, unknown>> = {
    ...texts,
    footer: '',
    sections: '',
    ...rest,
    elsewhere: escapeHtml(elsewhere),
    title: escapeHtml(title),
    docsTitle: texts.title,
    query: escapeHtml(query),
    path,
    home: homePath(parts),
    menu: renderMenu(parts, topic),
    alternates: topic === '' ? '' : renderAlternates(parts, topic),
    chinese: parts.chinese === undefined ? '' : `<link rel="stylesheet" href="${parts.chinese}">`,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

function homePath({ path, language }: PageDependencies): string {
  return `${path}/docs${languageFolder[language]}`;
}

function renderMenu(parts: PageDependencies, topic: string): string {
  const groups = docGroups.map(group => {
    const items = listPages(parts, group).map(
      doc => `<li>${linkTo(parts, doc, doc.topic === topic ? ' aria-current="page"' : '')}</li>`,
    );
    return items.length === 0
      ? ''
      : `<h2>${docTexts[parts.language].groups[group]}</h2><ul>${items.join('')}</ul>`;
  });
  return groups.join('');
}

/** The documents of a group in the language of the page, or in English where they are not translated. */
function listPages({ pages, language }: PageDependencies, group: DocGroup): Doc[] {
  return pages
    .filter(page => page.group === group && page.language === 'en')
    .map(page => pages.find(one => one.topic === page.topic && one.language === language) ?? page);
}

export function linkTo(parts: PageDependencies, doc: Doc, attributes = ''): string {
  const href = `${parts.path}/docs/${doc.name}`;
  return `<a href="${href}"${attributes}${langAttribute(parts, doc)}>${escapeHtml(doc.title)}</a>`;
}

/** Marks what is in another language than the page, for screen readers and hyphenation. */
function langAttribute({ language }: PageDependencies, doc: Doc): string {
  return doc.language === language ? '' : ` lang="${docTexts[doc.language].lang}"`;
}

/** Returns the path of the same document in the other language, or of the index of that language. */
function translationPath({ path, pages, language }: PageDependencies, topic: string): string {
  const otherLanguage = language === 'en' ? 'zh' : 'en';
  const translation = pages.find(page => page.topic === topic && page.language === otherLanguage);
  return translation ? `${path}/docs/${translation.name}` : `${path}/docs${languageFolder[otherLanguage]}`;
}

function renderAlternates({ path, pages }: PageDependencies, topic: string): string {
  const versions = pages.filter(page => page.topic === topic);
  if (versions.length < 2) return '';
  return versions
    .map(
      ({ name, language }) =>
        `<link rel="alternate" hreflang="${docTexts[language].lang}" href="${path}/docs/${name}">`,
    )
    .join('\n');
}

function listLink({ path, language }: PageDependencies): string {
  return `<a href="${path}/llms.txt">${docTexts[language].forModels}</a>`;
}

/** A heading may be a link, which cannot be inside another. */
function withoutLinks(html: string): string {
  return html.replaceAll(/<\/?a\b[^>]*>/g, '');
}
