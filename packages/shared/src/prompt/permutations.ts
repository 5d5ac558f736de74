/** Permutations: `a {red, green} {cat, dog}` is four prompts. */
import { leadingAddresses } from './addresses.ts';
import { findBrokenJson, jsonSpans } from './json-spans.ts';
import type { ParseOptions, PromptProblem } from './parsed-prompt.ts';
import { rejectPrompt } from './prompt-problem.ts';
import { promptWords, type PromptWords } from './prompt-words.ts';
import { readablePrompt } from './readable-prompt.ts';
import { maxPromptLength } from './split-prompt.ts';

export type Permutations =
  | { readonly ok: true; readonly prompts: readonly string[] }
  | { readonly ok: false; readonly problem: PromptProblem };

/** More permutations than this are rejected before any is built, even if the tier allows more. */
const maxPermutations = 200;
const maxDepth = 20;

/** A text, or alternatives, each of which is a sequence. */
type Piece = string | { readonly options: readonly Sequence[] };
type Sequence = readonly Piece[];

/**
 * Expands a prompt with braces to all prompts that it stands for. The last braces change fastest. Braces may
 * be nested and stand anywhere, also in parameters. `\{`, `\}` and `\,` are the characters themselves; braces
 * stay escaped, so that the result can be expanded again. JSON objects are words. Braces that may mean
 * something else are rejected, because each alternative is a task that is paid for.
 */
export function expandPrompt(
  typedPrompt: string,
  { syntax }: Pick<ParseOptions, 'syntax'> = {},
): Permutations {
  if (syntax === 'plain') return { ok: true, prompts: [typedPrompt] };
  const { text, toTypedPosition } = readablePrompt(typedPrompt);
  const { addresses, end: wordsAt } = leadingAddresses(text);
  // Pictures in base64 can be megabytes long and contain no braces.
  const end = addresses.some(({ address }) => /^data:/i.test(address)) ? wordsAt : 0;
  const front = text.slice(0, end);
  const body = text.slice(end);
  if (!/[{}｛｝]|\\[,，]/.test(body)) return { ok: true, prompts: [typedPrompt] };
  if (body.length > maxPromptLength) {
    const reason = promptWords('prompt_long', { count: body.length, most: maxPromptLength });
    return reject(reason, toTypedPosition(end + maxPromptLength));
  }
  const read = readSequence(body);
  if ('reason' in read) return reject(read.reason, toTypedPosition(end + read.position));
  const count = countPermutations(read.sequence);
  if (count === 1 && !/\\[,，]/.test(body)) return { ok: true, prompts: [typedPrompt] };
  if (count > maxPermutations) {
    const code = count > 1e6 ? 'braces_millions' : 'braces_many';
    const reason = promptWords(code, { count, most: maxPermutations });
    return reject(reason, toTypedPosition(end + body.search(/[{｛]/)));
  }
  return { ok: true, prompts: expand(read.sequence).map(prompt => front + prompt) };
}

/** Braces that are not closed yet. The outermost entry is the prompt itself. */
interface Open {
  readonly at: number;
  readonly options: Sequence[];
  current: Piece[];
}

type Fault = { readonly reason: PromptWords; readonly position: number };

function readSequence(body: string): { readonly sequence: Sequence } | Fault {
  const brokenAt = findBrokenJson(body);
  if (brokenAt !== undefined) return fault('broken_json', brokenAt);
  const objects = jsonSpans(body);
  const tokens = /\\[{},，｛｝]|[{}｛｝,，]|[^\\{}｛｝,，]+|\\/g;
  const openBraces: Open[] = [{ at: 0, options: [], current: [] }];
  for (let token = tokens.exec(body); token; token = tokens.exec(body)) {
    const [text] = token;
    const { index } = token;
    const inner = openBraces.at(-1) as Open;
    const isInside = openBraces.length > 1;
    const object = objects.find(({ start }) => start === index);
    if (object) {
      addText(inner.current, body.slice(object.start, object.end));
      tokens.lastIndex = object.end;
    } else if (text === '{' || text === '｛') {
      if (openBraces.length > maxDepth) return fault('braces_deep', index);
      openBraces.push({ at: token.index, options: [], current: [] });
    } else if (text === '}' || text === '｝') {
      if (!isInside) return fault('brace_not_opened', index);
      const options = [...inner.options, trimSequence(inner.current)];
      if (options.length === 1) return fault('braces_without_choice', inner.at);
      openBraces.pop();
      openBraces.at(-1)?.current.push({ options });
    } else if (isInside && (text === ',' || text === '，')) {
      inner.options.push(trimSequence(inner.current));
      inner.current = [];
    } else {
      addText(inner.current, /^\\[,，]/.test(text) ? text.slice(1) : text);
    }
  }
  const last = openBraces.at(-1) as Open;
  if (openBraces.length === 1) return { sequence: last.current };
  return fault('brace_not_closed', last.at);
}

function fault(code: PromptWords['code'], position: number): Fault {
  return { reason: promptWords(code), position };
}

function addText(pieces: Piece[], text: string): void {
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
  else pieces.push(text);
}

/** An option without the spaces at its ends. */
function trimSequence(pieces: Sequence): Sequence {
  return pieces
    .map((piece, index) => {
      if (typeof piece !== 'string') return piece;
      const start = index === 0 ? piece.trimStart() : piece;
      return index === pieces.length - 1 ? start.trimEnd() : start;
    })
    .filter(piece => piece !== '');
}

function countPermutations(sequence: Sequence): number {
  return sequence.reduce(
    (product, piece) =>
      typeof piece === 'string'
        ? product
        : product * piece.options.reduce((sum, option) => sum + countPermutations(option), 0),
    1,
  );
}

function expand(sequence: Sequence): string[] {
  let prompts = [''];
  for (const piece of sequence) {
    const endings = typeof piece === 'string' ? [piece] : piece.options.flatMap(expand);
    prompts = prompts.flatMap(prompt => endings.map(ending => prompt + ending));
  }
  return prompts;
}

function reject(reason: PromptWords, position: number): Permutations {
  return { ok: false, problem: rejectPrompt(reason, position) };
}
