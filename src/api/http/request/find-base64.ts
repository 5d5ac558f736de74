/**
 * Finds Base64 in a text, among its words. The bytes are searched by native functions, because those of 40 MB
 * would keep the process busy for a tenth of a second if each was looked at here.
 */
import { isAscii } from 'node:buffer';
import { nextTurn } from '../../../platform/lib/async/next-turn.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The shortest run that counts as Base64. Shorter ones count as text: ten images of this size, the most that
 * a request may have, are as much text as a request may have.
 */
export const minRunBytes = 64 * 1024;

/** What separates words in a plain text, and in one within JSON. */
export const plainGaps: readonly string[] = [' ', '\n', '\r', '\t'];
export const jsonGaps: readonly string[] = [' ', '\\n', '\\r', '\\t'];

export interface Search {
  /** What separates words. */
  readonly gaps: readonly string[];
  /** The search ends after this many bytes of words, because a text with more is rejected. */
  readonly textBytes: number;
}

/**
 * The runs of Base64, without the `data:…,` before them. Whether they are Base64 to their end is not checked.
 * Long ones take several turns.
 */
export async function findBase64(text: Buffer, { gaps, textBytes }: Search): Promise<Span[]> {
  const lines = linesOfBase64(text);
  if (lines) return [lines];
  const runs: Span[] = [];
  const wordsUntil = () => textBytes + runs.reduce((sum, { start, end }) => sum + end - start, 0);
  const next = (from: number) => longWord(text.subarray(0, wordsUntil() + minRunBytes), from, gaps);
  for (let start = next(0); start !== undefined;) {
    const word = text.subarray(start, await wordEnd(text, start, gaps));
    const run = runIn(word);
    if (run) runs.push({ start: start + run.start, end: start + run.end });
    start = next(start + word.length);
  }
  return runs;
}

const head = /^(?:[^,]{0,300};base64,)?(?=[\w+/=\\-]{64})/i;

/**
 * The Base64 in a word: behind the head of a data URL or from its beginning, and
 * up to words in another script.
 */
function runIn(word: Buffer): Span | undefined {
  const start = head.exec(word.toString('latin1', 0, 400))?.[0].length;
  if (start === undefined) return undefined;
  const end = withoutMarks(word, asciiEnd(word, start));
  return end - start < minRunBytes ? undefined : { start, end };
}

/** A comma, a quotation mark or a bracket may follow without a space. */
function withoutMarks(word: Buffer, end: number): number {
  const tail = word.toString('latin1', Math.max(0, end - 8), end);
  return end - (/[^\w+/=-]*$/.exec(tail)?.[0].length ?? 0);
}

const firstLine =
  /^\s*(?:data:[^,]{0,300},)?(?:\s|\\[nr])*(?=(?:[\w+/=-]|\\\/){40,200}(?:\\r\\n|\\n|\r?\n)\S)/i;

/** Some encoders break Base64 into lines. Then the text has nothing else. */
function linesOfBase64(text: Buffer): Span | undefined {
  const start = firstLine.exec(text.toString('latin1', 0, 800))?.[0].length;
  if (start === undefined || text.length - start < minRunBytes) return undefined;
  const rest = text.subarray(start);
  return rest.includes(' ') || !isAscii(rest) ? undefined : { start, end: text.length };
}

/** Returns where the next word of at least `minRunBytes` begins. */
function longWord(text: Buffer, from: number, gaps: readonly string[]): number | undefined {
  for (let start = from; start + minRunBytes <= text.length;) {
    const part = text.subarray(start, start + minRunBytes);
    const last = Math.max(...gaps.map(gap => endPosition(gap, part.lastIndexOf(gap))));
    if (last > 0) start += last;
    else return start;
  }
  return undefined;
}

function endPosition(gap: string, index: number): number {
  return index === -1 ? 0 : index + gap.length;
}

/** Many escapes make the search for gaps ten times as slow. */
const bytesPerTurn = 32 * minRunBytes;

async function wordEnd(text: Buffer, from: number, gaps: readonly string[]): Promise<number> {
  for (let at = from; at < text.length; at += minRunBytes) {
    if (at > from && (at - from) % bytesPerTurn === 0) await nextTurn();
    // One more byte than a step, so that no gap of two is split.
    const part = text.subarray(at, at + minRunBytes + 1);
    const gapIndexes = gaps.map(gap => part.indexOf(gap)).filter(index => index !== -1);
    if (gapIndexes.length > 0) return at + Math.min(...gapIndexes);
  }
  return text.length;
}

function asciiEnd(text: Buffer, from: number): number {
  for (let at = from; at < text.length; at += minRunBytes) {
    const part = text.subarray(at, at + minRunBytes);
    if (!isAscii(part)) return at + part.findIndex(byte => byte > 0x7f);
  }
  return text.length;
}
