/** What is known of a managed server: whether it runs, what it is, and the last lines that it printed. Starts nothing. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { EngineError } from '../engine.ts';
import type { InstanceAccess, ProbeResult } from '../engine-kind.ts';
import { stateFileOf } from './managed-engine.ts';
import { probeSdcpp } from './probe-sdcpp.ts';
import { managedSettings } from './sdcpp-settings.ts';
import { readServerState } from './server-log.ts';

export async function probeManaged(
  { name, settings }: InstanceAccess,
  workFolder: string,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const { program, node } = managedSettings.parse(settings);
  const nothing = { program: basename(program), models: [] };
  if (node !== '' && node !== hostname())
    return { ...nothing, notes: [`It runs on ${node}, which was not contacted.`] };
  await access(program, constants.X_OK).catch((cause: unknown) => {
    throw new EngineError('engine_error', `${program} is not a program that the server may run`, { cause });
  });
  const state = await readServerState(stateFileOf(workFolder, name));
  if (!state) return { ...nothing, notes: ['Not started yet. The first job starts it.'] };
  const found =
    state.url === undefined
      ? undefined
      : await probeSdcpp({ url: state.url, secret: undefined }, signal).catch(() => undefined);
  const failures = state.failures > 0 ? [`It ended ${state.failures} times in a row.`] : [];
  const running = found
    ? [`It runs as process ${state.pid}.`]
    : ['It is not responding. The next job restarts it.'];
  return {
    ...(found ?? nothing),
    notes: [...running, ...failures, ...(found?.notes ?? []), ...state.lines.map(line => `> ${line}`)],
  };
}
