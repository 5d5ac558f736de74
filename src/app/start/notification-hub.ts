/** The caches of this process, and the notifications that keep them up to date. */
import { readPrices, syncPrices } from '../../core/billing/prices.ts';
import { openChangeFeed, type ChangeFeed } from '../../platform/db/change-feed.ts';
import { openConfigSync, type ConfigSync } from '../../platform/db/config-generation.ts';
import { hintChannel } from '../../platform/db/hints.ts';
import { openNotifications, type Notifications } from '../../platform/db/notifications.ts';
import type { ConnectionSettings } from '../../platform/db/connection.ts';
import type { Database } from '../../platform/db/open.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import type { Events } from '../../core/operate/events.ts';
import { openAuthenticator, type Authenticator } from '../../api/http/auth/auth.ts';
import { openTaskBus, type TaskBus } from '../../api/http/streams/task-bus.ts';
import { openRecordCache, type RecordCache } from '../../api/http/cache/record-cache.ts';
import { openTaskCache, type TaskCache } from '../../api/http/cache/task-cache.ts';
import { readOffers } from '../../core/catalogue/engines/read-offers.ts';
import { readWorkflows } from '../../core/catalogue/engines/workflow-rows.ts';
import { systemClock } from '@kinora/shared/clock';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { readModelRows } from '../../core/catalogue/models/model-rows.ts';
import { openBannedWords, type BannedWords } from '../../core/moderation/banned-words.ts';
import { viewSummary } from '../../core/tasks/read/task-summary.ts';
import type { TaskContent } from '../../core/tasks/read/task-content.ts';
import { viewAnyTask } from '../../core/tasks/read/task-view.ts';
import type { Cleanup } from './cleanup.ts';

/** Short-lived, because the time at which a file expires is no change of its task. */
const contentLimits = { maxBytes: 4 * 1024 * 1024, measureBytes: () => 1000, maxAgeMs: 10_000 };

export interface NotificationHub {
  readonly records: RecordCache;
  readonly contents: TaskCache<TaskContent>;
  readonly authenticator: Authenticator;
  readonly bannedWords: BannedWords;
  readonly bus: TaskBus;
  readonly changes: ChangeFeed;
  readonly notifications: Notifications;
  /** What was read of engines, models and routes. */
  readonly config: ConfigSync;
}

export interface NotificationHubDependencies {
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly kinds: readonly EngineKind[];
  readonly events: Events;
}

export async function openNotificationHub(
  { connection, db, catalogue, kinds, events }: NotificationHubDependencies,
  cleanup: Cleanup,
): Promise<NotificationHub> {
  const onError = (error: unknown) => events.workerError(error);
  const notifications = await openNotifications(connection);
  cleanup.push(() => notifications.close());
  notifications.on(hintChannel, payload => db.hints.receive(payload));
  const changes = await openChangeFeed({ db, clock: systemClock, onError });
  cleanup.push(() => changes.close());
  await syncPrices({ db, catalogue, notifications, onError });
  const records = openRecordCache({ changes, hints: db.hints });
  // The buttons of a record are those that its token may use.
  notifications.on('kinora_token', () => records.clear());
  db.hints.on('tokens', () => records.clear());
  const config = openConfigSync({ db, notifications, onError });
  cleanup.push(async () => config.close());
  await config.addReader(async () => {
    const before = describeOffers(catalogue);
    // What engines offer follows from them.
    await readWorkflows(db, kinds);
    // A new model comes with its first price.
    await readPrices(db, catalogue);
    catalogue.setRows({ ...(await readModelRows(db)), findOffer: await readOffers(db, kinds) });
    if (describeOffers(catalogue) !== before) records.clear();
  });
  return {
    records,
    contents: openTaskCache<TaskContent>({ changes, hints: db.hints }, contentLimits),
    authenticator: openAuthenticator(db, notifications),
    bannedWords: openBannedWords(db, notifications),
    bus: openTaskBus(
      { view: publicId => viewAnyTask(db, publicId), summary: publicId => viewSummary(db, publicId) },
      { changes, notifications },
    ),
    changes,
    notifications,
    config,
  };
}

/** Returns everything that the records of tasks depend on, because they show which buttons are offered. */
function describeOffers(catalogue: Catalogue): string {
  const listEngines = (model: string) =>
    catalogue
      .listRoutes(model)
      .map(({ engine }) => engine)
      .sort();
  return JSON.stringify(
    catalogue.models.map(({ card: { id, group, operations } }) => [id, group, operations, listEngines(id)]),
  );
}
