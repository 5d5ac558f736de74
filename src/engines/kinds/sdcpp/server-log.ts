/**
 * The last lines that a server printed and what is known of it, in a file: a
 * probe may run in another process.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { backgroundSleep } from '@kinora/shared/clock';

const serverState = z.object({
  /** Absent if the server does not run. */
  url: z.string().optional(),
  pid: z.int().optional(),
  /** The number of times that the server ended unexpectedly. */
  failures: z.int(),
  lines: z.array(z.string()),
});
export type ServerState = z.infer<typeof serverState>;

export interface ServerLog {
  /** Adds output of the server. */
  add(text: string): void;
  set(state: Partial<Omit<ServerState, 'lines'>>): void;
  /** Returns the last lines, for the cause of a failure. */
  lastLines(): string;
}

const maxLines = 200;
const maxLineLength = 500;
const writeMs = 500;
const causeLines = 10;

export function openServerLog(file: string): ServerLog {
  const state: ServerState = { failures: 0, lines: [] };
  let rest = '';
  let isWaiting = false;

  /**
   * Writes the state a moment later, so that many lines are one write. If that fails, only a probe
   * lacks it.
   */
  async function save(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    await backgroundSleep(writeMs);
    isWaiting = false;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(state));
    await rename(`${file}.new`, file);
  }

  return {
    add(text) {
      // Progress bars write over their line.
      const parts = (rest + text).split(/[\r\n]+/);
      rest = (parts.pop() ?? '').slice(-maxLineLength);
      for (const part of parts) {
        // oxlint-disable-next-line no-control-regex -- The colors of a terminal.
        const line = part.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '').trim();
        if (line !== '') state.lines.push(line.slice(0, maxLineLength));
      }
      state.lines.splice(0, state.lines.length - maxLines);
      save().catch(() => {});
    },
    set(change) {
      Object.assign(state, change);
      save().catch(() => {});
    },
    lastLines: () => state.lines.slice(-causeLines).join('\n'),
  };
}

/** Returns undefined if it was never started on this machine. */
export async function readServerState(file: string): Promise<ServerState | undefined> {
  try {
    return serverState.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
