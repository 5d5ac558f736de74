/** Characters that a reader cannot see, and that make two texts different all the same. */

/** Invisible characters. In words, some of them shape a letter or an emoji. */
export const hidden =
  /(?:[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f])/;

/** Removes the invisible characters. */
export function withoutHidden(text: string): string {
  return hidden.test(text) ? text.replace(new RegExp(hidden.source, 'g'), '') : text;
}
