/** Pictures of results whose size has been read, kept until they are saved, so that each is fetched once. */
import { LRUCache } from 'lru-cache';
import type { HttpResponse } from '../../../adapter-kit/http/http-client.ts';
import type { ComfyFiles, FileAddress } from './comfy-files.ts';

export interface FetchedFiles {
  /** Fetches a file from the server, and keeps what it returns for a while. */
  readonly view: ComfyFiles['view'];
  /** A kept file, once. Returns undefined if it is to be fetched again. */
  take(file: FileAddress): HttpResponse | undefined;
}

/**
 * The limit of all files together, which is enough for a grid of large pictures. Files that are not taken
 * are dropped, the oldest first.
 */
const maxBytes = 64 * 1024 * 1024;
/** The pictures of a grid wait for the last one. */
const keptMs = 300_000;

export function openFetchedFiles({ view }: Pick<ComfyFiles, 'view'>): FetchedFiles {
  const responses = new LRUCache<string, HttpResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: keptMs,
    ttlAutopurge: true,
  });
  return {
    view: async (file, signal) => {
      const answer = await view(file, signal);
      if (answer) responses.set(toKey(file), answer);
      return answer;
    },
    take: file => {
      const answer = responses.get(toKey(file));
      responses.delete(toKey(file));
      return answer;
    },
  };
}

function toKey({ type, subfolder, filename }: FileAddress): string {
  return [type, subfolder, filename].join('/');
}
