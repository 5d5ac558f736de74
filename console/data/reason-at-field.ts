/** The text of an error at its field. The label already names the field. */

/** The beginning of a message that names the field of the request. */
const fieldPrefix = /^(?:Invalid value for "[^"]*": |"[^"]*" 的值无效：)/;

/** Matches the first letter of a word, but not that of a name such as `sdxl:dreams` or `image/png`. */
const firstWord = /^[a-z](?=[a-z]*[ ,])/;

export function reasonAtField(message: string): string {
  return message.replace(fieldPrefix, '').replace(firstWord, letter => letter.toUpperCase());
}
