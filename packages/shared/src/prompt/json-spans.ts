/**
 * Finds JSON objects in a prompt. They are words: nothing inside them is a
 * permutation, a weight or a parameter.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The number of attempts in one prompt, so that broken JSON takes no time. */
const maxAttempts = 20;

/** The outermost JSON objects that have at least one key. */
export function jsonSpans(text: string, from = 0): readonly Span[] {
  const opening = /\{\s*"/g;
  opening.lastIndex = from;
  const spans: Span[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const start = opening.exec(text)?.index;
    if (start === undefined) break;
    const end = findClosingBrace(text, start);
    if (end === undefined || !isJson(text.slice(start, end))) continue;
    spans.push({ start, end });
    opening.lastIndex = end;
  }
  return spans;
}

/**
 * Returns where a JSON object was meant to begin, although it cannot be read: a name in quotes and a colon
 * follow a brace.
 */
export function findBrokenJson(text: string, from = 0): number | undefined {
  const spans = jsonSpans(text, from);
  const opening = /(?<!\\)\{\s{0,100}["“'][^"”'{}]{0,200}["”']\s{0,100}[:：]/g;
  opening.lastIndex = from;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const { index } = match;
    if (!spans.some(({ start, end }) => index >= start && index < end)) return index;
  }
  return undefined;
}

/** Returns where the braces that open here are closed, without those in strings. */
function findClosingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const mark = text[at];
    if (isString && mark === '\\') at++;
    else if (mark === '"') isString = !isString;
    else if (!isString && mark === '{') depth++;
    else if (!isString && mark === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
