/** Previews of work in progress: the upstream's own, made small. */
import { LRUCache } from 'lru-cache';
import { makeThumbnail } from '../../../media/picture/picture.ts';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import type { FileDependencies } from './files.ts';
import type { UpstreamRecord } from './record.ts';

export interface Previews {
  /** Returns undefined if there is no new one. Never fails: a preview is optional. */
  next(record: UpstreamRecord, signal: AbortSignal): Promise<EnginePreview | undefined>;
  forget(id: string): void;
}

const maxEdge = 768;
const timeoutMs = 8_000;
const maxBytes = 16 * 1024 * 1024;
const maxFollowedTasks = 1000;

export function openPreviews({ upstream, results, name }: FileDependencies): Previews {
  const seenStates = new LRUCache<string, string>({ max: maxFollowedTasks });
  return {
    async next(record, signal) {
      const { id, imageUrl } = record;
      if (!imageUrl) return undefined;
      const state = toPreviewKey(record, imageUrl);
      if (seenStates.get(id) === state) return undefined;
      seenStates.set(id, state);
      const { client, url } = upstream;
      const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const bytes = await results.fetch(imageUrl, { client, url, name, signal: timeoutSignal, maxBytes });
        return await makeThumbnail(bytes, maxEdge);
      } catch {
        return undefined;
      }
    },
    forget: id => void seenStates.delete(id),
  };
}

/**
 * Signatures change with each answer, and new-api adds a number of its own: what follows `?` does not count.
 */
function toPreviewKey({ progress }: UpstreamRecord, url: string): string {
  return `${progress ?? ''} ${url.split('?', 1)[0]}`;
}
