/**
 * The lines that a program prints, of limited length: a program that never ends a line must not
 * fill the memory of its reader.
 */
import type { Readable } from 'node:stream';

/** The longest line, which is longer than any path of a preview. */
const maxLength = 5_000;

/**
 * Drops the rest of a longer line. A carriage return ends a line, too, because
 * progress bars write over theirs.
 */
export function onOutputLine(output: Readable, read: (line: string) => void): void {
  let line = '';
  let hasReturned = false;
  const append = (part: string) => {
    line += part.slice(0, maxLength - line.length);
  };

  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    // The two characters of one end may come apart.
    const text = hasReturned && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    hasReturned = chunk.endsWith('\r');
    const [first = '', ...otherLines] = text.split(/\r\n|[\r\n]/);
    append(first);
    for (const other of otherLines) {
      read(line);
      line = '';
      append(other);
    }
  });
  output.once('end', () => {
    if (line !== '') read(line);
  });
}
