/** Reads a prompt, English or Chinese: words to a `Reading`. Pure; what it does not know it leaves out. */
import type { Reading } from '../scene/reading.ts';
import { type CameraWords, readCamera } from './camera-words.ts';
import { findExclusions, withoutExcluded } from './exclude.ts';
import { type FoundWord, findWords } from './find-words.ts';
import { withHeading } from './movement.ts';
import { interpret } from './interpret.ts';

/** A thing among things, but a style when it stands alone between commas: "a windmill, pencil". */
const bareStyle = /(?<=,\s*)(pencil|oil|charcoal|comic|photo)(?=\s*(,|\.?$))/gi;
const styleNames: Readonly<Partial<Record<string, string>>> = {
  pencil: 'pencil drawing',
  oil: 'oil painting',
  comic: 'cartoon',
};
const quotedText = /"([^"]{1,120})"|“([^”]{1,120})”|「([^」]{1,120})」/g;
const maxTexts = 4;

/** A prompt taken apart, before its words are put together. */
export interface SeparatedPrompt {
  /** Texts in quotation marks. */
  readonly texts: readonly string[];
  readonly camera: CameraWords;
  /** Every word but those of the texts and the camera; `unwantedWords` are those under a negation. */
  readonly wantedWords: readonly FoundWord[];
  readonly unwantedWords: readonly FoundWord[];
}

export function separatePrompt(prompt: string): SeparatedPrompt {
  const texts = [...prompt.matchAll(quotedText)]
    .flatMap(([, ...groups]) => groups.find(text => text !== undefined)?.trim() || [])
    .slice(0, maxTexts);
  const camera = readCamera(prompt.replace(quotedText, ' , '));
  return { texts, camera, ...separateNegations(findWords(nameStyles(camera.rest))) };
}

/** `exclude` are the phrases of `--no`; each takes out what the same words would have put in. */
export function readPrompt(prompt: string, exclude: readonly string[]): Reading {
  return readParts(separatePrompt(prompt), exclude);
}

export function readParts(
  { texts, camera: { move, rest }, wantedWords, unwantedWords }: SeparatedPrompt,
  exclude: readonly string[],
): Reading {
  const reading = { ...withHeading(interpret(wantedWords), rest), ...(move && { cameraMove: move }) };
  const lettering = texts.join('\n');
  const without = findExclusions([unwantedWords, ...exclude.map(findWords)]);
  return withoutExcluded({ ...reading, ...(lettering ? { lettering } : {}) }, without);
}

function nameStyles(prompt: string): string {
  return prompt.replace(bareStyle, style => styleNames[style.toLowerCase()] ?? style);
}

/** "without clouds", "no people": what follows a negation up to the end of its clause is not wanted. */
function separateNegations(words: readonly FoundWord[]): {
  wantedWords: FoundWord[];
  unwantedWords: FoundWord[];
} {
  const wantedWords: FoundWord[] = [];
  const unwantedWords: FoundWord[] = [];
  let negation: string | undefined;
  for (const item of words) {
    if (item.meanings.some(meaning => meaning.kind === 'negation')) negation = item.text;
    else if (negation !== undefined && endsNegation(item, negation)) negation = undefined;
    (negation === undefined ? wantedWords : unwantedWords).push(item);
  }
  return { wantedWords, unwantedWords };
}

/** 没有人的沙滩 is a beach without people, 不要红色的花 no red flowers. */
function endsNegation({ kind, text, meanings }: FoundWord, negation: string): boolean {
  if (kind === 'comma' || kind === 'stop') return true;
  if (text === '的') return /^(没有|无)$/.test(negation);
  return meanings.some(meaning => meaning.kind === 'relation' || meaning.kind === 'hold');
}
