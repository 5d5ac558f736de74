/** Names of the emoji of the subject table in English and Chinese, from emojibase and Unicode CLDR. */
import { readDataEntry } from './data-file.ts';

export interface EmojiName {
  readonly label: string;
  readonly emoji: string;
  /** Empty if it has no Chinese name. */
  readonly chinese: string;
}

/** The key is the name of the picture. */
export function readEmojiNames(): ReadonlyMap<string, EmojiName> {
  const names = JSON.parse(readDataEntry('emoji-names.json').toString('utf8')) as Record<string, EmojiName>;
  return new Map(Object.entries(names));
}

/** Returns the name of an illustration without its set, its direction and the tone of its skin. */
export function toEmojiName(icon: string): string {
  return icon
    .replace(/^.*:/, '')
    .replace(/(-facing-right)?(-(medium-light|medium|light))?(-skin-tone)?$/, '');
}
