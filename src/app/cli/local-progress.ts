/**
 * Follows an installation that the server works on, until it has ended. Interrupting it does
 * not interrupt the installation.
 */
import { systemClock } from '@kinora/shared/clock';
import { problemText } from '../../core/local-models/local-problem.ts';
import { listLocalModels, type LocalModel } from '../../core/local-models/local-rows.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { openProgressBar } from './progress-bar.ts';
import { sizeText } from './size-text.ts';

const pollMs = 500;
/**
 * How long an installation may wait before no worker seems to run, in milliseconds. A worker takes one within
 * a few seconds.
 */
const untakenMs = 15_000;

/** Returns whether the model is ready. */
export async function followInstallation(db: Queryable, name: string): Promise<boolean> {
  const bar = openProgressBar(name, false);
  const beganMs = systemClock.now();
  for (;;) {
    const local = (await listLocalModels(db)).find(one => one.name === name);
    if (!local || local.state === 'removed' || local.state === 'removing') return end('removed');
    if (local.state === 'ready' && !local.problem) {
      bar.end('ready');
      process.stderr.write(readyText(local));
      return true;
    }
    if (local.state !== 'installing')
      return end(local.problem ? problemText(local.problem, 'en') : local.state);
    if (local.step === undefined && systemClock.now() - beganMs > untakenMs)
      return end('waiting for a server. It begins when one runs: npx kinora serve');
    bar.show(toPercent(local), describeStage(local));
    await systemClock.sleep(pollMs);
  }

  function end(text: string): boolean {
    bar.end(text);
    return false;
  }
}

function readyText({ model, isDefault, entry }: LocalModel): string {
  const name = isDefault ? 'Prompts that name no model get it.' : `Use it with --model ${model}.`;
  return entry.kind === 'image' ? `${name}\n` : `${isDefault ? name : `Its model is ${model}.`}\n`;
}

function toPercent({ doneBytes, totalBytes }: LocalModel): number {
  return totalBytes ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 0;
}

const stages = {
  lookup: 'looking up files',
  program: 'getting the program',
  files: 'downloading weights',
  engine: 'adding the engine',
  test: 'making a test image',
} as const;

function describeStage({ step, doneBytes, totalBytes, bytesPerSecond }: LocalModel): string {
  if (step !== 'files') return step ? stages[step] : 'waiting for a worker';
  // On a terminal, the line is redrawn. Elsewhere each text is a line of its own.
  if (!process.stderr.isTTY || !totalBytes) return stages.files;
  const progress = `${sizeText(doneBytes)} of ${sizeText(totalBytes)}`;
  if (!bytesPerSecond) return progress;
  return `${progress}, ${sizeText(bytesPerSecond)}/s, ${timeLeft((totalBytes - doneBytes) / bytesPerSecond)}`;
}

function timeLeft(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}
