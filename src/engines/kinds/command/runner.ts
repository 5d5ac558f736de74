/** Starts and ends the process that runs a program (`run-program.ts`). */
import { reason } from '@kinora/shared/errors/reason';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newRowId } from '../../../platform/lib/id.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { removeFolder } from './job-folder.ts';
import { isCertainlyRunning, killGroup } from './process-facts.ts';
import { readRunFile, runFiles, runProcess } from './run-files.ts';

const runner = fileURLToPath(new URL('./run-program.ts', import.meta.url));

/**
 * Does nothing if the folder has a runner. In a group of its own, so that a signal to
 * the server does not reach it.
 */
export async function startRunner(folder: string): Promise<void> {
  if (await stat(join(folder, runFiles.process)).catch(() => undefined)) return;
  const child = spawn(process.execPath, [runner, folder], { detached: true, stdio: 'ignore', env: {} });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new EngineError('engine_unavailable', reason('process_not_started'), {
      retryable: true,
      notStarted: true,
      cause,
    });
  }
  child.unref();
}

/**
 * Ends what runs in the folder, and removes it. A runner that has not begun yet finds that its
 * folder was moved away, and ends.
 */
export async function cancelRun(folder: string): Promise<void> {
  const movedFolder = `${folder}.${newRowId()}`;
  const isMoved = await rename(folder, movedFolder).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  const facts = await readRunFile(movedFolder, runFiles.process, runProcess);
  // Otherwise the runner finds out that its folder was moved away.
  if (facts && [facts, facts.program].some(one => one && isCertainlyRunning(one))) killGroup(facts.pid);
  await removeFolder(movedFolder);
}
