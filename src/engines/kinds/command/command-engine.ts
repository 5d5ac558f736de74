/**
 * A program that is started for each step. It runs in a process of its own and talks by files, so it
 * continues while the server restarts, and is found again by the key of its start.
 */
import { reason } from '@kinora/shared/errors/reason';
import { join } from 'node:path';
import { z } from 'zod';
import { calendarNow } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { Json } from '../../contract/json.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openAnswered, readAnswer, storeAnswer } from '../../adapter-kit/answers/spooled-answer.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { checkRun } from './check-run.ts';
import { commandSettings } from './command-settings.ts';
import { toFolderName, keepVerdict, removeFolder, staleFolders, writeJobFolder } from './job-folder.ts';
import { openPreviews } from './previews.ts';
import { maxOutputBytes, toProgramRun, expectedOutput } from './program-run.ts';
import { expectedOutputShape } from './read-result.ts';
import { readRunFile, runFiles } from './run-files.ts';
import { cancelRun, startRunner } from './runner.ts';

const handleShape = z.object({ key: z.string(), wanted: expectedOutputShape });
type Handle = z.infer<typeof handleShape>;

export function openCommandEngine(options: InstanceOptions, workFolder: string): StepEngine {
  const { name, slots = 1, spool } = options;
  const settings = commandSettings.parse(options.settings);
  const root = join(workFolder, name);
  const previews = openPreviews();
  void removeStale(root);

  /** Returns undefined if no start has such a key. */
  const jobFolder = (key: string) => {
    const folderName = toFolderName(key);
    return folderName && join(root, folderName);
  };

  async function check(handle: Handle, folder: string): Promise<EngineStatus> {
    const { key, wanted: expectedOutput } = handle;
    const storedAnswer = await readAnswer(spool, key);
    if (storedAnswer) return { state: 'done', ...storedAnswer };
    const run = await checkRun({ folder, expectedOutput, maxBytes: maxOutputBytes(settings), previews });
    // Only what is in the spool may leave the folder.
    return run.state === 'answer' ? { state: 'done', ...(await storeAnswer(spool, key, run.answer)) } : run;
  }

  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots, local: false, keepsFiles: true, afterUnknownStart: 'find' },
    start: async (step, key) => {
      const folder = jobFolder(key);
      if (!folder) throw new EngineError('engine_error', reason('run_key'), { notStarted: true });
      const handle: Handle = { key, wanted: expectedOutput(step) };
      if (await readAnswer(spool, key)) return handle;
      await writeJobFolder(folder, { step, run: toProgramRun(settings, folder), handle });
      await startRunner(folder);
      return handle;
    },
    find: async key => {
      const folder = jobFolder(key);
      const handle = folder && (await readRunFile(folder, runFiles.handle, handleShape));
      // The server may have ended before it started the runner. A second one does nothing.
      if (handle) await startRunner(folder);
      return handle || undefined;
    },
    check: async stored => {
      const { data: handle } = handleShape.safeParse(stored);
      const folder = handle && jobFolder(handle.key);
      if (!folder) return { state: 'lost' };
      const state = await check(handle, folder);
      if (state.state === 'running') return state;
      previews.forget(folder);
      // The core may ask again before it has stored a failure.
      await (state.state === 'failed' ? keepVerdict(folder) : removeFolder(folder));
      return state;
    },
    open: (stored, media) => openAnswered(spool, readKey(stored), media),
    cancel: async stored => {
      const key = readKey(stored);
      const folder = jobFolder(key);
      if (!folder) return;
      previews.forget(folder);
      await cancelRun(folder);
      await spool.drop(key);
    },
    // What runs continues without the server.
    close: async () => {},
  };
}

/** Empty for a handle of something else. */
function readKey(stored: Json): string {
  return handleShape.safeParse(stored).data?.key ?? '';
}

async function removeStale(root: string): Promise<void> {
  for (const folder of await staleFolders(root, calendarNow())) await removeFolder(folder).catch(() => {});
}
