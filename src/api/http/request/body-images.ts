/**
 * The images of a large body stay in its bytes. A short text stands for each in the parsed body,
 * so that code that reads the texts of a request reads one megabyte at most, and an image is
 * copied only where one is expected.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { openGate } from '../../../platform/lib/async/gate.ts';
import { nextTurn } from '../../../platform/lib/async/next-turn.ts';
import type { Span } from './find-base64.ts';

/** Base64 as it is in the body. */
export interface BodyImage {
  readonly bytes: Buffer;
  /**
   * In JSON, some encoders write `\/` for `/`, `\u002b` for `+`, `\u003d` for `=` or break lines with `\n`.
   */
  readonly isEscaped: boolean;
}

const imagesOfBody = new WeakMap<object, readonly BodyImage[]>();
const ofRequest = new AsyncLocalStorage<readonly BodyImage[]>();

/**
 * The length of a stand-in. It is longer than any field of words may be, so that it is rejected wherever no
 * image is expected.
 */
export const standInLength = 8192;
/** Stands for an image in a body. Base64 has no tilde. The hash makes requests differ whose images differ. */
const standIn = /image~(\d+)~[\da-f]{64}~=*/g;

/**
 * Adds the images at the spans. Returns the bytes with a text in place of each,
 * which needs no escapes in JSON.
 */
export async function takeImages(
  bytes: Buffer,
  spans: readonly Span[],
  { images, isEscaped }: { readonly images: BodyImage[]; readonly isEscaped: boolean },
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    const image = bytes.subarray(start, end);
    const text = `image~${images.length}~${await hashInPieces(image)}~`.padEnd(standInLength, '=');
    parts.push(bytes.subarray(at, start), Buffer.from(text));
    images.push({ bytes: image, isEscaped });
    at = end;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(at)]);
}

const pieceBytes = 4 * 1024 * 1024;

async function hashInPieces(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + pieceBytes));
  }
  return hash.digest('hex');
}

/** Returns the parsed body. */
export function attachImages<Body>(body: Body, images: readonly BodyImage[]): Body {
  if (images.length > 0 && typeof body === 'object' && body !== null) imagesOfBody.set(body, images);
  return body;
}

/** Runs the handler of a request so that `withImages` finds the images of its body. */
export function inBody<Result>(body: unknown, handle: () => Result): Result {
  const images = typeof body === 'object' && body !== null ? imagesOfBody.get(body) : undefined;
  return images ? ofRequest.run(images, handle) : handle();
}

/**
 * Copies images one after the other, so that those of many requests do not add up to one long piece of work.
 */
const copies = openGate({ places: 1 });

/**
 * Returns the text with the images that it stands for. If it has more than `maxLength` characters, little
 * more than these is returned: it will be rejected, so the rest is not worth reading. A client can write the
 * text that stands for an image itself, and as often as it likes.
 */
export async function withImages(text: string, maxLength: number): Promise<string> {
  const images = ofRequest.getStore();
  if (!images || !text.includes('~')) return text;
  return copies.run({ holder: '' }, async () => {
    await nextTurn();
    const filledText = await fill(text, images, maxLength);
    // The caller decodes it.
    await nextTurn();
    return filledText;
  });
}

async function fill(text: string, images: readonly BodyImage[], maxLength: number): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  let length = 0;
  for (const { 0: placeholder, 1: number, index } of text.matchAll(standIn)) {
    const image = images[Number(number)];
    if (!image) continue;
    const imageText = await readText(image, maxLength);
    parts.push(text.slice(at, index), imageText);
    at = index + placeholder.length;
    length += imageText.length;
    if (length > maxLength) break;
  }
  return parts.concat(text.slice(at)).join('');
}

/** The most bytes with escapes for each character of Base64. In practice, escapes add at most a sixth. */
const mostEscaped = 1.25;

async function readText({ bytes, isEscaped }: BodyImage, maxLength: number): Promise<string> {
  if (!isEscaped || bytes.length > maxLength * mostEscaped) return bytes.toString('latin1', 0, maxLength + 1);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = pieceEnd(bytes, at);
    parts.push(withoutEscapes(bytes.toString('latin1', at, end)));
    at = end;
    await nextTurn();
  }
  return parts.join('');
}

const longestEscape = '\\u002b'.length;

/** Returns where a piece ends, so that no escape is cut in two. */
function pieceEnd(bytes: Buffer, start: number): number {
  const end = start + pieceBytes;
  if (end >= bytes.length) return bytes.length;
  const escape = bytes.subarray(end - longestEscape, end).lastIndexOf('\\');
  return escape === -1 ? end : end - longestEscape + escape;
}

function withoutEscapes(piece: string): string {
  // Line breaks have no meaning in Base64, and would take as long again where it is decoded.
  const isInLines = piece.slice(0, 300).includes('\\n');
  const text = isInLines ? piece.replaceAll('\\r\\n', '').replaceAll('\\n', '') : piece;
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    // No Base64, so it will be rejected.
    return text;
  }
}
