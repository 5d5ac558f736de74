/** Reads a file of an engine's result, within a time limit. */
import { Readable } from 'node:stream';
import type { ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import { readAll } from '../../../engines/contract/read-media.ts';
import { callEngine, engineFailure, inEngineSpan } from './call-engine.ts';
import { engineCall } from './engine-job.ts';
import type { AdvanceDependencies, Execution } from './execution.ts';

/** A long clip is downloaded and perhaps encoded again. */
const mediaTimeoutMs = 300_000;

/** Reads the whole stream within the call, so that a stream that stalls is bounded by the call's timeout. */
export async function openMedia(
  execution: Execution,
  parts: AdvanceDependencies,
  media: EngineMedia,
): Promise<ReceivedFile> {
  const { task, engine } = execution;
  try {
    return await callEngine(
      execution.signal,
      async reading =>
        inEngineSpan('open', async () => {
          const file = await engine.open(task.handle ?? null, media, engineCall(task, parts, reading));
          // A file on disk is complete, and is read when its turn comes.
          return file instanceof Readable ? readAll(file, reading) : file;
        }),
      mediaTimeoutMs,
    );
  } catch (error) {
    throw engineFailure(error);
  }
}
