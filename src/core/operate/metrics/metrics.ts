/** The metrics of a process. Events are counted as they happen, and all other values are read at a scrape. */
import type { Config } from '../../../platform/config/config.ts';
import type { ChangeFeed } from '../../../platform/db/change-feed.ts';
import type { Database } from '../../../platform/db/open.ts';
import type { Events } from '../events.ts';
import { systemClock } from '@kinora/shared/clock';
import type { ReportRequest } from '../../../platform/lib/ended-request.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import { openDatabaseMetrics } from './database-metrics.ts';
import { openHttpMetrics } from './http-metrics.ts';
import { metricEvents } from './metric-events.ts';
import { openProcessMetrics, readDisk, readFeed, readPools, readStorage } from './process-metrics.ts';
import { openRegistry } from './registry.ts';

export interface Metrics {
  readonly events: Events;
  readonly reportRequest: ReportRequest;
  /** Reads these at each scrape from now on. */
  watch(parts: WatchedDependencies): void;
  /** Everything in Prometheus's text format. Never takes longer than two seconds, even if something hangs. */
  read(): Promise<string>;
  close(): void;
}

export interface WatchedDependencies {
  readonly config: Pick<Config, 'dataDir' | 'queueHours' | 'taskTimeoutSeconds'>;
  readonly db: Database;
  readonly storage: Storage;
  readonly catalogue: Catalogue;
  readonly changes: Pick<ChangeFeed, 'lagMs'>;
}

const readTimeoutMs = 2_000;

export function openMetrics({ version, role }: { version: string; role: string }): Metrics {
  const registry = openRegistry();
  registry.set('kinora_build_info', { version, node: process.versions.node, role }, 1);
  const processMetrics = openProcessMetrics(registry);
  let catalogue: Catalogue | undefined;
  let readers: readonly (() => unknown)[] = [processMetrics.read];
  return {
    events: metricEvents({
      registry,
      isModel: id => catalogue?.all.some(({ card }) => card.id === id) ?? false,
    }),
    reportRequest: openHttpMetrics(registry),
    watch: ({ config, db, storage, changes, ...parts }) => {
      catalogue = parts.catalogue;
      const readDatabase = openDatabaseMetrics(registry, {
        ...parts,
        db,
        clock: systemClock,
        limits: config,
      });
      readers = [
        processMetrics.read,
        () => readPools(registry, db),
        () => readFeed(registry, changes),
        () => readDisk(registry, config.dataDir),
        () => readStorage(registry, storage),
        readDatabase,
      ];
    },
    read: async () => {
      const timer = new AbortController();
      await Promise.race([
        Promise.all(readers.map(async read => read())),
        systemClock.sleep(readTimeoutMs, timer.signal),
      ]);
      timer.abort();
      return registry.render();
    },
    close: processMetrics.close,
  };
}
