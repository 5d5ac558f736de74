/** How far the program in a folder is, and what it made. */
import { reason } from '@kinora/shared/errors/reason';
import { stat } from 'node:fs/promises';
import { calendarNow } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import { failedState } from '../../adapter-kit/http/http-failures.ts';
import type { HeldAnswer } from '../../adapter-kit/answers/spooled-answer.ts';
import { isCertainlyRunning, isRunning, killGroup } from './process-facts.ts';
import type { Previews } from './previews.ts';
import { readResult, reportedError, type ExpectedOutput } from './read-result.ts';
import { readRunFile, runExit, runFiles, runProcess, runProgress, type RunExit } from './run-files.ts';

export interface Run {
  readonly folder: string;
  readonly expectedOutput: ExpectedOutput;
  readonly maxBytes: number;
  readonly previews: Previews;
}

/** `answer`: the run is finished. */
export type RunState = Exclude<EngineStatus, { state: 'done' }> | { state: 'answer'; answer: HeldAnswer };

const pollMs = 500;
/** A runner has certainly started this long after its folder was created. */
const runnerStartMs = 60_000;
const maxCauseLength = 2000;

export async function checkRun(run: Run): Promise<RunState> {
  const { folder, previews } = run;
  const facts = await readRunFile(folder, runFiles.process, runProcess);
  const isAlive = facts && isRunning(facts);
  // Read after the look at the process, which writes this before it ends.
  const exit = await readRunFile(folder, runFiles.exit, runExit);
  if (exit) return finishRun(run, exit);
  if (!facts) return (await isNew(folder)) ? runningStatus(0) : { state: 'lost' };
  if (isAlive) {
    const now = await readRunFile(folder, runFiles.progress, runProgress);
    const preview = now && (await previews.next(folder, now));
    return { ...runningStatus(now?.progress ?? 0), ...(preview && { preview }) };
  }
  if (facts.program && isCertainlyRunning(facts.program)) killGroup(facts.pid);
  return failedState(
    new EngineError('engine_error', reason('process_killed'), { retryable: true }),
  ) as RunState;
}

async function finishRun({ folder, expectedOutput, maxBytes }: Run, exit: RunExit): Promise<RunState> {
  try {
    if (exit.code !== 0 || exit.reason !== undefined) throw (await reportedError(folder)) ?? toFailure(exit);
    return { state: 'answer', answer: await readResult(folder, expectedOutput, maxBytes) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return failedState(error) as RunState;
  }
}

function runningStatus(progress: number): Extract<EngineStatus, { state: 'running' }> {
  return { state: 'running', progress: Math.min(1, Math.max(0, progress)), checkAgainMs: pollMs };
}

/** A program that ran out of a limit, or could not be started, would do so again. */
function toFailure({ code, signal, reason: stopped, lastLines }: RunExit): EngineError {
  const cause = lastLines.join('\n').slice(-maxCauseLength);
  if (stopped !== undefined)
    return new EngineError('engine_error', reason('program_stopped', { said: stopped }), { cause });
  const why =
    signal === null ? reason('program_exited', { code: String(code) }) : reason('program_killed', { signal });
  return new EngineError('engine_error', why, { retryable: true, cause });
}

async function isNew(folder: string): Promise<boolean> {
  const facts = await stat(folder).catch(() => undefined);
  return facts !== undefined && calendarNow() - facts.mtimeMs < runnerStartMs;
}
