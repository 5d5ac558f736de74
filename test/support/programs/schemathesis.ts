/**
 * Schemathesis, which generates requests from an OpenAPI document and checks the responses
 * (https://schemathesis.readthedocs.io).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEnd } from '../servers/clean-up.ts';

export interface SchemathesisRun {
  readonly program: string;
  /** The address of the document. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Only operations whose path matches. */
  readonly paths: string;
  readonly examples: number;
  readonly seed: number;
  /** Checks that are left out. */
  readonly without: readonly string[];
}

/** Returns what it printed, and whether all checks passed. */
export async function runSchemathesis(run: SchemathesisRun): Promise<{ isGood: boolean; report: string }> {
  const headers = Object.entries(run.headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const options = {
    'include-path-regex': run.paths,
    checks: 'all',
    'exclude-checks': run.without.join(','),
    'max-examples': run.examples,
    seed: run.seed,
    phases: 'examples,coverage,fuzzing',
    // It waits for ten seconds by default, and takes a busy machine for a fault.
    'request-timeout': 120,
  };
  const optionFlags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const flags = [...headers, ...optionFlags, '--continue-on-failure', '--no-color'];
  // It keeps what it generated in the folder where it runs.
  const cwd = await mkdtemp(join(tmpdir(), 'kinora-schemathesis-'));
  atEnd(() => rm(cwd, { recursive: true }));
  const program = spawn(run.program, ['run', run.url, ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [report, [code]] = await Promise.all([text(program.stdout), once(program, 'close')]);
  return { isGood: code === 0, report };
}
