/** A process says that it is there, from its start until its stop. */
import { hostname } from 'node:os';
import { systemClock } from '@kinora/shared/clock';
import type { Events } from '../../core/operate/events.ts';
import { nodeReportMs, reportNode, withdrawAllNodes, withdrawNode } from '../../core/operate/nodes.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { version } from '../../platform/version.ts';
import type { Cleanup } from './cleanup.ts';
import { repeating } from './repeating.ts';

export interface PresenceParts {
  readonly config: Pick<Config, 'role'>;
  readonly db: Database;
  /** An embedded database serves this process only. */
  readonly database: { readonly embedded: boolean };
  readonly events: Events;
}

/** Begun before other parts, so that a process that drains still counts. */
export async function beginPresence(
  { config, db, database, events }: PresenceParts,
  cleanup: Cleanup,
): Promise<void> {
  if (database.embedded) await withdrawAllNodes(db);
  const node = { id: newRowId(), role: config.role, version, host: hostname() };
  const startedMs = systemClock.now();
  cleanup.push(() => withdrawNode(db, node.id).catch((error: unknown) => events.workerError(error)));
  cleanup.push(
    repeating(nodeReportMs, events, () => reportNode(db, node, (systemClock.now() - startedMs) / 1000)),
  );
}
