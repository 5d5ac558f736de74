/** Handles reports of providers in a process that serves the interfaces. */
import type { Database } from '../../platform/db/open.ts';
import { EngineError } from '../../engines/contract/engine-error.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Events } from '../../core/operate/events.ts';
import { openReportCheck } from '../../core/catalogue/engines/verify-report.ts';
import type { ReportAddresses } from '../../core/catalogue/engines/report-addresses.ts';
import type { EngineReports } from '../../api/engine-reports/engine-report-routes.ts';
import { readOrigin, readSecret } from '../../core/catalogue/secrets/engine-secrets.ts';
import type { SecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { listInstances, type EngineInstance } from '../../core/catalogue/engines/instances.ts';
import { reportWork } from '../../core/tasks/work/work-report.ts';
import type { Worker } from '../../core/tasks/work/worker.ts';
import type { NotificationHub } from './notification-hub.ts';

export interface EngineReportDependencies {
  readonly db: Database;
  readonly engineKinds: readonly EngineKind[];
  readonly secretKeys: SecretKeys;
  readonly reportAddresses: ReportAddresses;
  readonly events: Pick<Events, 'reportReceived'>;
  readonly hub: Pick<NotificationHub, 'config'>;
  /** The worker of this process. Absent in a process that only serves the interfaces. */
  readonly worker: Pick<Worker, 'checkNow'> | undefined;
}

export async function openEngineReports(parts: EngineReportDependencies): Promise<EngineReports> {
  const { db, engineKinds, secretKeys, reportAddresses, events, worker } = parts;
  const verify = openReportCheck({
    findInstance: await openInstances(parts),
    kinds: engineKinds,
    readSecret: ({ name, url }) => readSecret(db, secretKeys, { engine: name, origin: readOrigin(url) }),
  });
  return {
    isGenuine: reportAddresses.isGenuine,
    receive: async ({ engine, key, headers, body }) => {
      const url = (await reportAddresses.reportAddress({ engine, key })) ?? '';
      const verdict = await verify({ engine, headers, body, url }).catch(rejectUnverifiable);
      if (verdict === 'unknown') return false;
      events.reportReceived({ engine, isVerified: verdict === 'verified' });
      if (verdict !== 'verified') return false;
      // Thousands of jobs that are reported at the same time wait for no notification each, as
      // long as their tasks are here.
      if (!worker?.checkNow({ engine, key })) await reportWork(db, { engine, key });
      return true;
    },
  };
}

/**
 * Reports come by the thousand, and engines seldom change. One that was not heard of yet
 * is looked for in the database.
 */
async function openInstances({ db, hub }: Pick<EngineReportDependencies, 'db' | 'hub'>) {
  let instances: ReadonlyMap<string, EngineInstance> = new Map();
  const read = async () => {
    instances = new Map((await listInstances(db)).map(instance => [instance.name, instance]));
  };
  await hub.config.addReader(read);
  return async (name: string): Promise<EngineInstance | undefined> => {
    if (!instances.has(name)) await read();
    return instances.get(name);
  };
}

/** The keys of the provider could not be read. It sends the report again. */
function rejectUnverifiable(error: unknown): never {
  throw error instanceof EngineError ? new AppError('server_busy', {}, error) : error;
}
