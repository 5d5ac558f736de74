/**
 * Parses the answers of engines, which are untrusted input: megabytes of pictures are one value, but
 * megabytes of values would block the server.
 */
import { tryParseJson } from '../../../platform/lib/text/try-parse-json.ts';

/**
 * The largest answers with many values, lists of node classes and of models, have a few hundred thousand.
 * Parsing as many takes a tenth of a second.
 */
const maxValues = 500_000;
const comma = 0x2c;
const openings = [0x5b, 0x7b];

/**
 * Returns undefined for what is not JSON, and for JSON of too many values or levels, regardless of its size.
 */
export function boundedJson(answer: string | Uint8Array): unknown {
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer;
  return hasTooMany(bytes, [comma, ...openings]) ? undefined : tryParseJson(bytes);
}

/**
 * Counts these characters, also inside texts. The Base64 of pictures has none, so that searching it takes no
 * time.
 */
function hasTooMany(bytes: Uint8Array, characters: readonly number[]): boolean {
  let count = 0;
  for (const character of characters)
    for (let index = bytes.indexOf(character); index !== -1; index = bytes.indexOf(character, index + 1))
      if (++count > maxValues) return true;
  return false;
}
