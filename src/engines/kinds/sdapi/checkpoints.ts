/** The checkpoints that a program has, so that a route with a wrong name fails before anything begins. */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { startFailure } from '../../adapter-kit/http/http-failures.ts';

const checkpointList = z.array(
  z.object({
    title: z.string(),
    model_name: z.string().nullish(),
    hash: z.string().nullish(),
    filename: z.string().nullish(),
  }),
);
export type Checkpoint = z.infer<typeof checkpointList>[number];

const shownNames = 5;

export async function listCheckpoints(client: HttpClient, signal: AbortSignal): Promise<Checkpoint[]> {
  const response = await client.send({ path: '/sdapi/v1/sd-models', signal, maxBytes: maxListBytes });
  if (!response.isOk) throw startFailure(response, client);
  return readJson(response, checkpointList);
}

/**
 * Throws `engine_rejected` if the program does not know the name. The list is read again
 * for a name that is not in it.
 */
export function openCheckpointCheck(client: HttpClient) {
  let knownNames = new Set<string>();
  return async (name: string, signal: AbortSignal): Promise<void> => {
    if (knownNames.has(name)) return;
    const list = await listCheckpoints(client, signal);
    knownNames = new Set(list.flatMap(listNames));
    if (knownNames.has(name)) return;
    throw new EngineError('engine_rejected', reason('checkpoint_missing'), {
      // Another engine of the model may have it.
      retryable: true,
      notStarted: true,
      cause: adviceFor(name, list.map(checkpointName)),
    });
  };
}

/** Advises operators, to whom the names of files and settings belong. */
function adviceFor(name: string, existing: readonly string[]): string {
  const rest = existing.length - shownNames;
  const names = `${existing.slice(0, shownNames).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const has = existing.length > 0 ? `It has: ${names}.` : 'It has none.';
  return `There is no checkpoint "${name}". ${has} Set the upstream of the route to one that it has, or turn the setting "checkpoints" off to use the one that is loaded.`;
}

/** The name that operators enter: without the hash, which changes with the file. */
export function checkpointName({ title, model_name: name }: Checkpoint): string {
  return name || title;
}

/** Lists all names by which the program finds the checkpoint. */
function listNames(checkpoint: Checkpoint): string[] {
  const { title, hash, filename } = checkpoint;
  const file = filename?.split(/[\\/]/).at(-1) ?? '';
  return [
    checkpointName(checkpoint),
    title,
    title.replace(/ \[[0-9a-f]+\]$/i, ''),
    hash ?? '',
    file,
    file.replace(/\.[^.]+$/, ''),
  ];
}
