/** The results of a describe and a shorten, which the upstream writes as one text with numerals. */
import type { EngineJob } from '../../contract/engine-job.ts';
import { shortenedTexts, type WeighedWord } from '../../planner/words/shortened-texts.ts';
import { splitWords } from '../../planner/words/split-words.ts';
import { readProperty, type UpstreamRecord } from './record.ts';

const descriptionCount = 4;
const shorterPromptCount = 5;
/** A digit as an emoji, before each prompt. Some servers leave it out. */
const numeral = /^[0-9]\u{FE0F}?\u{20E3}\s*/u;

/** The texts of the job. Returns undefined if there are too few. */
export function readTexts(
  { kind, prompt }: Pick<EngineJob, 'kind' | 'prompt'>,
  record: UpstreamRecord,
): readonly string[] | undefined {
  const text = readProperty(record, 'finalPrompt') || record.promptEn || record.prompt || '';
  return kind === 'shorten' ? readShortenedPrompts(text, prompt) : readDescriptions(text);
}

function readDescriptions(text: string): readonly string[] | undefined {
  const prompts = linesIn(text).map(line => line.replace(numeral, ''));
  return prompts.length >= descriptionCount ? prompts.slice(0, descriptionCount) : undefined;
}

/** The marked prompt, five shorter ones, and the weight of each word. */
function readShortenedPrompts(text: string, prompt: string): readonly string[] | undefined {
  const [before = '', after = ''] = text.split(/^#+ *Shortened prompts *$/im);
  const [markedPrompt, ...details] = linesIn(before.replace(/^#+ *Important tokens *$/im, ''));
  const prompts = linesIn(after)
    .filter(line => numeral.test(line))
    .map(line => line.replace(numeral, ''));
  if (markedPrompt === undefined || prompts.length < shorterPromptCount) return undefined;
  const weights = details.length > 0 ? details.join('\n') : readWeights(prompt, markedPrompt);
  return [markedPrompt, ...prompts.slice(0, shorterPromptCount), weights];
}

function linesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean);
}

/** Upstreams that give no weights mark words as important or useless: three steps. */
function readWeights(prompt: string, markedPrompt: string): string {
  const important = findMarkedWords(markedPrompt, /\*\*(.+?)\*\*/gs);
  const useless = findMarkedWords(markedPrompt, /~~(.+?)~~/gs);
  const words = splitWords(prompt).map((word): WeighedWord => {
    const name = word.text.toLowerCase();
    return { ...word, weight: important.has(name) ? 1 : useless.has(name) ? 0 : 0.5 };
  });
  return shortenedTexts(prompt, words).at(-1) ?? markedPrompt;
}

function findMarkedWords(text: string, mark: RegExp): ReadonlySet<string> {
  const parts = [...text.matchAll(mark)].map(([, part = '']) => part);
  return new Set(parts.flatMap(part => splitWords(part).map(word => word.text.toLowerCase())));
}
