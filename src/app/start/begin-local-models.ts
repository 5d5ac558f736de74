/** The worker of local models, in a process that does the work. */
import { hostname } from 'node:os';
import { systemClock } from '@kinora/shared/clock';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/open.ts';
import { readMachine } from '../../platform/lib/machine/machine.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import type { EnginePool } from '../../engines/contract/engine-pool.ts';
import { openInstaller } from '../../core/local-models/installer.ts';
import { releaseLocalLeases } from '../../core/local-models/local-rows.ts';
import { openMachineReport } from '../../core/local-models/machine-report.ts';
import { saveLocalMachine } from '../../core/local-models/machine-rows.ts';
import { openLocalModels } from '../../core/local-models/open-local-models.ts';
import type { Events } from '../../core/operate/events.ts';
import type { NotificationHub } from './notification-hub.ts';
import { openFetch } from './open-fetch.ts';
import { settleWithin, type Cleanup } from './cleanup.ts';
import { repeating } from './repeating.ts';

export interface LocalWorkDependencies {
  readonly config: Config;
  readonly db: Database;
  readonly database: { readonly embedded: boolean };
  readonly engines: EnginePool;
  readonly kinds: readonly EngineKind[];
  readonly hub: NotificationHub;
  readonly events: Events;
  readonly mark: string;
}

const reportEveryMs = 60_000;
const endMs = 3_000;

export async function beginLocalModels(parts: LocalWorkDependencies, cleanup: Cleanup): Promise<void> {
  const { config, db, database, engines, kinds, hub, events, mark } = parts;
  if (!config.localModels.isOpen) return;
  if (database.embedded) await releaseLocalLeases(db);
  const local = openLocalModels({ ...config, get: openFetch(config, cleanup).get });
  const { report, readAnew } = openMachineReport({
    clock: systemClock,
    read: readMachine,
    fit: local.fitMachine,
    save: machine => saveLocalMachine(db, hostname(), machine),
  });
  const installer = openInstaller({
    db,
    engines,
    kinds,
    events,
    clock: systemClock,
    ...local,
    kind: local.program.kind,
    defaultVersion: config.defaultVersion,
    machine: readMachine,
    isTiedToMachine: config.role === 'worker',
    refreshConfig: () => hub.config.refresh(),
    databaseMark: mark,
  });
  cleanup.push(() => settleWithin(endMs, installer.stop()));
  hub.notifications.onListening(() => installer.wake());
  hub.notifications.on('kinora_local', () => installer.wake());
  const onError = (error: unknown) => events.workerError(error);
  hub.notifications.on('kinora_machine', () => void readAnew().catch(onError));
  cleanup.push(repeating(reportEveryMs, events, report));
}
