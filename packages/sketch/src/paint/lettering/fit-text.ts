/** Fits text into a box: breaks it into lines and makes its letters as large as possible. */
import type { SKRSContext2D } from '@napi-rs/canvas';

export interface FittedText {
  readonly lines: readonly string[];
  /** The size of the font in pixels. */
  readonly pixels: number;
}

/** The distance between lines as a multiple of the size of the font. */
export const lineHeight = 1.16;

/**
 * Chinese is broken anywhere, other scripts between words. A word that is too long for a line makes the
 * letters smaller.
 */
export function fitText(
  context: SKRSContext2D,
  text: string,
  box: { width: number; height: number; font: (pixels: number) => string; lines: number },
): FittedText {
  const paragraphs = text
    .split('\n')
    .map(splitPieces)
    .filter(pieces => pieces.length > 0);
  for (let pixels = box.height / lineHeight; pixels > 2; pixels *= 0.95) {
    context.font = box.font(pixels);
    const lines = paragraphs.flatMap(pieces => breakLines(context, pieces, box.width));
    const fits = lines.every(line => context.measureText(line).width <= box.width);
    if (fits && lines.length <= box.lines && lines.length * pixels * lineHeight <= box.height)
      return { lines, pixels };
  }
  return { lines: [text], pixels: 2 };
}

function splitPieces(text: string): string[] {
  return (
    text
      .replace(/\s+/g, ' ')
      .trim()
      .match(
        /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+\s?|\s/gu,
      ) ?? []
  );
}

function breakLines(context: SKRSContext2D, pieces: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longerLine = line + piece;
    if (line !== '' && context.measureText(longerLine.trimEnd()).width > width && !isClosing(piece)) {
      lines.push(line.trim());
      line = piece;
    } else line = longerLine;
  }
  if (line.trim() !== '') lines.push(line.trim());
  return balanceLines(context, lines, { pieces, width });
}

/** Balances lines, because lines of about the same length look better than a long and a short one. */
function balanceLines(
  context: SKRSContext2D,
  lines: string[],
  { pieces, width }: { pieces: readonly string[]; width: number },
): string[] {
  if (lines.length < 2) return lines;
  const totalWidth = context.measureText(pieces.join('')).width;
  const targetWidth = Math.min(width, (totalWidth / lines.length) * 1.12);
  const balancedLines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (
      line !== '' &&
      context.measureText((line + piece).trimEnd()).width > targetWidth &&
      !isClosing(piece)
    ) {
      balancedLines.push(line.trim());
      line = piece;
    } else line += piece;
  }
  if (line.trim() !== '') balancedLines.push(line.trim());
  const fits =
    balancedLines.length <= lines.length &&
    balancedLines.every(one => context.measureText(one).width <= width);
  return fits ? balancedLines : lines;
}

function isClosing(piece: string): boolean {
  return /^[，。！？、；：）」』】,.!?;:)]$/.test(piece);
}
