/** Caches records that are ready to be sent, so that a poll needs no query. */
import type { OutgoingHttpHeader } from 'node:http';
import type { Language } from '@kinora/shared/errors/errors';
import { sha256 } from '../../../platform/lib/id.ts';
import type { TaskOwner } from '../../../core/tasks/task-scope.ts';
import type { InterfaceName } from '../route.ts';
import { openTaskCache, type TaskCacheDependencies } from './task-cache.ts';

export interface ReadyRecord {
  /** The owner of the task, to be compared with the caller's scope. */
  readonly owner: TaskOwner;
  readonly body: string;
  readonly etag: string;
  /** How long to wait before the next poll. Undefined if the task has ended. */
  readonly pollAfterMs: number | undefined;
  /**
   * The headers of the first response that contained this record, as names and values in turn, without its
   * request id. Undefined if the record has not been sent yet.
   */
  headers?: readonly OutgoingHttpHeader[];
}

export interface RecordCache {
  /** Returns a record from the cache, or undefined if it is not there, or changes may have been missed. */
  peek(publicId: string, variant: string): ReadyRecord | undefined;
  /** Returns a record from the cache, or reads it. */
  get(
    publicId: string,
    variant: string,
    load: () => Promise<LoadedRecord | undefined>,
  ): Promise<ReadyRecord | undefined>;
  /** Drops all records. */
  clear(): void;
}

export interface LoadedRecord {
  readonly owner: TaskOwner;
  readonly record: unknown;
  readonly pollAfterMs: number | undefined;
}

export interface VariantOptions {
  readonly interfaceName: InterfaceName;
  /** Everything in the request that its links depend on. */
  readonly basis: string;
  readonly language: Language;
}

/** Everything that the body of a record depends on besides the task. */
export function variantKey({ interfaceName, basis, language }: VariantOptions): string {
  return `${interfaceName} ${language} ${basis}`;
}

const maxCacheBytes = 64 * 1024 * 1024;

export function openRecordCache(parts: TaskCacheDependencies): RecordCache {
  const measureBytes = ({ body }: ReadyRecord) => body.length * 2;
  const cache = openTaskCache<ReadyRecord>(parts, { maxBytes: maxCacheBytes, measureBytes });
  return {
    peek: cache.peek,
    clear: cache.clear,
    get: (publicId, variant, load) =>
      cache.get(publicId, variant, async () => {
        const loadedRecord = await load();
        return loadedRecord && ready(loadedRecord);
      }),
  };
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
