/**
 * Measures a JSON body before anything is built of it, and finds the pictures in it. A body may be large only
 * where it carries pictures: JSON of many small values takes a thousand times longer to build and to check
 * than its bytes took to send.
 */
import { reason, reasonTexts, type Reason } from '@kinora/shared/errors/reason';
import { AppError } from '@kinora/shared/errors/errors';
import { describeBytes } from '../../../platform/lib/text/describe-bytes.ts';
import { findBase64, jsonGaps, minRunBytes, type Span } from './find-base64.ts';

export interface JsonLimits {
  /** Levels of objects and lists. */
  readonly depth: number;
  readonly values: number;
  /** Bytes of everything that is no picture. */
  readonly textBytes: number;
}

/**
 * The limits of a body. No valid request comes near them: a large ComfyUI workflow has some thousand values.
 */
export const jsonLimits: JsonLimits = { depth: 20, values: 20_000, textBytes: 1024 * 1024 };

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d];

/**
 * Returns the Base64 of the pictures in its order. Throws AppError `body_text_too_large` or
 * `request_invalid` at the first limit.
 */
export async function scanJson(bytes: Buffer, limits: JsonLimits = jsonLimits): Promise<Span[]> {
  const pictures: Span[] = [];
  let [depth, values, pictureBytes] = [0, 1, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = findStringEnd(bytes, at + 1, limits.textBytes);
      const isLong = end - at > minRunBytes;
      for (const picture of isLong ? await picturesIn(bytes, { from: at + 1, to: end, limits }) : []) {
        pictures.push(picture);
        pictureBytes += picture.end - picture.start;
      }
      at = end;
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
      values++;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma) values++;
    if (at - pictureBytes > limits.textBytes) throw textTooLarge(limits.textBytes);
    if (depth > limits.depth) throw invalid(reason('json_deep', { limit: limits.depth }));
    if (values > limits.values)
      throw invalid(reason('json_values', { limit: limits.values.toLocaleString('en') }));
  }
  return pictures;
}

export function textTooLarge(bytes: number): AppError {
  return new AppError('body_text_too_large', { limit: describeBytes(bytes) });
}

const maxQuoted = 10_000;

/**
 * Returns where the closing quote is, or the end of the body. A prompt may contain escaped quotes and
 * backslashes, but only a limited number.
 */
function findStringEnd(bytes: Buffer, start: number, textBytes: number): number {
  for (let [at, quoted] = [start, 0]; ; at++) {
    at = bytes.indexOf(quote, at);
    if (at === -1) return bytes.length;
    let before = at;
    while (before > start && bytes[before - 1] === backslash)
      if (at - --before > maxQuoted) throw textTooLarge(textBytes);
    if ((at - before) % 2 === 0) return at;
    if (++quoted > maxQuoted) throw textTooLarge(textBytes);
  }
}

async function picturesIn(
  bytes: Buffer,
  { from, to, limits }: { readonly from: number; readonly to: number; readonly limits: JsonLimits },
): Promise<Span[]> {
  if (isKey(bytes, to + 1)) return [];
  const search = { gaps: jsonGaps, textBytes: limits.textBytes };
  const spans = await findBase64(bytes.subarray(from, to), search);
  return spans.map(({ start, end }) => ({ start: from + start, end: from + end }));
}

function isKey(bytes: Buffer, after: number): boolean {
  for (let at = after; at < after + 64; at++) {
    if (bytes[at] === colon) return true;
    if ((bytes[at] ?? 0x21) > 0x20) return false;
  }
  return false;
}

function invalid(reason: Reason): AppError {
  return new AppError('request_invalid', { ...reasonTexts(reason) });
}
