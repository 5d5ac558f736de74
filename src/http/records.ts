/**
 * Records ready to send: a poll costs a look-up in memory, not a query. A record is dropped the moment the database
 * announces a change of its task, and none is kept while announcements may be missed, so a poller is never told less
 * than the database knows.
 */
import { LRUCache } from 'lru-cache';
import { sha256 } from '../lib/id.ts';
import type { KeptReplies } from './kept-replies.ts';

export interface ReadyRecord {
  readonly accountId: string;
  readonly body: string;
  readonly etag: string;
  /** The task has not ended: how long to wait before asking again. */
  readonly pollAfterMs: number | undefined;
  /** It is kept here, so no change of its task was announced since it was read. */
  isKept: boolean;
}

export interface Records {
  /** `variant`: everything but the task that shapes the body (base address, language). */
  get(
    publicId: string,
    variant: string,
    load: () => Promise<LoadedRecord | undefined>,
  ): Promise<ReadyRecord | undefined>;
  forget(publicId: string): void;
  /** Announcements are (not) coming in. */
  setListening(listening: boolean): void;
}

export interface LoadedRecord {
  readonly accountId: string;
  readonly record: unknown;
  readonly pollAfterMs: number | undefined;
}

const keptBytes = 64 * 1024 * 1024;

export function openRecords(replies: KeptReplies): Records {
  const kept = new LRUCache<string, Map<string, ReadyRecord>>({
    maxSize: keptBytes,
    sizeCalculation: bytesOf,
  });
  /** Tasks being read just now, and whether a change was announced meanwhile. */
  const loading = new Map<string, { count: number; stale: boolean }>();
  let listening = false;

  const load = async (publicId: string, variant: string, read: () => Promise<LoadedRecord | undefined>) => {
    const mark = loading.get(publicId) ?? { count: 0, stale: false };
    mark.count++;
    loading.set(publicId, mark);
    try {
      const loaded = await read();
      if (!loaded) return undefined;
      const record = ready(loaded);
      if (listening && !mark.stale) keep(publicId, variant, record);
      return record;
    } finally {
      if (--mark.count === 0 && loading.get(publicId) === mark) loading.delete(publicId);
    }
  };

  const keep = (publicId: string, variant: string, record: ReadyRecord): void => {
    const variants = kept.get(publicId) ?? new Map<string, ReadyRecord>();
    // A caller may send any Host: the variants of one task are bounded.
    if (variants.size >= 4) variants.clear();
    record.isKept = true;
    variants.set(variant, record);
    kept.set(publicId, variants);
  };

  const forget = (publicId: string): void => {
    for (const record of kept.get(publicId)?.values() ?? []) record.isKept = false;
    kept.delete(publicId);
    replies.forget(publicId);
    const mark = loading.get(publicId);
    if (mark) {
      mark.stale = true;
      loading.delete(publicId);
    }
  };

  return {
    get: async (publicId, variant, read) => kept.get(publicId)?.get(variant) ?? load(publicId, variant, read),
    forget,
    setListening: now => {
      listening = now;
      for (const publicId of Array.from(kept.keys())) forget(publicId);
      replies.clear();
      for (const publicId of Array.from(loading.keys())) forget(publicId);
    },
  };
}

function bytesOf(variants: Map<string, ReadyRecord>): number {
  return [...variants.values()].reduce((sum, { body }) => sum + body.length * 2, 200);
}

function ready({ accountId, record, pollAfterMs }: LoadedRecord): ReadyRecord {
  const body = JSON.stringify(record);
  return {
    accountId,
    body,
    etag: `"${sha256(body).toString('base64url').slice(0, 22)}"`,
    pollAfterMs,
    isKept: false,
  };
}
