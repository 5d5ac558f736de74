/** Weighs a prompt: its words marked, five ever shorter prompts, and the weight of each word. */
import { type Word, weighWords } from './weigh-words.ts';

const important = 0.55;
const useless = 0.12;
/** The number of meaningful words that each of the shorter prompts keeps. */
const lengthShares = [0.85, 0.65, 0.48, 0.32, 0.16];
const mostBars = 16;

/** Seven texts, as `shorten` has them in `engine.ts`. */
export function shortenPrompt(prompt: string): string[] {
  const words = weighWords(prompt);
  return [markWords(prompt, words), ...listShorterPrompts(prompt, words), describeWeights(words)];
}

function markWords(prompt: string, words: readonly Word[]): string {
  let text = '';
  let at = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    let to = word.to;
    const mark = chooseMark(word);
    while (mark !== '' && joinsMark(prompt, { to, mark, next: words[index + 1] })) to = words[++index].to;
    text += prompt.slice(at, word.from) + mark + prompt.slice(word.from, to) + mark;
    at = to;
  }
  return text + prompt.slice(at);
}

function chooseMark({ weight }: Word): '**' | '~~' | '' {
  if (weight >= important) return '**';
  return weight < useless ? '~~' : '';
}

/** Strikes out useless words in a row together, because adjacent marks would be read as text. */
function joinsMark(prompt: string, options: { to: number; mark: string; next: Word | undefined }): boolean {
  if (!options.next || chooseMark(options.next) !== options.mark) return false;
  const between = prompt.slice(options.to, options.next.from);
  return between === '' || (options.mark === '~~' && /^\s*$/.test(between));
}

function isUseless(word: Word | undefined): boolean {
  return word !== undefined && word.weight < useless;
}

function listShorterPrompts(prompt: string, words: readonly Word[]): string[] {
  const telling = words.filter(word => !isUseless(word));
  const wordsByWeight = telling.toSorted((one, other) => other.weight - one.weight || one.from - other.from);
  let most = wordsByWeight.length;
  return lengthShares.map((share, step) => {
    const fitting = Math.round(wordsByWeight.length * share);
    most = Math.max(1, Math.min(step === 0 ? most : most - 1, fitting));
    return join(prompt, withoutLooseEnds(telling, new Set(wordsByWeight.slice(0, most))));
  });
}

/** "Beside" stays only between two words that stay. */
function withoutLooseEnds(words: readonly Word[], chosenWords: ReadonlySet<Word>): Word[] {
  return words.filter((word, index) => {
    if (!chosenWords.has(word)) return false;
    if (!word.joins || chosenWords.size === 1) return true;
    return (
      chosenWords.has(words[index - 1]) &&
      words.slice(index + 1).some(other => chosenWords.has(other) && !other.joins)
    );
  });
}

/** Joins words in order, with a comma where there was one or where a joining word was removed. */
function join(prompt: string, words: readonly Word[]): string {
  if (words.length === 0) return prompt.trim();
  return words.reduce((text, word, index) => {
    const before = words[index - 1];
    if (!before) return word.text;
    const between = prompt.slice(before.to, word.from);
    if (/\p{Script=Han}$/u.test(before.text))
      return `${text}${between === '' || between === '的' ? '' : '，'}${word.text}`;
    const isParted = /[,.;:!?，。；、\n]/.test(between) || joining.test(between);
    return `${text}${isParted ? ', ' : ' '}${word.text}`;
  }, '');
}

const joining =
  /\b(at|in|on|of|with|by|for|from|to|under|over|above|below|beside|near|behind|between|and|into|through|across|along|next)\b/i;

/** Lists every word with its weight, and then bars for the heaviest words. */
function describeWeights(words: readonly Word[]): string {
  const weightList = words.map(({ text, weight }) => `**${text}** (${weight.toFixed(2)})`).join(' ');
  const unique = [
    ...new Map(
      words.toSorted((one, other) => one.weight - other.weight).map(word => [word.text.toLowerCase(), word]),
    ).values(),
  ];
  const bars = unique
    .filter(word => !isUseless(word))
    .toSorted((one, other) => other.weight - one.weight || one.from - other.from)
    .slice(0, mostBars)
    .map(
      ({ text, weight }) =>
        `${'█'.repeat(Math.round(weight * 10))}${'░'.repeat(10 - Math.round(weight * 10))} ${text}`,
    );
  return [weightList, ...bars].join('\n');
}
