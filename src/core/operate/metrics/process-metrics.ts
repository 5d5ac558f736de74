/**
 * Gauges of this process, read at each scrape: CPU, memory, event loop, disk, storage, pools and change feed.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import type { ChangeFeed } from '../../../platform/db/change-feed.ts';
import type { Database } from '../../../platform/db/open.ts';
import { processStartMs } from '@kinora/shared/clock';
import { measureDiskSpace } from '../../../platform/lib/disk/disk-space.ts';
import { valueWithin } from '../../../platform/lib/async/shared-read.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import type { Registry } from './registry.ts';

const resolutionMs = 50;

/** Returns the functions that read them and that stop the measurement. */
export function openProcessMetrics(registry: Registry): { read: () => void; close: () => void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const read = () => {
    const { user, system } = process.cpuUsage();
    registry.set('process_cpu_seconds_total', {}, (user + system) / 1e6);
    registry.set('process_resident_memory_bytes', {}, process.memoryUsage.rss());
    registry.set('process_start_time_seconds', {}, processStartMs / 1000);
    // What it measures includes its own interval. Before the first interval, nothing was measured.
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
    const isMeasured = delay.count > 0;
    registry.set(
      'kinora_event_loop_lag_seconds',
      { statistic: 'median' },
      isMeasured ? lag(delay.percentile(50)) : 0,
    );
    registry.set(
      'kinora_event_loop_lag_seconds',
      { statistic: 'p99' },
      isMeasured ? lag(delay.percentile(99)) : 0,
    );
    registry.set('kinora_event_loop_lag_seconds', { statistic: 'max' }, isMeasured ? lag(delay.max) : 0);
    delay.reset();
  };
  return { read, close: () => void delay.disable() };
}

export function readPools(registry: Registry, { pool, indexedPool }: Database): void {
  const read = (name: string, { options, totalCount, idleCount, waitingCount }: pg.Pool) => {
    registry.set('kinora_db_pool_max', { pool: name }, options.max);
    registry.set('kinora_db_pool_open', { pool: name }, totalCount);
    registry.set('kinora_db_pool_idle', { pool: name }, idleCount);
    registry.set('kinora_db_pool_waiting', { pool: name }, waitingCount);
  };
  read('plain', pool);
  read('indexed', indexedPool);
}

export function readFeed(registry: Registry, feed: Pick<ChangeFeed, 'lagMs'>): void {
  registry.set('kinora_feed_lag_seconds', {}, feed.lagMs / 1000);
}

/**
 * How long a volume may take. It is shorter than a scrape may take, so that a volume that hangs is reported
 * by the same scrape.
 */
const volumeTimeoutMs = 1_500;

export async function readDisk(registry: Registry, folder: string): Promise<void> {
  const space = await valueWithin(volumeTimeoutMs, measureDiskSpace(folder), undefined);
  registry.set('kinora_up', { source: 'disk' }, space ? 1 : 0);
  if (!space) {
    registry.clear('kinora_disk_free_bytes');
    registry.clear('kinora_disk_size_bytes');
    return;
  }
  registry.set('kinora_disk_free_bytes', {}, space.freeBytes);
  registry.set('kinora_disk_size_bytes', {}, space.totalBytes);
}

/** A storage that does not answer in time is down. */
export async function readStorage(
  registry: Registry,
  storage: Pick<Storage, 'check'>,
  timeoutMs = volumeTimeoutMs,
): Promise<void> {
  const isUp = storage.check().then(
    () => 1,
    () => 0,
  );
  registry.set('kinora_up', { source: 'storage' }, await valueWithin(timeoutMs, isUp, 0));
}
