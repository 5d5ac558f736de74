/**
 * What is known of a managed server: whether it runs, what it is, and the last lines
 * that it printed. Starts nothing.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { stateFilePath } from './managed-engine.ts';
import { probeSdcpp } from './probe-sdcpp.ts';
import { managedSettings } from './sdcpp-settings.ts';
import { readServerState, type ServerState } from './server-log.ts';

/** Lines of the end of its log that explain why it ended. */
const toldLines = 5;

export async function probeManaged(
  { name, settings }: InstanceAccess,
  workFolder: string,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const { program, node } = managedSettings.parse(settings);
  const nothing = { program: basename(program), models: [], isIdle: true };
  if (node !== '' && node !== hostname())
    return { ...nothing, notes: [`It runs on ${node}, which was not contacted.`] };
  await access(program, constants.X_OK).catch((cause: unknown) => {
    throw new EngineError('engine_error', reason('program_not_runnable', { program }), { cause });
  });
  const state = await readServerState(stateFilePath(workFolder, name));
  if (!state) return { ...nothing, notes: ['Not started yet. The first job starts it.'] };
  const lines = state.lines.map(line => `> ${line}`);
  if (state.url !== undefined && isRunning(state)) {
    const access = { url: state.url, secret: undefined };
    const probeResult = await probeSdcpp(access, signal).catch(() => undefined);
    const notes = [`It runs as process ${state.pid}.`, ...(probeResult?.notes ?? []), ...lines];
    if (probeResult) return { ...probeResult, notes };
    return {
      ...nothing,
      isIdle: false,
      notes,
      failure: toFailure(state, reason('program_silent')),
    };
  }
  const notes = ['It is not running. The next job starts it.', ...lines];
  if (state.failures === 0) return { ...nothing, notes };
  const why =
    state.failures === 1 ? reason('program_ended') : reason('program_ended_often', { count: state.failures });
  return { ...nothing, isIdle: false, notes, failure: toFailure(state, why) };
}

function toFailure({ lines }: ServerState, reason: Reason): EngineError {
  return new EngineError('engine_unavailable', reason, { cause: lines.slice(-toldLines).join(' | ') });
}

/** A state stays as it was when Kinora was killed. */
function isRunning({ pid }: ServerState): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
