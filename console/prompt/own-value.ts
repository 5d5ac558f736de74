/** What of the text behind a parameter is its value: what follows is somebody's words, or the rest of the braces around it. */
import { parameterTable, type ParameterName } from '../../src/prompt/parameter-table.ts';
import type { PlacedParameter } from '../../src/prompt/split-prompt.ts';

const flags: ReadonlySet<ParameterName> = new Set(
  parameterTable.filter(({ takes }) => takes === 'nothing').map(({ names: [name] }) => name),
);
const lists: ReadonlySet<ParameterName> = new Set(['sref', 'cref', 'edit', 'profile']);
const takesLetters: ReadonlySet<ParameterName> = new Set(['style', 'motion', 'oref', 'end']);

/** Before a letter, which begins the words: `16:9a` of `--ar 16:9a red fox`. */
const ratio = /^\d+[:：]\d+(?=\p{L})/u;
const number = /^\d*\.?\d+(?=\p{L})/u;

/** Takes one word, which does not begin with a letter, or nothing. */
export function isClosed({ name }: PlacedParameter): boolean {
  return name !== undefined && name !== 'no' && !lists.has(name) && !takesLetters.has(name);
}

/** Flags have none, `--no` has all, lists have what can be an item, and any other parameter has one word. */
export function ownValueOf(text: string, { name, value, position }: PlacedParameter): string {
  if (name !== undefined && flags.has(name)) return '';
  const own = depthIn(text.slice(0, position)) > 0 ? untilEndOfChoice(value) : value;
  if (name === 'no') return own;
  if (name !== undefined && lists.has(name)) return itemsOf(own);
  const word = own.slice(
    0,
    endOf(own, mark => /\s/.test(mark)),
  );
  const stuck = name === 'ar' ? ratio : number;
  const isPlain = name === undefined || takesLetters.has(name);
  return (!isPlain && stuck.exec(word)?.[0]) || word;
}

/** Open braces at the end of a text; not a number when one closes nothing. */
export function depthIn(text: string): number {
  let depth = 0;
  for (const [mark] of text.matchAll(/\\[{}｛｝]|[{}｛｝]/g)) {
    if (mark.length > 1) continue;
    depth += mark === '{' || mark === '｛' ? 1 : -1;
    if (depth < 0) return Number.NaN;
  }
  return depth;
}

function untilEndOfChoice(value: string): string {
  return value
    .slice(
      0,
      endOf(value, mark => /[,，}｝]/.test(mark)),
    )
    .trimEnd();
}

/** Where a mark first stands outside of braces. */
function endOf(value: string, isEnd: (mark: string) => boolean): number {
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    const mark = value.charAt(at);
    if (mark === '\\') at++;
    else if (depth === 0 && isEnd(mark)) return at;
    else if (/[{｛]/.test(mark)) depth++;
    else if (/[}｝]/.test(mark)) depth--;
  }
  return value.length;
}

/** At least one; then numbers, addresses and `random` as long as they follow one another. */
function itemsOf(value: string): string {
  const [first = '', ...more] = value.split(/(?=\s+\S)/);
  const end = more.findIndex(item => !/^\s+(?:https?:|[{｛]|\d|random\b)/i.test(item));
  return [first, ...more.slice(0, end === -1 ? undefined : end)].join('');
}
