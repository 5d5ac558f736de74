/**
 * A process reports that it runs, from its start until its stop. With the answer it gets the time of the
 * database, which all processes of an installation share.
 */
import { hostname } from 'node:os';
import { forgetCalendar, setCalendar, systemClock } from '@kinora/shared/clock';
import type { Events } from '../../core/operate/events.ts';
import { nodeReportMs, reportNode, withdrawAllNodes, withdrawNode } from '../../core/operate/nodes.ts';
import type { Config } from '../../platform/config/config.ts';
import { readBuild } from '../../platform/build.ts';
import type { Database } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { version } from '../../platform/version.ts';
import type { Cleanup } from './cleanup.ts';
import { repeating } from './repeating.ts';

export interface PresenceDependencies {
  readonly config: Pick<Config, 'role'>;
  readonly db: Database;
  /** An embedded database serves this process only. */
  readonly database: { readonly embedded: boolean };
  readonly events: Events;
}

/** How wrong the clock may be. Signatures of requests, and certificates, allow for minutes. */
const wrongAfterMs = 60_000;

/** Begun before other parts, so that a process that drains still counts. */
export async function beginPresence(
  { config, db, database, events }: PresenceDependencies,
  cleanup: Cleanup,
): Promise<void> {
  if (database.embedded) await withdrawAllNodes(db);
  const build = readBuild();
  const node = {
    id: newRowId(),
    role: config.role,
    version,
    ...(build !== undefined && { build }),
    host: hostname(),
  };
  const startedMs = systemClock.now();
  let wasWrong = false;
  const report = async (): Promise<void> => {
    const requestedMs = systemClock.now();
    const reportedTime = await reportNode(db, node, (requestedMs - startedMs) / 1000);
    const aheadMs = setCalendar({
      requestedMs,
      toldMs: reportedTime.getTime(),
      answeredMs: systemClock.now(),
    });
    const isWrong = Math.abs(aheadMs) > wrongAfterMs;
    if (isWrong && !wasWrong) events.clockDiffers(Math.round(aheadMs / 1000));
    wasWrong = isWrong;
  };
  // The clock is corrected before anything else reads the calendar.
  await report();
  cleanup.push(async () => forgetCalendar());
  cleanup.push(() => withdrawNode(db, node.id).catch((error: unknown) => events.workerError(error)));
  cleanup.push(repeating({ everyMs: nodeReportMs, firstMs: nodeReportMs }, events, report));
}
