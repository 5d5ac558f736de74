/** Collects the log of a Kinora in this process. */
import assert from 'node:assert/strict';

export interface LogLine {
  readonly msg: string;
  readonly requestId?: string;
  readonly task?: string;
  readonly [field: string]: any;
}

export interface LogLines {
  /** The stream for `logTo` of the app. */
  write(line: string): void;
  linesWith(text: RegExp): string[];
  /** The lines with this message. Each must be valid JSON. */
  lines(message?: string): LogLine[];
}

export function gatherLog(): LogLines {
  const lines: string[] = [];
  return {
    write: line => void lines.push(line),
    linesWith: text => lines.filter(line => text.test(line)),
    lines: message => {
      const all = lines.map((line): LogLine => JSON.parse(line));
      assert.ok(lines.every(line => line.endsWith('\n')));
      return message === undefined ? all : all.filter(({ msg }) => msg === message);
    },
  };
}
