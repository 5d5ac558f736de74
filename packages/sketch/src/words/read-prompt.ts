/** Reads an English or Chinese prompt into a `Reading`. Unknown words are ignored. */
import type { Reading } from '../scene/reading.ts';
import { type CameraWords, readCamera } from './camera-words.ts';
import { findExclusions, withoutExcluded } from './exclude.ts';
import { type FoundWord, findWords } from './find-words.ts';
import { withHeading } from './movement.ts';
import { interpret } from './interpret.ts';

/** Words that name a style if they stand alone after a comma: "a windmill, pencil". */
const bareStyle = /(?<=,\s*)(pencil|oil|charcoal|comic|photo)(?=\s*(,|\.?$))/gi;
const styleNames: Readonly<Partial<Record<string, string>>> = {
  pencil: 'pencil drawing',
  oil: 'oil painting',
  comic: 'cartoon',
};
const quotedText = /"([^"]{1,120})"|“([^”]{1,120})”|「([^」]{1,120})」/g;
const maxTexts = 4;

/** The parts of a prompt before its words are interpreted. */
export interface SeparatedPrompt {
  /** Texts in quotation marks. */
  readonly texts: readonly string[];
  readonly camera: CameraWords;
  /** All other words. `unwantedWords` are those that follow a negation. */
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

/** `exclude` has the phrases of `--no`. Each removes what its words would add. */
export function readPrompt(prompt: string, exclude: readonly string[]): Reading {
  return readParts(separatePrompt(prompt), exclude);
}

export function readParts(
  { texts, camera: { move, rest }, wantedWords, unwantedWords }: SeparatedPrompt,
  exclude: readonly string[],
): Reading {
  const reading = { ...withHeading(interpret(wantedWords), rest), ...(move && { cameraMove: move }) };
  const lettering = texts.join('\n');
  const exclusions = findExclusions([unwantedWords, ...exclude.map(findWords)]);
  return withoutExcluded({ ...reading, ...(lettering ? { lettering } : {}) }, exclusions);
}

function nameStyles(prompt: string): string {
  return prompt.replace(bareStyle, style => styleNames[style.toLowerCase()] ?? style);
}

/** Separates the words between a negation ("without", "no") and the end of its clause. */
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

/** 的 ends 没有 (没有人的沙滩 is a beach without people), but not 不要 (不要红色的花 excludes red flowers). */
function endsNegation({ kind, text, meanings }: FoundWord, negation: string): boolean {
  if (kind === 'comma' || kind === 'stop') return true;
  if (text === '的') return /^(没有|无)$/.test(negation);
  return meanings.some(meaning => meaning.kind === 'relation' || meaning.kind === 'hold');
}
