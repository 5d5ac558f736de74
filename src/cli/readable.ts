/** Formats any value of a result for people: no JSON, and at most three decimals. */

export type Row = Readonly<Record<string, unknown>>;

/** As one line, for a cell of a table. */
export function readable(value: unknown): string {
  return isThere(value) ? inWords(value) : '—';
}

/** As one line, or as a line for each part if that would be too long. */
export function readableLines(value: unknown): readonly string[] {
  const line = readable(value);
  if (typeof value !== 'object' || value === null || line.length <= maxLineLength) return line.split('\n');
  const parts = Array.isArray(value) ? value.map(readable) : wordsOf(value as Row);
  return parts.flatMap(part => part.split('\n'));
}

export function isThere(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== null && value !== undefined && value !== '';
}

const maxLineLength = 100;

function inWords(value: unknown): string {
  if (typeof value === 'number')
    return String(Math.abs(value) < 1 ? Number(value.toPrecision(3)) : Math.round(value * 1000) / 1000);
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 16).replace('T', ' ') : value;
  if (Array.isArray(value)) return value.map(readable).join(value.every(isPlain) ? ', ' : '; ');
  return typeof value === 'object' ? wordsOf(value as Row).join(', ') : String(value);
}

/** Empty values are left out. */
function wordsOf(record: Row): string[] {
  return Object.entries(record)
    .filter(([, value]) => isThere(value))
    .map(
      ([key, value]) =>
        `${key.replaceAll('_', ' ')} ${isPlain(value) ? inWords(value) : `(${inWords(value)})`}`,
    );
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
