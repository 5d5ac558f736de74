/** A document in the parts that the search finds: one for each heading, as plain text. */
import type { Doc } from './read-docs.ts';
import type { Heading } from './render-doc.ts';

export interface Section {
  readonly doc: Doc;
  /** The heading, with its title as plain text. */
  readonly heading: Heading;
  /** The text without the marks of Markdown. */
  readonly text: string;
  /** The names that its tables describe, one a row, such as settings, commands and error codes. */
  readonly describedNames: readonly string[];
}

/** `headings`: all of the rendered document, in order. */
export function splitSections(doc: Doc, headings: readonly Heading[]): Section[] {
  const parts = partsByHeading(doc.markdown);
  return headings.map((heading, index) => ({
    doc,
    heading: { ...heading, title: plainText(heading.title) },
    text: '',
    describedNames: [],
    ...parts[index],
  }));
}

/** The title of a rendered heading is HTML. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code?: string, name?: string) =>
      code === undefined ? (namedEntities[name ?? ''] ?? '') : String.fromCodePoint(Number(code)),
    );
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function partsByHeading(markdown: string): Pick<Section, 'text' | 'describedNames'>[] {
  const parts: { lines: string[]; describedNames: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode && /^#{1,6} /.test(line)) parts.push({ lines: [], describedNames: [] });
    else {
      parts.at(-1)?.lines.push(isCode ? line : plainLine(line));
      const [, firstCell = ''] = /^\| ([^|]*`[^|]*) \|/.exec(line) ?? [];
      parts
        .at(-1)
        ?.describedNames.push(...Array.from(firstCell.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
    }
  }
  return parts.map(({ lines, describedNames }) => ({
    text: lines.join(' ').replaceAll(/\s+/g, ' ').trim(),
    describedNames,
  }));
}

function plainLine(line: string): string {
  return line
    .replace(/^\s*(?:[-*]|\d+\.|>)\s+/, '')
    .replaceAll(/<!--.*?-->|^[|\s:-]+$/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(?<!\\)\|/g, ' ')
    .replaceAll(/[`\\]|\*\*/g, '');
}
