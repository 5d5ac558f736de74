/**
 * What the engine understands of a prompt before it draws: which of its words count,
 * and whether they are enough.
 */
import { motionPhrases } from '../clip/motion/read-motion.ts';
import { materialPhrases } from '../draw/material/materials.ts';
import { isOrder, describeResult } from '../draw/edit/edit-instruction.ts';
import { composeScene } from '../compose/compose-scene.ts';
import type { GenerationParameters, Job, JobInput, JobKind } from '../job/job.ts';
import { deriveSeed } from '../random/random.ts';
import { readJob } from '../words/read-job.ts';
import { placedWords } from './placed-words.ts';
import { type PromptWords, sortWords, type SortedWords } from './sort-words.ts';

/** The fields of a job that decide how its words are read. */
export interface PromptJob
  extends
    Pick<Job, 'kind' | 'prompt' | 'exclude' | 'remix'>,
    Partial<Pick<Job, 'seed' | 'width' | 'height' | 'version'>>,
    GenerationParameters {
  readonly inputs?: readonly Pick<JobInput, 'role'>[];
  /** It starts from a picture or a clip that was made before. */
  readonly isFollowUp: boolean;
}

export interface WordsRead {
  readonly words: PromptWords;
  /** False if the result would have nothing to do with the prompt. */
  readonly isEnough: boolean;
}

const drawing: ReadonlySet<JobKind> = new Set(['grid', 'variation', 'edit', 'retexture', 'outpaint', 'clip']);

/**
 * Returns undefined if the job does not draw the contents of the prompt. Takes less than a millisecond
 * for a usual prompt.
 */
export function readWords(job: PromptJob): WordsRead | undefined {
  if (!drawing.has(job.kind) || job.prompt.trim() === '') return undefined;
  const sorted = sortJob(shortJob(job));
  const presentWords = namedPlaces(job, sorted);
  const words: PromptWords = {
    drawn: shortenList(presentWords ?? sorted.understood),
    understood: shortenList(sorted.understood),
    ...(presentWords && { placed: shortenList(presentWords) }),
    style: shortenList(sorted.style),
    excluded: shortenList(sorted.excluded),
    notUnderstood: shortenList(sorted.notUnderstood),
  };
  return { words, isEnough: isEnough(job, sorted) };
}

/**
 * The first candidate of a picture that only its words describe is composed, as it will be when it is drawn.
 * Undefined means pictures or a parent decide, too.
 */
function namedPlaces(job: PromptJob, { understood, mentions }: SortedWords): string[] | undefined {
  const { kind, isFollowUp, inputs = [], tile, seed, width, height } = job;
  if (kind !== 'grid' || isFollowUp || inputs.length > 0 || tile) return undefined;
  if (seed === undefined || width === undefined || height === undefined) return undefined;
  const short = shortJob(job);
  const options = { ...short, seed: deriveSeed(seed, job.prompt), width, height, candidate: 0 };
  const scene = composeScene(readJob(short), options);
  const lettering = understood.filter(word => word.startsWith('"'));
  return [...lettering, ...placedWords(mentions, scene)];
}

const longestList = 100;
/** The maximum number of characters that are read, because longer texts would delay other requests. */
const longestRead = 2000;

/** Cuts the parts and exclusions together to the length that is read of a prompt. */
function shortJob(job: PromptJob): PromptJob {
  let left = longestRead;
  const cut = (text: string): string => {
    const start = text.slice(0, left);
    left -= start.length;
    return start;
  };
  const parts = job.parts?.map(part => ({ ...part, text: cut(part.text) }));
  const exclude = job.exclude.map(cut).filter(Boolean);
  return { ...job, prompt: job.prompt.slice(0, longestRead), exclude, ...(parts && { parts }) };
}

function shortenList(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, longestList);
}

/** Whether the words are enough to draw. A picture alone does not determine how it should change. */
function isEnough(
  job: PromptJob,
  { understood, style, excluded: excludedWords, namesSomething, missesSomething }: SortedWords,
): boolean {
  const pictureInputs = (job.inputs ?? []).filter(({ role }) => role !== 'mask');
  if (job.prompt.length > longestRead) return true;
  if (isChange(job)) {
    const brings = pictureInputs.some(({ role }) => role !== 'picture');
    return brings || understood.length + style.length + excludedWords.length > 0;
  }
  if (job.isFollowUp || pictureInputs.length > 0) return true;
  return namesSomething || (style.length > 0 && !missesSomething);
}

/** Whether the prompt is an instruction to change a picture or a clip. */
function isChange({ kind, remix }: PromptJob): boolean {
  return kind === 'edit' || kind === 'retexture' || remix === true;
}

function sortJob(job: PromptJob): SortedWords {
  const { parts = [], prompt, kind } = job;
  const unwantedTexts = parts.filter(({ weight }) => weight < 0).map(({ text }) => text);
  const wantedTexts =
    parts.length > 0 ? parts.filter(({ weight }) => weight > 0).map(({ text }) => text) : [prompt];
  const exclude = [...job.exclude, ...unwantedTexts];
  const sorted = wantedTexts.map(text =>
    withPhrases(
      sortWords(isChange(job) ? describeResult(text) : text, { exclude, isClip: kind === 'clip' }),
      job,
    ),
  );
  return sorted.reduce(joinSortedWords);
}

/**
 * Words that are read by other parts of the engine than the one that reads a
 * scene: motion, materials, orders.
 */
function withPhrases(sorted: SortedWords, job: PromptJob): SortedWords {
  const phrases = [
    ...(job.kind === 'clip' ? motionPhrases(job.prompt) : []),
    ...(isChange(job) ? materialPhrases(job.prompt) : []),
  ];
  const orders = isChange(job) && isOrder(job.prompt) ? orderWords : [];
  const usedWords = new Set([...phrases, ...phrases.flatMap(phrase => phrase.split(/\s+/))]);
  const notUnderstood = sorted.notUnderstood.filter(word => !usedWords.has(word) && !orders.includes(word));
  const missesSomething = sorted.missesSomething && notUnderstood.length > 0;
  const style = [...sorted.style, ...phrases.filter(phrase => !sorted.understood.includes(phrase))];
  return { ...sorted, style, notUnderstood, missesSomething };
}

const orderWords =
  'add put place change turn replace remove delete erase take convert swap color colour recolor recolour dye 加 添加 增加 放 变 改 换 去掉 删 移除 去除'.split(
    ' ',
  );

function joinSortedWords(one: SortedWords, other: SortedWords): SortedWords {
  return {
    understood: [...one.understood, ...other.understood],
    mentions: [...one.mentions, ...other.mentions],
    style: [...one.style, ...other.style],
    excluded: [...one.excluded, ...other.excluded],
    notUnderstood: [...one.notUnderstood, ...other.notUnderstood],
    namesSomething: one.namesSomething || other.namesSomething,
    missesSomething: one.missesSomething || other.missesSomething,
  };
}
