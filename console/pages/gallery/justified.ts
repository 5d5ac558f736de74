/** A justified layout: rows of pictures as wide as the page, grouped by day. */

export interface Shape {
  /** Pictures are grouped by day. */
  readonly day: string;
  readonly key: string;
  readonly width: number;
  readonly height: number;
}

export interface PlacedItem<Item> {
  readonly item: Item;
  readonly width: number;
}

export type Row<Item> =
  | {
      readonly kind: 'day';
      readonly key: string;
      readonly day: string;
      readonly height: number;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'tiles';
      readonly key: string;
      readonly tiles: readonly PlacedItem<Item>[];
      readonly height: number;
      /** The range of items in the row; empty for the heading of a day. */
      readonly from: number;
      readonly to: number;
    };

export interface Measures {
  readonly width: number;
  /** The target height of a row. */
  readonly height: number;
  readonly gap: number;
  readonly dayHeight: number;
}

export interface Layout<Item> {
  readonly items: readonly Item[];
  readonly measures: Measures;
  readonly rows: readonly Row<Item>[];
}

/**
 * Keeps the rows of the previous layout as far as the items are the same, so that loading a
 * page costs only its new items.
 */
export function layOut<Item extends Shape>(
  items: readonly Item[],
  measures: Measures,
  before?: Layout<Item>,
): Layout<Item> {
  const rows: Row<Item>[] = keptRows(items, measures, before);
  let from = rows.at(-1)?.to ?? 0;
  let day = from > 0 ? items[from - 1]?.day : undefined;
  while (from < items.length) {
    const firstItem = items[from] as Item;
    if (firstItem.day !== day) {
      day = firstItem.day;
      rows.push({ kind: 'day', key: `day ${day}`, day, height: measures.dayHeight, from, to: from });
    }
    const row = buildRow(items, from, measures);
    rows.push(row);
    from = row.to;
  }
  return { items, measures, rows };
}

/** The last row is laid out again, because it may have had too few pictures. */
function keptRows<Item extends Shape>(
  items: readonly Item[],
  measures: Measures,
  before: Layout<Item> | undefined,
): Row<Item>[] {
  if (!before || !isSame(before.measures, measures)) return [];
  let sameCount = 0;
  const shorter = Math.min(items.length, before.items.length);
  while (sameCount < shorter && items[sameCount] === before.items[sameCount]) sameCount += 1;
  const end = before.rows.findIndex(
    ({ to }, index) => to > sameCount || (to === sameCount && index >= before.rows.length - 1),
  );
  const rows = before.rows.slice(0, end < 0 ? before.rows.length : end);
  while (rows.at(-1)?.kind === 'day') rows.pop();
  return rows;
}

function isSame(a: Measures, b: Measures): boolean {
  return a.width === b.width && a.height === b.height && a.gap === b.gap && a.dayHeight === b.dayHeight;
}

function buildRow<Item extends Shape>(
  items: readonly Item[],
  from: number,
  { width, height, gap }: Measures,
): Extract<Row<Item>, { kind: 'tiles' }> {
  const day = items[from]?.day;
  let aspects = 0;
  let to = from;
  while (to < items.length && items[to]?.day === day) {
    aspects += shownAspect(items[to] as Item);
    to += 1;
    if (rowHeight(aspects, to - from, { width, gap }) <= height) break;
  }
  const fullHeight = rowHeight(aspects, to - from, { width, gap });
  // An incomplete row is not stretched to the full width.
  const shownHeight = Math.round(Math.min(fullHeight, height));
  const isFull = fullHeight <= height;
  const rowItems = items.slice(from, to);
  const tiles = rowItems.map(item => ({ item, width: Math.floor(shownAspect(item) * shownHeight) }));
  const remainingWidth = width - gap * (tiles.length - 1) - tiles.reduce((sum, tile) => sum + tile.width, 0);
  const lastTile = tiles.at(-1);
  if (isFull && lastTile) tiles[tiles.length - 1] = { ...lastTile, width: lastTile.width + remainingWidth };
  return { kind: 'tiles', key: items[from]?.key ?? '', tiles, height: shownHeight, from, to };
}

function rowHeight(aspects: number, count: number, { width, gap }: Pick<Measures, 'width' | 'gap'>): number {
  return (width - gap * (count - 1)) / aspects;
}

/** Very wide and very tall pictures are cropped to a viewable ratio. */
function shownAspect({ width, height }: Shape): number {
  return Math.min(3, Math.max(0.5, width / height || 1));
}
