/** The HTML of a page of the documentation, of its index, and of one that does not exist. */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../../platform/lib/text/escape-html.ts';
import { docGroups } from './doc-groups.ts';
import type { Doc } from './read-docs.ts';
import type { RenderedDoc } from './render-doc.ts';

const template = readFileSync(new URL('./doc-page.html', import.meta.url), 'utf8');

export interface PageParts {
  /** The path of the configured address, before `/docs`. */
  readonly path: string;
  readonly pages: readonly Doc[];
  /** The style sheet of the Chinese typeface. Undefined: the Console is not built. */
  readonly chinese: string | undefined;
}

export function docPage(parts: PageParts, doc: Doc, { html, sections }: RenderedDoc): string {
  const { path } = parts;
  const raw = `${path}/docs/${doc.name}.md`;
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${withoutLinks(title)}</a></li>`);
  return fill(parts, {
    current: doc.name,
    title: doc.title,
    content: html,
    footer: `<a href="${raw}">This page as Markdown</a><a href="${path}/llms.txt">All pages for language models</a>`,
    sections:
      items.length > 1
        ? `<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
        : '',
  });
}

export function docsIndex(parts: PageParts): string {
  const groups = docGroups.map(group => {
    const lines = pagesOf(parts, group).map(
      ({ name, title, description }) =>
        `<dt><a href="${parts.path}/docs/${name}">${escapeHtml(title)}</a></dt><dd>${escapeHtml(description)}</dd>`,
    );
    return `<h2>${group}</h2><dl>${lines.join('')}</dl>`;
  });
  const content = `<h1>Documentation</h1><div class="index">${groups.join('')}</div>`;
  const footer = `<a href="${parts.path}/llms.txt">All pages for language models</a>`;
  return fill(parts, { current: '', title: 'Documentation', content, footer, sections: '' });
}

export function docMissing(parts: PageParts): string {
  const content = `<h1>Page not found</h1><p>There is no such page in the documentation. Choose one from the list, or go to the
<a href="${parts.path}/docs">overview</a>.</p>`;
  return fill(parts, { current: '', title: 'Page not found', content, footer: '', sections: '' });
}

interface Filling {
  /** The name of the document that the list marks. */
  readonly current: string;
  readonly title: string;
  /** HTML, as the others below. */
  readonly content: string;
  readonly footer: string;
  readonly sections: string;
}

function fill(parts: PageParts, { current, title, ...html }: Filling): string {
  const values: Readonly<Record<string, string>> = {
    ...html,
    title: escapeHtml(title),
    path: parts.path,
    menu: menuOf(parts, current),
    chinese: parts.chinese === undefined ? '' : `<link rel="stylesheet" href="${parts.chinese}">`,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function menuOf(parts: PageParts, current: string): string {
  const groups = docGroups.map(group => {
    const items = pagesOf(parts, group).map(({ name, title }) => {
      const mark = name === current ? ' aria-current="page"' : '';
      return `<li><a href="${parts.path}/docs/${name}"${mark}>${escapeHtml(title)}</a></li>`;
    });
    return items.length === 0 ? '' : `<h2>${group}</h2><ul>${items.join('')}</ul>`;
  });
  return groups.join('');
}

function pagesOf({ pages }: PageParts, group: string): Doc[] {
  return pages.filter(page => page.group === group);
}

/** A heading may be a link, which cannot be inside another. */
function withoutLinks(html: string): string {
  return html.replaceAll(/<\/?a\b[^>]*>/g, '');
}
