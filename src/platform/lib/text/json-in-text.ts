/**
 * Finds JSON in the answer of a language model, which may think first, put the JSON in a
 * code fence, or add a sentence.
 */

/**
 * Each place where an object may begin costs one attempt to parse the rest, so length and attempts are
 * limited. Answers have a few thousand characters.
 */
const maxLength = 256 * 1024;
const maxStarts = 200;
const thoughtEnd = /<\/think(?:ing)?>/;

/**
 * Returns the last JSON object in a text. Returns the text itself if it has none or is too long; the caller
 * decides what to do with it.
 */
export function jsonInText(text: string): string {
  const answer = text.split(thoughtEnd).at(-1) ?? '';
  if (answer.length > maxLength) return text.trim();
  const end = answer.lastIndexOf('}');
  let start = answer.indexOf('{');
  for (let tries = 0; tries < maxStarts && start >= 0 && start < end; tries++) {
    const part = answer.slice(start, end + 1);
    if (isJson(part)) return part;
    const repairedPart = withoutTrailingCommas(part);
    if (repairedPart !== part && isJson(repairedPart)) return repairedPart;
    start = answer.indexOf('{', start + 1);
  }
  return text.trim();
}

/** Removes the commas that models leave before a closing bracket. Strings are kept as they are. */
function withoutTrailingCommas(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, part => (part === ',' ? '' : part));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
