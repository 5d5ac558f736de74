/**
 * Separates a parameter's value from the text after it, which is part of the description
 * or of the surrounding braces.
 */
import { parameterTable, type ParameterName } from '@kinora/shared/prompt/parameter-table';
import type { PlacedParameter } from '@kinora/shared/prompt/split-prompt';

const flags: ReadonlySet<ParameterName> = new Set(
  parameterTable.filter(({ takes }) => takes === 'nothing').map(({ names: [name] }) => name),
);
const lists: ReadonlySet<ParameterName> = new Set(['sref', 'cref', 'edit', 'profile']);
const takesLetters: ReadonlySet<ParameterName> = new Set(['style', 'motion', 'oref', 'end']);

/** A value directly followed by a letter, which starts the description: `16:9a` of `--ar 16:9a red fox`. */
const ratio = /^\d+[:：]\d+(?=\p{L})/u;
const number = /^\d*\.?\d+(?=\p{L})/u;

/** Whether the parameter takes no value, or one word that does not start with a letter. */
export function isClosed({ name }: PlacedParameter): boolean {
  return name !== undefined && name !== 'no' && !lists.has(name) && !takesLetters.has(name);
}

/**
 * Flags have no value, `--no` takes the whole text, lists take every item, and
 * other parameters take one word.
 */
export function takeOwnValue(text: string, { name, value, position }: PlacedParameter): string {
  if (name !== undefined && flags.has(name)) return '';
  if (name === 'video') return /^1(?=\s|$)/.exec(value)?.[0] ?? '';
  const valueText = depthIn(text.slice(0, position)) > 0 ? untilEndOfChoice(value) : value;
  if (name === 'no') return valueText;
  if (name !== undefined && lists.has(name)) return takeItems(valueText);
  const word = valueText.slice(
    0,
    findEnd(valueText, character => /\s/.test(character)),
  );
  const stuck = name === 'ar' ? ratio : number;
  const isPlain = name === undefined || takesLetters.has(name);
  return (!isPlain && stuck.exec(word)?.[0]) || word;
}

/** The number of open braces at the end of a text. NaN if a closing brace has no opening one. */
export function depthIn(text: string): number {
  let depth = 0;
  for (const [brace] of text.matchAll(/\\[{}｛｝]|[{}｛｝]/g)) {
    if (brace.length > 1) continue;
    depth += brace === '{' || brace === '｛' ? 1 : -1;
    if (depth < 0) return Number.NaN;
  }
  return depth;
}

function untilEndOfChoice(value: string): string {
  return value
    .slice(
      0,
      findEnd(value, character => /[,，}｝]/.test(character)),
    )
    .trimEnd();
}

/** The position of the first matching character outside of braces. */
function findEnd(value: string, isEnd: (character: string) => boolean): number {
  let depth = 0;
  for (let index = 0; index < value.length; index++) {
    const character = value.charAt(index);
    if (character === '\\') index++;
    else if (depth === 0 && isEnd(character)) return index;
    else if (/[{｛]/.test(character)) depth++;
    else if (/[}｝]/.test(character)) depth--;
  }
  return value.length;
}

/** At least one item; then numbers, URLs and `random` as long as they follow one another. */
function takeItems(value: string): string {
  const [firstItem = '', ...otherItems] = value.split(/(?=\s+\S)/);
  const end = otherItems.findIndex(item => !/^\s+(?:https?:|[{｛]|\d|random\b)/i.test(item));
  return [firstItem, ...otherItems.slice(0, end === -1 ? undefined : end)].join('');
}
