/** The items of a list that is separated by commas, without spaces around them. Empty items are left out. */
export function listItems(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);
}
