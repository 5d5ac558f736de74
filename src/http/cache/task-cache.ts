/**
 * Keeps what was read of tasks. It is dropped when the database announces a change of its task, and nothing is given out while
 * announcements may be missed, so nobody gets what is outdated for longer than an announcement takes.
 */
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Hints } from '../../db/hints.ts';

export interface TaskCache<Value> {
  /** Returns a value from the cache. Undefined if it is not there, or changes may have been missed. */
  kept(publicId: string, variant: string): Value | undefined;
  /** Returns a value from the cache, or reads it. `variant` is everything else that it depends on. */
  get(publicId: string, variant: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

export interface TaskCacheParts {
  /** Values are given out only while it is fresh. */
  readonly changes: ChangeFeed;
  /** What this process writes itself is dropped before anybody hears of it. */
  readonly hints: Pick<Hints, 'on'>;
}

export interface TaskCacheLimits<Value> {
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
  /** For values that also change with time. Default: no limit. */
  readonly maxAgeMs?: number;
}

export function openTaskCache<Value>(
  { changes, hints }: TaskCacheParts,
  { maxBytes, bytesOf, maxAgeMs = 0 }: TaskCacheLimits<Value>,
): TaskCache<Value> {
  const kept = new LRUCache<string, Map<string, Value>>({
    maxSize: maxBytes,
    sizeCalculation: variants => [...variants.values()].reduce((sum, value) => sum + bytesOf(value), 200),
    ttl: maxAgeMs,
  });
  /** Tasks that are being read, and whether a change was announced in the meantime. */
  const loading = new Map<string, { count: number; stale: boolean }>();
  const load = async (publicId: string, variant: string, read: () => Promise<Value | undefined>) => {
    const mark = loading.get(publicId) ?? { count: 0, stale: false };
    mark.count++;
    loading.set(publicId, mark);
    try {
      const value = await read();
      if (value !== undefined && !mark.stale) keep(publicId, variant, value);
      return value;
    } finally {
      if (--mark.count === 0 && loading.get(publicId) === mark) loading.delete(publicId);
    }
  };

  const keep = (publicId: string, variant: string, value: Value): void => {
    const others = kept.get(publicId) ?? new Map<string, Value>();
    // Callers can send any Host header, so the number of variants is limited.
    if (others.size >= 4) others.clear();
    kept.set(publicId, new Map(others).set(variant, value));
  };

  const forget = (publicId: string): void => {
    kept.delete(publicId);
    const mark = loading.get(publicId);
    if (mark) {
      mark.stale = true;
      loading.delete(publicId);
    }
  };

  hints.on('tasks', publicIds => publicIds.forEach(forget));
  changes.on(changed => changed.forEach(({ publicId }) => forget(publicId)));
  changes.onGap(() => {
    for (const publicId of Array.from(kept.keys())) forget(publicId);
    for (const publicId of Array.from(loading.keys())) forget(publicId);
  });
  const find = (publicId: string, variant: string): Value | undefined =>
    changes.isFresh() ? kept.get(publicId)?.get(variant) : undefined;
  return {
    kept: find,
    get: async (publicId, variant, read) => find(publicId, variant) ?? load(publicId, variant, read),
  };
}
