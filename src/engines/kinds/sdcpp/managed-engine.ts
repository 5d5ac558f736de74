/**
 * An sd-server that Kinora runs, as a step engine. It works on one job at a time, so it is killed to
 * cancel a job without harm to others.
 */
import { join } from 'node:path';
import { systemClock } from '@kinora/shared/clock';
import type { Json } from '../../contract/json.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { HeldAnswers } from '../../adapter-kit/answers/held-answers.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { programEnvironment } from '../../../platform/lib/program-environment.ts';
import { openIdleStop } from './idle-stop.ts';
import { openManagedJobs } from './managed-jobs.ts';
import { ManagedServer } from './managed-server.ts';
import { splitLines } from '../../../platform/lib/text/lines.ts';
import { managedSettings } from './sdcpp-settings.ts';
import { openServerLog } from './server-log.ts';
import { openServerRoom, type ServerRoom } from './server-room.ts';

export function openManagedEngine(
  options: InstanceOptions,
  workFolder: string,
  room: ServerRoom,
): StepEngine {
  const { name, slots = 1, spool } = options;
  const settings = managedSettings.parse(options.settings);
  const clock = systemClock;
  const server = new ManagedServer({
    program: settings.program,
    arguments: [...splitLines(settings.arguments), ...lorasArguments(settings.loras)],
    environment: programEnvironment(settings.environment),
    startMs: settings.startSeconds * 1000,
    log: openServerLog(stateFilePath(workFolder, name)),
    clock,
  });
  const idle = openIdleStop({ server, clock, idleMs: settings.idleMinutes * 60_000 });
  const jobs = openManagedJobs({
    server,
    settings,
    clock,
    // A server that does not take turns with others has a room of its own.
    room: settings.takesTurns ? room : openServerRoom(),
    idle,
  });
  const answers = new HeldAnswers(spool);
  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots, local: true, afterUnknownStart: 'repeat' },
    start: (step, key, signal) => answers.start(key, call => jobs.run({ ...call, step, key }), signal),
    check: async (handle, waitMs, signal) => {
      const state = await answers.check(handle, waitMs, signal);
      return state.state === 'running' ? { ...state, progress: jobs.findProgress(readKey(handle)) } : state;
    },
    open: (handle, media, signal) => answers.open(handle, media, signal),
    cancel: handle => answers.cancel(handle),
    cancelKey: key => answers.cancelKey(key),
    close: async () => {
      answers.close();
      idle.close();
      await server.close();
    },
  };
}

/** The folder may be made later. */
function lorasArguments(folder: string): string[] {
  return folder === '' ? [] : ['--lora-model-dir', folder];
}

/** Returns where the state of a managed server is kept for probes. */
export function stateFilePath(workFolder: string, name: string): string {
  return join(workFolder, `${name}.json`);
}

/** Reads the key of a handle that `HeldAnswers` made. */
function readKey(handle: Json): string {
  return String((handle as { readonly key?: unknown }).key);
}
