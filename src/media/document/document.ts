/**
 * Writes documents such as receipts as PDF, with letters of the Latin, Greek, Cyrillic and Chinese scripts
 * embedded. The library is the one that draws pictures (decisions/047-receipts-as-pdf.md).
 */
import { readFileSync } from 'node:fs';
import { GlobalFonts, PDFDocument, type CanvasRenderingContext2D } from '@napi-rs/canvas';
import { unpackWoff } from './unpack-woff.ts';
import { wrapText } from './wrap-text.ts';

/** Noto Sans SC, which scripts/shipped-data.ts fetches. */
const files = {
  regular: new URL('./fonts/noto-sans-sc-chinese-simplified-400-normal.woff', import.meta.url),
  bold: new URL('./fonts/noto-sans-sc-chinese-simplified-700-normal.woff', import.meta.url),
} as const;

type Weight = keyof typeof files;

const families: Readonly<Record<Weight, string>> = {
  regular: 'Kinora document',
  bold: 'Kinora document bold',
};

/** A4, in points. */
const width = 595;
const height = 842;
const margin = 56;
const inner = width - 2 * margin;
const ink = '#1b1f24';
const mutedColor = '#5b636d';

export interface DocumentRow {
  readonly cells: readonly string[];
  readonly isBold?: boolean;
  /** A line is drawn above it. */
  readonly isRuled?: boolean;
}

/** What is written follows what was written before, on a new page where the last one is full. */
export interface DocumentWriter {
  title(text: string): void;
  heading(text: string): void;
  /** Blocks of lines beside each other. */
  blocks(blocks: readonly (readonly string[])[]): void;
  /** The first cell is on the left, the others end at even distances to the right. */
  table(rows: readonly DocumentRow[]): void;
  note(text: string): void;
}

export interface DocumentAbout {
  readonly title: string;
  readonly author: string;
}

export function writeDocument(properties: DocumentAbout, write: (to: DocumentWriter) => void): Buffer {
  loadFonts();
  const pdf = new PDFDocument({ ...properties, creator: 'Kinora' });
  const pages = openPages(pdf);
  write(writerOn(pages));
  pdf.endPage();
  return pdf.close();
}

interface Pages {
  /**
   * Moves down by the space that is needed, to a new page if it is not left, and returns the place before it.
   */
  readonly take: (space: number) => number;
  readonly context: () => CanvasRenderingContext2D;
}

function openPages(pdf: PDFDocument): Pages {
  let context = pdf.beginPage(width, height);
  let top = margin;
  return {
    context: () => context,
    take: space => {
      if (top + space > height - margin) {
        pdf.endPage();
        context = pdf.beginPage(width, height);
        top = margin;
      }
      const at = top;
      top += space;
      return at;
    },
  };
}

function writerOn(pages: Pages): DocumentWriter {
  const paragraph = (text: string, style: Style, space: number) => {
    pages.take(space);
    for (const line of wrapLines(pages, text, { ...style, room: inner }))
      drawLine(pages, line, { ...style, x: margin, top: pages.take(style.size * 1.5) });
  };
  return {
    title: text => paragraph(text, { weight: 'bold', size: 20, color: ink }, 0),
    heading: text => paragraph(text, { weight: 'bold', size: 11, color: ink }, 18),
    note: text => paragraph(text, { weight: 'regular', size: 9, color: mutedColor }, 12),
    blocks: blocks => drawBlocks(pages, blocks),
    table: rows => drawTable(pages, rows),
  };
}

interface Style {
  readonly weight: Weight;
  readonly size: number;
  readonly color: string;
}

const body: Style = { weight: 'regular', size: 10, color: ink };
const lineHeight = 15;

function drawBlocks(pages: Pages, blocks: readonly (readonly string[])[]): void {
  const room = (inner - 24 * (blocks.length - 1)) / blocks.length;
  const lines = blocks.map(block => block.flatMap(text => wrapLines(pages, text, { ...body, room })));
  pages.take(14);
  for (let index = 0; index < Math.max(...lines.map(({ length }) => length)); index++) {
    const top = pages.take(lineHeight);
    lines.forEach((block, place) =>
      drawLine(pages, block[index] ?? '', { ...body, x: margin + place * (room + 24), top }),
    );
  }
}

function drawTable(pages: Pages, rows: readonly DocumentRow[]): void {
  pages.take(14);
  for (const { cells, isBold = false, isRuled = false } of rows) {
    const [first = '', ...otherCells] = cells;
    const style: Style = { ...body, weight: isBold ? 'bold' : 'regular' };
    const room = inner - otherCells.length * 110;
    const lines = wrapLines(pages, first, { ...style, room });
    const top = pages.take(lines.length * lineHeight + 5);
    if (isRuled) drawRule(pages, top);
    lines.forEach((line, index) =>
      drawLine(pages, line, { ...style, x: margin, top: top + 5 + index * lineHeight }),
    );
    otherCells.forEach((text, index) => {
      const end = margin + inner - (otherCells.length - 1 - index) * 110;
      const x = end - measure(pages, text, style);
      drawLine(pages, text, { ...style, x, top: top + 5 });
    });
  }
}

function drawRule(pages: Pages, top: number): void {
  const context = pages.context();
  context.fillStyle = '#c9ced6';
  context.fillRect(margin, top + 2, inner, 0.75);
}

function drawLine(
  pages: Pages,
  text: string,
  { weight, size, color, x, top }: Style & { readonly x: number; readonly top: number },
): void {
  const context = contextFor(pages, weight, size);
  context.fillStyle = color;
  context.fillText(text, x, top + size);
}

function measure(pages: Pages, text: string, { weight, size }: Style): number {
  return contextFor(pages, weight, size).measureText(text).width;
}

function contextFor(pages: Pages, weight: Weight, size: number): CanvasRenderingContext2D {
  const context = pages.context();
  context.font = fontName(weight, size);
  // In other languages the typeface replaces digits by glyphs that stand for no letter, so that
  // copied numbers would be lost.
  context.lang = 'zh-Hans';
  return context;
}

function wrapLines(pages: Pages, text: string, style: Style & { readonly room: number }): string[] {
  return wrapText(text, style.room, part => measure(pages, part, style));
}

/** Letters that the embedded typeface lacks are taken from the machine. */
function fontName(weight: Weight, size: number): string {
  return `${size}px "${families[weight]}", "DejaVu Sans", sans-serif`;
}

/** About 80 ms each, when the first document is written. */
function loadFonts(): void {
  for (const weight of Object.keys(files) as Weight[])
    if (!GlobalFonts.has(families[weight]))
      GlobalFonts.register(unpackWoff(readFileSync(files[weight])), families[weight]);
}
