/**
 * Turns a document into HTML: headings with anchors, links between documents, and
 * no HTML of the document's own.
 */
import { posix } from 'node:path';
import type { Marked, Tokens } from 'marked';
import { escapeHtml } from '../../../platform/lib/text/escape-html.ts';

export interface RenderedDoc {
  readonly html: string;
  /** All headings, in order. */
  readonly headings: readonly Heading[];
  /** The headings of the second level. */
  readonly sections: readonly Heading[];
}

export interface Heading {
  readonly id: string;
  /** The title as HTML. */
  readonly title: string;
  readonly depth: number;
}

/**
 * The title of each document that is served, by its path below docs/ without `.md`,
 * and an empty one of each image.
 */
export type Titles = ReadonlyMap<string, string>;

export interface RenderOptions {
  readonly titles: Titles;
  /** The path of the configured address, before `/docs`. */
  readonly path: string;
  /** The name of the link to a heading, for screen readers. */
  readonly linkToSection?: string;
}

export async function renderDoc(
  { name, markdown }: { readonly name: string; readonly markdown: string },
  { titles, path, linkToSection = 'Link to this section' }: RenderOptions,
): Promise<RenderedDoc> {
  // Loaded when the first page is requested, because most processes never render one.
  const { Marked: Parser } = await import('marked');
  const headings: Heading[] = [];
  const parser = new Parser({ gfm: true });
  parser.use({ renderer: createRenderer({ name, titles, path, linkToSection, headings }) });
  const html = await parser.parse(markdown);
  return { html, headings, sections: headings.filter(({ depth }) => depth === 2) };
}

interface Page extends Required<RenderOptions> {
  readonly name: string;
  readonly headings: Heading[];
}

type Renderer = NonNullable<Parameters<Marked['use']>[0]['renderer']>;

function createRenderer(page: Page): Renderer {
  return {
    html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : escapeHtml(text)),
    heading(token) {
      const title = this.parser.parseInline(token.tokens);
      return renderHeading(page, token, title);
    },
    code: ({ text, lang = '' }) =>
      `<pre tabindex="0"><code data-language="${escapeHtml(lang)}">${escapeHtml(text)}</code></pre>\n`,
    link(token) {
      const { path, address } = resolveLink(page, token.href);
      // In the sources, a document is named after its file.
      const title = token.text.endsWith('.md') ? page.titles.get(path) : undefined;
      const text = title === undefined ? this.parser.parseInline(token.tokens) : escapeHtml(title);
      return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
    },
    image: ({ href, text }) =>
      `<img src="${escapeHtml(resolveLink(page, href).address ?? '')}" alt="${escapeHtml(text)}" loading="lazy">`,
    // Wide tables are scrolled on phones.
    table(token) {
      const cells = (row: readonly Tokens.TableCell[]) =>
        row.map(cell => this.parser.parseInline(cell.tokens));
      const head = cells(token.header).map(text =>
        text === '' ? '<td></td>' : `<th scope="col">${text}</th>`,
      );
      const rows = token.rows.map(row => `<tr><td>${cells(row).join('</td><td>')}</td></tr>`);
      return `<div class="table"><table><thead><tr>${head.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>\n`;
    },
  };
}

function renderHeading(
  { headings, linkToSection }: Page,
  { text, depth }: Tokens.Heading,
  title: string,
): string {
  const id = uniqueId(toSlug(text), headings);
  headings.push({ id, title, depth });
  const anchor = depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-label="${linkToSection}">#</a>`;
  return `<h${depth} id="${id}">${title}${anchor}</h${depth}>\n`;
}

/**
 * Makes anchors like those of forges, which the documents link to: lower case, no punctuation, dashes for
 * spaces.
 */
function toSlug(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replaceAll(' ', '-');
}

/** A heading that is repeated gets a number. */
function uniqueId(id: string, headings: readonly { readonly id: string }[]): string {
  const ids = new Set(headings.map(one => one.id));
  if (!ids.has(id)) return id;
  let number = 1;
  while (ids.has(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}

/** Returns where a link leads. Without an address: into the sources, which are not served. */
function resolveLink(
  { name, titles, path: base }: Page,
  href: string,
): { path: string; address: string | undefined } {
  if (/^(https?:|mailto:|#)/.test(href)) return { path: '', address: href };
  const [file = '', heading] = href.split('#');
  const path = posix.join(posix.dirname(name), file).replace(/\.md$/, '');
  const address = `${base}/docs/${path}${heading === undefined ? '' : `#${heading}`}`;
  return { path, address: titles.has(path) ? address : undefined };
}
