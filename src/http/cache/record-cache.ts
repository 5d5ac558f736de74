/**
 * Keeps records ready to send, so that a poll needs no query. A record is dropped when the database announces a change
 * of its task, and nothing is kept while announcements may be missed, so pollers never get outdated records for longer than
 * an announcement takes.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Language } from '../../errors.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Hints } from '../../db/hints.ts';
import { sha256 } from '../../lib/id.ts';
import type { TaskOwner } from '../../tasks/task-scope.ts';
import type { ApiSurface } from '../route.ts';

export interface ReadyRecord {
  /** The owner of the task, to be compared with the caller's scope. */
  readonly owner: TaskOwner;
  readonly body: string;
  readonly etag: string;
  /** How long to wait before the next poll. Undefined if the task has ended. */
  readonly pollAfterMs: number | undefined;
  /** Of the response with which it was sent first. Undefined if it has not been sent yet. */
  headers?: OutgoingHttpHeaders;
}

export interface RecordCache {
  /** Returns a record from the cache. Undefined if it is not there, or changes may have been missed. */
  kept(publicId: string, variant: string): ReadyRecord | undefined;
  /** Returns a record from the cache, or reads it. */
  get(
    publicId: string,
    variant: string,
    load: () => Promise<LoadedRecord | undefined>,
  ): Promise<ReadyRecord | undefined>;
}

export interface LoadedRecord {
  readonly owner: TaskOwner;
  readonly record: unknown;
  readonly pollAfterMs: number | undefined;
}

export interface VariantOptions {
  readonly family: ApiSurface;
  /** Everything in the request that its links depend on. */
  readonly basis: string;
  readonly language: Language;
}

/** Everything that the body of a record depends on besides the task. */
export function variantOf({ family, basis, language }: VariantOptions): string {
  return `${family} ${language} ${basis}`;
}

const keptBytes = 64 * 1024 * 1024;

export interface RecordCacheParts {
  /** Records are given out only while it is fresh. */
  readonly changes: ChangeFeed;
  /** What this process writes itself is dropped before anybody hears of it. */
  readonly hints: Pick<Hints, 'on'>;
}

export function openRecordCache({ changes, hints }: RecordCacheParts): RecordCache {
  const kept = new LRUCache<string, Map<string, ReadyRecord>>({
    maxSize: keptBytes,
    sizeCalculation: bytesOf,
  });
  /** Tasks that are being read, and whether a change was announced in the meantime. */
  const loading = new Map<string, { count: number; stale: boolean }>();
  const load = async (publicId: string, variant: string, read: () => Promise<LoadedRecord | undefined>) => {
    const mark = loading.get(publicId) ?? { count: 0, stale: false };
    mark.count++;
    loading.set(publicId, mark);
    try {
      const loaded = await read();
      if (!loaded) return undefined;
      const record = ready(loaded);
      if (!mark.stale) keep(publicId, variant, record);
      return record;
    } finally {
      if (--mark.count === 0 && loading.get(publicId) === mark) loading.delete(publicId);
    }
  };

  const keep = (publicId: string, variant: string, record: ReadyRecord): void => {
    const variants = kept.get(publicId) ?? new Map<string, ReadyRecord>();
    // Callers can send any Host header, so the number of variants is limited.
    if (variants.size >= 4) variants.clear();
    variants.set(variant, record);
    kept.set(publicId, variants);
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
  const find = (publicId: string, variant: string): ReadyRecord | undefined =>
    changes.isFresh() ? kept.get(publicId)?.get(variant) : undefined;
  return {
    kept: find,
    get: async (publicId, variant, read) => find(publicId, variant) ?? load(publicId, variant, read),
  };
}

function bytesOf(variants: Map<string, ReadyRecord>): number {
  return [...variants.values()].reduce((sum, { body }) => sum + body.length * 2, 200);
}

function ready({ owner, record, pollAfterMs }: LoadedRecord): ReadyRecord {
  const body = JSON.stringify(record);
  return {
    owner,
    body,
    etag: `"${sha256(body).toString('base64url').slice(0, 22)}"`,
    pollAfterMs,
  };
}
