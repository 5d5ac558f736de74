/**
 * What the engine understands of a prompt, without the code that draws: for a server
 * that draws in other processes.
 */
export { type PromptJob, readWords, type WordsRead } from './prompt/read-words.ts';
export type { PromptWords } from './prompt/sort-words.ts';
