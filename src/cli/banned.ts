/** kinora banned add | remove | list: the words that no prompt may contain. */
import { allowWords, banWords, listBannedWords } from '../moderation/banned-words.ts';
import { exitCodes, jsonOption, printJson, UsageError, type Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const bannedAdd: Command = {
  name: 'banned add',
  says: 'Refuse prompts that contain these words, at once.',
  positionals: '<word> …',
  options: jsonOption,
  run: async ({ flags, words }) => {
    const added = await withDatabase(db => banWords(db, some(words)));
    return say(flags, { added }, `${added.length} added.`);
  },
};

export const bannedRemove: Command = {
  name: 'banned remove',
  says: 'Allow these words again.',
  positionals: '<word> …',
  options: jsonOption,
  run: async ({ flags, words }) => {
    const removed = await withDatabase(db => allowWords(db, some(words)));
    return say(flags, { removed }, `${removed.length} removed.`);
  },
};

export const bannedList: Command = {
  name: 'banned list',
  says: 'List the words that no prompt may contain.',
  options: jsonOption,
  run: async ({ flags }) => {
    const words = await withDatabase(listBannedWords);
    return say(flags, words, words.join('\n') || 'No word is banned.');
  },
};

const maxLength = 100;

function some(words: readonly string[]): readonly string[] {
  if (words.length === 0) throw new UsageError('Name at least one word.');
  const long = words.find(word => word.length > maxLength || word.includes('\0'));
  if (long !== undefined) throw new UsageError(`A word has at most ${maxLength} characters.`);
  return words;
}

function say(flags: Readonly<Record<string, unknown>>, json: unknown, text: string): number {
  if (flags['json']) printJson(json);
  else process.stdout.write(`${text}\n`);
  return exitCodes.ok;
}
