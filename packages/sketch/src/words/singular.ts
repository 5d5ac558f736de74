/**
 * English words in the singular, well enough to look them up; the vocabulary is brought into the same form.
 */

const irregular = new Map([
  ['mice', 'mouse'],
  ['geese', 'goose'],
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['people', 'person'],
  ['wolves', 'wolf'],
  ['leaves', 'leaf'],
  ['loaves', 'loaf'],
  ['knives', 'knife'],
  ['elves', 'elf'],
  ['calves', 'calf'],
  ['oxen', 'ox'],
  ['cacti', 'cactus'],
  ['octopi', 'octopus'],
  ['fishermen', 'fisherman'],
  ['policemen', 'policeman'],
  ['firemen', 'fireman'],
  ['snowmen', 'snowman'],
]);

export function singular(word: string): string {
  const irregularForm = irregular.get(word);
  if (irregularForm !== undefined) return irregularForm;
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(x|ch|sh|ss|zz|o)es$/.test(word) && !/(shoes|canoes|^toes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
