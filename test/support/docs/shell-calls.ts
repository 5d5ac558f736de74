/**
 * What a block of shell code would call, found by bash itself: no program can be found, so
 * each call is only written down. What one prints is a word with its name.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ShellCall {
  readonly program: string;
  readonly args: readonly string[];
}

/** What ends an argument and a call: not the end of a line, because arguments have several. */
const [fieldEnd, callEnd] = ['\u001f', '\u001e'];

const prelude = `
command_not_found_handle() { printf '%s\\x1f' "$@" >&9; printf '\\x1e' >&9; printf 'output-of-%s' "$1"; }
for name in kill exec exit cd wait trap; do eval "$name() { :; }"; done
PATH=/no-programs
`;

/** Throws if the code is no shell code. Placeholders such as `<token>` are words. */
export function shellCalls(example: string): ShellCall[] {
  const code = example.replaceAll(
    /<([a-z][\w -]*)>/g,
    (_, name: string) => `some-${name.replaceAll(' ', '-')}`,
  );
  execFileSync('/bin/bash', ['-n', '-c', code], { stdio: 'pipe' });
  const folder = mkdtempSync(join(tmpdir(), 'kinora-example-'));
  try {
    const list = join(folder, 'calls');
    writeFileSync(list, '');
    const script = `exec 9>>'${list}'\n${prelude}${code}`;
    // Its exit status is that of calls that did nothing.
    spawnSync('/bin/bash', ['-c', script], { cwd: folder, timeout: 20_000, stdio: 'ignore', env: {} });
    return callsIn(readFileSync(list, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function callsIn(text: string): ShellCall[] {
  return text
    .split(callEnd)
    .filter(call => call !== '')
    .map(call => {
      const [program = '', ...args] = call.split(fieldEnd).slice(0, -1);
      return { program, args };
    });
}
