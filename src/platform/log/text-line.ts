/** A log line for people: time, level, message, fields, and the stack of an error on lines of its own. */
import { styleText } from 'node:util';

const levels: Readonly<Record<number, readonly [name: string, color: 'dim' | 'cyan' | 'yellow' | 'red']>> = {
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'cyan'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
};
/** Fields that are left out, because they are the same on every line of a process. */
const omittedFields = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

const timeOfDay = new Intl.DateTimeFormat('sv', { timeStyle: 'medium', hourCycle: 'h23' });

type Fields = Readonly<Record<string, unknown>>;

/** `json` is a line of the JSON log. Anything else is returned unchanged. */
export function textLine(json: string, { isColored }: { readonly isColored: boolean }): string {
  const record = parseFields(json);
  if (!record) return json;
  const [name, color] = levels[Number(record['level'])] ?? ['INFO', 'cyan'];
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    isColored ? styleText(style, text, { validateStream: false }) : text;
  const fields = formatFields(Object.entries(record).filter(([field]) => !omittedFields.has(field)));
  const head = [
    paint('dim', formatTime(record['time'])),
    paint(color, name.padEnd(5)),
    printable(String(record['msg'] ?? '')),
    paint('dim', fields),
  ];
  return [head.filter(Boolean).join(' '), ...errorLines(record['err'])].join('\n') + '\n';
}

function parseFields(json: string): Fields | undefined {
  try {
    return JSON.parse(json) as Fields;
  } catch {
    return undefined;
  }
}

/** The time of day where the server is. */
function formatTime(time: unknown): string {
  return timeOfDay.format(Number(time));
}

function formatFields(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([field, value]) => `${field}=${formatValue(value)}`).join(' ');
}

function formatValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : printable(JSON.stringify(value));
}

function errorLines(error: unknown, indent = '  '): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { type, message, stack, cause, ...fields } = error as Fields;
  const otherFields = formatFields(Object.entries(fields));
  const title = [[type, message].filter(Boolean).map(String).map(printable).join(': '), otherFields];
  const frames = typeof stack === 'string' ? stack.split('\n').map(line => indent + line.trim()) : [];
  return [
    indent + title.filter(Boolean).join(' '),
    ...frames.map(printable).map(line => `  ${line}`),
    ...errorLines(cause, `${indent}  `),
  ];
}

/** Without control characters, with which a text from outside could change what a terminal shows. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
