/** Finds the place where a text stops being JSON. */

export interface JsonError {
  readonly line: number;
  readonly column: number;
  /** Whether the text is the beginning of JSON and ends too early. */
  readonly isEnd: boolean;
}

/** Returns undefined if it is JSON. */
export function jsonErrorIn(text: string): JsonError | undefined {
  const message = parseError(text);
  if (message === undefined) return undefined;
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? findUnexpectedToken(text));
  const textBefore = text.slice(0, position);
  return {
    line: textBefore.split('\n').length,
    column: position - textBefore.lastIndexOf('\n'),
    isEnd: textBefore.trimEnd().length === text.trimEnd().length,
  };
}

function parseError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

/**
 * The parser does not report the position of a token. A text that is cut off before the token lacks only its
 * end.
 */
function findUnexpectedToken(text: string): number {
  let [valid, invalid] = [0, text.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (parseError(text.slice(0, middle))?.startsWith('Unexpected token')) invalid = middle;
    else valid = middle;
  }
  return valid;
}
