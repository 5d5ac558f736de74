/** Formats any value of a result for people: no JSON, and at most three decimals. */

export type Row = Readonly<Record<string, unknown>>;

/**
 * Fields whose keys are names that somebody chose, such as parameters of an engine. They are
 * printed as they are, also inside.
 */
const namingFields = new Set(['parameters', 'settings', 'rename', 'set', 'when']);

/** Formats a value as one line, for a cell of a table. `field`: the name of the value. */
export function readable(value: unknown, field = ''): string {
  return isThere(value) ? inWords(value, wordsForField(field)) : '—';
}

/** Formats a record as one line, or as a line for each part if that would be too long. */
export function readableLines(value: unknown, field = ''): readonly string[] {
  const line = readable(value, field);
  if (typeof value !== 'object' || value === null || line.length <= maxLineLength) return line.split('\n');
  const parts = Array.isArray(value)
    ? value.map(each => readable(each, field))
    : describeParts(value as Row, wordsForField(field));
  return parts.flatMap(part => part.split('\n'));
}

export function isThere(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== null && value !== undefined && value !== '';
}

const maxLineLength = 100;

/** How the keys of a value are printed. */
type KeyWords = (key: string) => string;
const asWritten: KeyWords = key => key;
const asWords: KeyWords = key => key.replaceAll('_', ' ');

function wordsForField(field: string, outerWords = asWords): KeyWords {
  return namingFields.has(field) ? asWritten : outerWords;
}

function inWords(value: unknown, words: KeyWords): string {
  if (typeof value === 'number')
    return String(Math.abs(value) < 1 ? Number(value.toPrecision(3)) : Math.round(value * 1000) / 1000);
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 16).replace('T', ' ') : value;
  if (Array.isArray(value))
    return value
      .map(each => (isThere(each) ? inWords(each, words) : '—'))
      .join(value.every(isPlain) ? ', ' : '; ');
  return typeof value === 'object' ? describeParts(value as Row, words).join(', ') : String(value);
}

/** Empty values are left out. */
function describeParts(record: Row, words: KeyWords): string[] {
  return Object.entries(record)
    .filter(([, value]) => isThere(value))
    .map(([key, value]) => {
      const text = inWords(value, wordsForField(key, words));
      return `${words(key)} ${isPlain(value) ? text : `(${text})`}`;
    });
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
