/** What is run for a step, and what it has to make. */
import type { Step } from '../../contract/steps/step.ts';
import { splitLines } from '../../../platform/lib/text/lines.ts';
import { programEnvironment } from '../../../platform/lib/program-environment.ts';
import type { CommandSettings } from './command-settings.ts';
import type { ExpectedOutput } from './read-result.ts';
import type { ProgramRun } from './run-files.ts';

export function toProgramRun(settings: CommandSettings, folder: string): ProgramRun {
  return {
    program: settings.program,
    arguments: splitLines(settings.arguments).map(each => each.replaceAll('{job}', folder)),
    environment: programEnvironment(settings.environment),
    timeoutMs: settings.timeoutSeconds * 1000,
    maxBytes: maxOutputBytes(settings),
  };
}

export function maxOutputBytes({ maxMegabytes }: CommandSettings): number {
  return maxMegabytes * 1024 * 1024;
}

export function expectedOutput(step: Step): ExpectedOutput {
  const nothing = { width: 0, height: 0, durationMs: 0, framesPerSecond: 0 };
  if (step.primitive === 'ask') return { ...nothing, kind: 'text', count: 1 };
  const { width, height } = step;
  if (step.primitive !== 'clip')
    return { ...nothing, kind: 'picture', count: 'count' in step ? step.count : 1, width, height };
  const { seconds, framesPerSecond, count } = step;
  return { kind: 'clip', count, width, height, durationMs: seconds * 1000, framesPerSecond };
}
