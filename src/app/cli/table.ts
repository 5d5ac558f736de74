/** Formats tables with aligned columns: as wide as the terminal, or as wide as needed elsewhere. */
import stringWidth from 'string-width';

type Row = readonly string[];

const gap = 2;
/** The minimum width of a cell that is cut. */
const minWidth = 8;

/**
 * Lines of a table, whose first row is the head. Cells are cut to fit the width (of a terminal,
 * in columns), ids never: they are there to be copied. If the table does not fit even so, each
 * row becomes a block of lines.
 */
export function formatTable(rows: readonly Row[], width = Infinity): string[] {
  const [head = []] = rows;
  const neededWidths = head.map((_, column) => Math.max(...rows.map(row => stringWidth(row[column] ?? ''))));
  const widths = fittedWidths(neededWidths, { head, width });
  if (!widths) return toBlocks(rows);
  return rows.map(row =>
    row
      .map((cell, column) => padText(cut(cell, widths[column] ?? 0), widths[column] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

/** The width of each column; the widest is reduced first. Returns undefined if they do not fit. */
function fittedWidths(
  neededWidths: readonly number[],
  { head, width }: { head: Row; width: number },
): number[] | undefined {
  const widths = [...neededWidths];
  const minWidths = neededWidths.map((columnWidth, column) =>
    isId(head[column]) ? columnWidth : Math.min(columnWidth, minWidth),
  );
  const total = () => widths.reduce((sum, columnWidth) => sum + columnWidth, gap * (widths.length - 1));
  while (total() > width) {
    const room = widths.map((columnWidth, column) =>
      columnWidth > (minWidths[column] ?? 0) ? columnWidth : 0,
    );
    const widest = room.indexOf(Math.max(...room));
    if (room[widest] === 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function isId(name: string | undefined): boolean {
  return name === 'ID' || (name ?? '').endsWith(' ID');
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A Chinese character takes two columns of a terminal, and so do most emoji. */
function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shortText = '';
  let columnWidth = 0;
  for (const { segment } of letters.segment(text)) {
    columnWidth += stringWidth(segment);
    if (columnWidth > width - 1) break;
    shortText += segment;
  }
  return `${shortText}…`;
}

function padText(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

function toBlocks([head = [], ...rows]: readonly Row[]): string[] {
  const width = Math.max(...head.map(name => stringWidth(name))) + gap;
  const blocks = rows.map(row => row.map((cell, column) => `${padText(head[column] ?? '', width)}${cell}`));
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}
