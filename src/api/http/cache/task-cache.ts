/**
 * Caches values that were read of tasks. A value is dropped when a change of its task is
 * announced, and none is returned while announcements may be missed. So no value stays outdated
 * for longer than an announcement takes.
 */
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../../../platform/db/change-feed.ts';
import type { Hints } from '../../../platform/db/hints.ts';

export interface TaskCache<Value> {
  /** Returns a value from the cache, or undefined if it is not there, or changes may have been missed. */
  peek(publicId: string, variant: string): Value | undefined;
  /** Returns a value from the cache, or reads it. `variant` identifies everything else that it depends on. */
  get(publicId: string, variant: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /** Drops all values. */
  clear(): void;
}

export interface TaskCacheDependencies {
  /** The announced changes of tasks. Values are returned only while this feed is fresh. */
  readonly changes: ChangeFeed;
  /** Drops values of tasks that this process writes itself, without waiting for the change feed. */
  readonly hints: Pick<Hints, 'on'>;
}

export interface TaskCacheLimits<Value> {
  readonly maxBytes: number;
  readonly measureBytes: (value: Value) => number;
  /** How long a value is used that also changes with time. There is no limit by default. */
  readonly maxAgeMs?: number;
}

export function openTaskCache<Value>(
  { changes, hints }: TaskCacheDependencies,
  { maxBytes, measureBytes, maxAgeMs = 0 }: TaskCacheLimits<Value>,
): TaskCache<Value> {
  const cache = new LRUCache<string, Map<string, Value>>({
    maxSize: maxBytes,
    sizeCalculation: variants =>
      [...variants.values()].reduce((sum, value) => sum + measureBytes(value), 200),
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
      if (value !== undefined && !mark.stale) store(publicId, variant, value);
      return value;
    } finally {
      if (--mark.count === 0 && loading.get(publicId) === mark) loading.delete(publicId);
    }
  };

  const store = (publicId: string, variant: string, value: Value): void => {
    const variants = cache.get(publicId) ?? new Map<string, Value>();
    // Callers can send any Host header, so the number of variants is limited.
    if (variants.size >= 4) variants.clear();
    cache.set(publicId, new Map(variants).set(variant, value));
  };

  const forget = (publicId: string): void => {
    cache.delete(publicId);
    const mark = loading.get(publicId);
    if (mark) {
      mark.stale = true;
      loading.delete(publicId);
    }
  };

  hints.on('tasks', publicIds => publicIds.forEach(forget));
  changes.on(taskChanges => taskChanges.forEach(({ publicId }) => forget(publicId)));
  const clear = (): void => {
    for (const publicId of Array.from(cache.keys())) forget(publicId);
    for (const publicId of Array.from(loading.keys())) forget(publicId);
  };
  changes.onGap(clear);
  const find = (publicId: string, variant: string): Value | undefined =>
    changes.isFresh() ? cache.get(publicId)?.get(variant) : undefined;
  return {
    peek: find,
    get: async (publicId, variant, read) => find(publicId, variant) ?? load(publicId, variant, read),
    clear,
  };
}
