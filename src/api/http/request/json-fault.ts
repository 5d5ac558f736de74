/**
 * Finds where a text stops being JSON. V8 names a position for some faults only,
 * and not what is allowed there.
 */

export interface JsonFault {
  /** The number of characters before the fault. */
  readonly position: number;
  readonly found: string;
  readonly foundZh: string;
  /** The tokens that are allowed at the position, as a text. */
  readonly allowed: string;
  readonly allowedZh: string;
}

const value = '{ [ "text" 1 true false null';
/** Strings, numbers, words and marks, with the white space before them. */
const tokens =
  /[ \t\r\n]*("(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b|[{}[\],:])/uy;

/**
 * What may come next: a value, the first key of an object or a later one, the colon behind a
 * key, or what follows a value.
 */
type ExpectedToken = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'next';

export function findJsonFault(text: string): JsonFault {
  const openBrackets: string[] = [];
  let expected: ExpectedToken = 'value';
  let at = 0;
  for (;;) {
    tokens.lastIndex = at;
    const token: string | undefined = tokens.exec(text)?.[1];
    const next: ExpectedToken | undefined =
      token === undefined ? undefined : follow(token, expected, openBrackets);
    if (next === undefined) return faultAt(text, at, allowedTexts(expected, openBrackets.at(-1)));
    at = tokens.lastIndex;
    expected = next;
  }
}

/** Returns what may come after the token, or undefined if the token may not stand here. */
function follow(token: string, expected: ExpectedToken, openBrackets: string[]): ExpectedToken | undefined {
  const innermost = openBrackets.at(-1);
  if (expected === 'colon') return token === ':' ? 'value' : undefined;
  if (expected === 'key' || expected === 'first key') {
    if (token.startsWith('"')) return 'colon';
    return token === '}' && expected === 'first key' ? close(openBrackets) : undefined;
  }
  if (expected === 'next') {
    if (token === ',' && innermost !== undefined) return innermost === '{' ? 'key' : 'value';
    return token === (innermost === '{' ? '}' : ']') && innermost !== undefined
      ? close(openBrackets)
      : undefined;
  }
  if (token === ']' && expected === 'first value') return close(openBrackets);
  if ('}],:'.includes(token)) return undefined;
  if (token !== '{' && token !== '[') return 'next';
  openBrackets.push(token);
  return token === '{' ? 'first key' : 'first value';
}

function close(openBrackets: string[]): ExpectedToken {
  openBrackets.pop();
  return 'next';
}

function allowedTexts(expected: ExpectedToken, innermost: string | undefined): string {
  switch (expected) {
    case 'value':
      return value;
    case 'first value':
      return `${value} ]`;
    case 'first key':
      return '"name" }';
    case 'key':
      return '"name"';
    case 'colon':
      return ':';
    case 'next':
      return innermost === undefined ? '' : innermost === '{' ? ', }' : ', ]';
  }
}

function faultAt(text: string, after: number, tokensAllowed: string): JsonFault {
  let position = after;
  while (' \t\r\n'.includes(text[position] ?? '-')) position++;
  const snippet = /^\S{0,20}/.exec(text.slice(position, position + 20))?.[0] ?? '';
  const foundText = snippet === '' ? 'the end of the body' : `\`${snippet}\``;
  const foundZh = snippet === '' ? '请求体的结尾' : foundText;
  const allowedText = tokensAllowed || 'nothing more';
  return {
    position,
    found: foundText,
    foundZh,
    allowed: allowedText,
    allowedZh: tokensAllowed || '无更多内容',
  };
}
