/**
 * Renders all documents once: pages, Markdown, style and script by their path below /docs/,
 * and the index of the search.
 */
import { readFileSync } from 'node:fs';
import type { Language } from '@kinora/shared/errors/errors';
import { fontFaces, type ConsoleAssets } from '../console-assets.ts';
import { docMissing, docPage, docsIndex, type PageDependencies } from './doc-page.ts';
import { docTexts } from './doc-texts.ts';
import { withoutAddresses, type AddressedText } from './own-address.ts';
import { readDocs, type Doc, type Docs } from './read-docs.ts';
import { renderDoc, type RenderedDoc } from './render-doc.ts';
import { openDocsSearch } from './docs-search.ts';

const readPart = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const script = readPart('docs.js');
const style = readPart('docs.css');

export interface File {
  readonly type: string;
  readonly content: Buffer | AddressedText;
}

interface Page {
  readonly type: string;
  readonly body: string;
}

export interface Site {
  readonly docs: Docs;
  /** The files, by their path below /docs/. */
  readonly files: ReadonlyMap<string, File>;
  readonly missing: Readonly<Record<Language, Page>>;
  /** The page with the results, as HTML. */
  search(language: Language, query: string): string;
}

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

export async function openSite({ typeface }: ConsoleAssets, path: string): Promise<Site> {
  const docs = await readDocs();
  const partsIn = (language: Language): PageDependencies => ({
    path,
    pages: docs.pages,
    language,
    chinese: typeface?.chinese,
  });
  const parts = { en: partsIn('en'), zh: partsIn('zh') };
  const rendered = await renderAll(docs, path);
  const page = (body: string): Page => ({ type: html, body });
  const faces = typeface ? fontFaces(typeface) : '';
  return {
    docs,
    files: new Map([
      ['', text(html, docsIndex(parts.en))],
      ['zh', text(html, docsIndex(parts.zh))],
      ['docs.css', text('text/css; charset=utf-8', `${faces}\n${style}`)],
      ['docs.js', text(javascript, script)],
      ...[...docs.images].map(([path, content]) => [path, { type: 'image/webp', content }] as const),
      ...[...docs.examples].map(([path, content]) => [path, { type: javascript, content }] as const),
      ...[...rendered].flatMap(([doc, one]) => listFiles(doc, docPage(parts[doc.language], doc, one))),
    ]),
    missing: { en: page(docMissing(parts.en)), zh: page(docMissing(parts.zh)) },
    search: openDocsSearch(parts, rendered),
  };
}

async function renderAll(docs: Docs, path: string): Promise<Map<Doc, RenderedDoc>> {
  const titles = new Map([
    ...[...docs.images.keys(), ...docs.examples.keys()].map(path => [path, ''] as const),
    ...docs.pages.map(({ name, title }) => [name, title] as const),
  ]);
  const rendered = new Map<Doc, RenderedDoc>();
  for (const doc of docs.pages) {
    const { linkToSection } = docTexts[doc.language];
    rendered.set(doc, await renderDoc(doc, { titles, path, linkToSection }));
  }
  return rendered;
}

function listFiles({ name, group, markdown }: Doc, page: string): [string, File][] {
  // The pages on deploying mean the address behind the proxy.
  const file =
    group === 'Deploy' ? (type: string, body: string) => ({ type, content: Buffer.from(body) }) : text;
  return [
    [name, file(html, page)],
    [`${name}.md`, file('text/markdown; charset=utf-8', markdown)],
  ];
}

function text(type: string, body: string): File {
  return { type, content: withoutAddresses(body) };
}
