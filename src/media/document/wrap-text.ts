/** Chinese text may break before any letter. */
const breakable = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/**
 * The lines of a text, none wider than `room`. Breaks at spaces and at Chinese letters, and inside a
 * word only if it fills a line.
 */
export function wrapText(text: string, room: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap(paragraph => {
    const lines: string[] = [];
    let line = '';
    for (const piece of splitPieces(paragraph)) {
      if (line !== '' && measure((line + piece).trimEnd()) > room) {
        lines.push(line.trimEnd());
        line = '';
      }
      const parts = splitWord(piece, room, measure);
      lines.push(...parts.slice(0, -1));
      line += parts.at(-1) ?? '';
    }
    return [...lines, line.trimEnd()];
  });
}

/** Words with the spaces after them, and single Chinese letters. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  let word = '';
  for (const letter of text) {
    if (word !== '' && (breakable.test(letter) || (/\s$/.test(word) && !/\s/.test(letter)))) {
      pieces.push(word);
      word = '';
    }
    word += letter;
    if (!breakable.test(letter)) continue;
    pieces.push(word);
    word = '';
  }
  return word === '' ? pieces : [...pieces, word];
}

function splitWord(word: string, room: number, measure: (text: string) => number): string[] {
  if (measure(word.trimEnd()) <= room) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && measure(part + letter) > room) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}
