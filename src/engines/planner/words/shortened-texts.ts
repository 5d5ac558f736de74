/** The seven texts of a `shorten` job (engine.ts), from the words of a prompt and their weights. */
import type { PromptWord } from './split-words.ts';

export interface WeighedWord extends PromptWord {
  /** 0 … 1. The greatest of a prompt is 1. */
  readonly weight: number;
}

const importantWeight = 0.55;
const uselessWeight = 0.12;
/** The share of the useful words that each of the shorter prompts keeps. */
const keptShares = [0.85, 0.65, 0.48, 0.32, 0.16];
const maxBars = 16;
const barLength = 10;

export function shortenedTexts(prompt: string, words: readonly WeighedWord[]): readonly string[] {
  // A prompt without words is all that there is to say.
  if (words.length === 0) return Array.from({ length: keptShares.length + 2 }, () => prompt);
  return [markWords(prompt, words), ...shorterPrompts(prompt, words), listWeights(words)];
}

/** Marks words in the prompt. Neighbors with the same mark share it. */
function markWords(prompt: string, words: readonly WeighedWord[]): string {
  const runs: { mark: string; from: number; to: number }[] = [];
  for (const word of words) {
    const mark = weightMark(word);
    const lastRun = runs.at(-1);
    if (lastRun?.mark === mark && /^[\s-]*$/.test(prompt.slice(lastRun.to, word.from))) lastRun.to = word.to;
    else runs.push({ mark, from: word.from, to: word.to });
  }
  const parts = runs.map(({ mark, from, to }, index) => {
    const textBefore = prompt.slice(runs[index - 1]?.to ?? 0, from);
    return textBefore + mark + prompt.slice(from, to) + mark;
  });
  return parts.join('') + prompt.slice(runs.at(-1)?.to ?? 0);
}

function weightMark({ weight }: WeighedWord): '**' | '~~' | '' {
  if (weight >= importantWeight) return '**';
  return weight < uselessWeight ? '~~' : '';
}

/** Returns prompts that each have fewer words than the one before, but at least one. */
function shorterPrompts(prompt: string, words: readonly WeighedWord[]): string[] {
  const useful = words.filter(({ weight }) => weight >= uselessWeight);
  const rankedWords = useful.toSorted((one, other) => other.weight - one.weight || one.from - other.from);
  let count = rankedWords.length + (useful.length < words.length ? 1 : 0);
  return keptShares.map(share => {
    count = Math.max(1, Math.min(count - 1, Math.round(rankedWords.length * share)));
    const keptWords = new Set(rankedWords.slice(0, count));
    return joinWords(
      prompt,
      useful.filter(word => keptWords.has(word)),
    );
  });
}

/** Joins words in their order, with a comma where one stood between them in the prompt. */
function joinWords(prompt: string, words: readonly WeighedWord[]): string {
  return words.reduce((text, word, index) => {
    const before = words[index - 1];
    return before ? text + gapBetween(prompt, before, word) + word.text : word.text;
  }, '');
}

function gapBetween(prompt: string, before: WeighedWord, word: WeighedWord): string {
  const between = prompt.slice(before.to, word.from);
  const isUnspaced = /\p{Script=Han}$/u.test(before.text);
  if (/[,.;:!?，。；：！？、\n]/.test(between)) return isUnspaced ? '，' : ', ';
  if (isUnspaced) return '';
  return /^[-'’/]?$/.test(between) ? between : ' ';
}

/** Lists every word with its weight, then bars of the heaviest. */
function listWeights(words: readonly WeighedWord[]): string {
  const weightList = words.map(({ text, weight }) => `**${text}** (${weight.toFixed(2)})`).join(' ');
  const rankedWords = words
    .filter(({ weight }) => weight >= uselessWeight)
    .toSorted((one, other) => other.weight - one.weight || one.from - other.from);
  const unique = rankedWords.filter(
    ({ text }, index) => rankedWords.findIndex(other => isSame(other.text, text)) === index,
  );
  return [weightList, ...unique.slice(0, maxBars).map(drawBar)].join('\n');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function drawBar({ text, weight }: WeighedWord): string {
  const full = Math.round(weight * barLength);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${text}`;
}
