/** Four prompts for a picture with a known prompt: that prompt, and three others with what can be seen. */
import type { PictureFacts } from '../references/analyze-picture.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { colorNames } from './color-names.ts';
import { seenWords } from './seen-words.ts';
import { shortenPrompt } from './shorten-prompt.ts';

export function namedPrompts(prompt: string, facts: PictureFacts): string[] {
  const reading = readPrompt(prompt, []);
  const pictureWords = seenWords(facts, undefined);
  const [first = 'gray', second = first] = colorNames(facts.palette, 2);
  const tones = first === second ? `in ${first} tones` : `in ${first} and ${second} tones`;
  const clauses = prompt.split(/[,，]\s*/).filter(clause => clause.trim() !== '');
  const [, short = prompt] = shortenPrompt(prompt);
  const light = reading.time === undefined ? pictureWords.light : pictureWords.texture;
  return [
    prompt,
    [prompt, ...(reading.palette.length > 0 ? [] : [tones]), light].join(', '),
    [...clauses.slice(1), clauses[0] ?? prompt, pictureWords.layout].join(', '),
    [short, tones, pictureWords.direction].join(', '),
  ];
}
