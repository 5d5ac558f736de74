/** The parts of a process that does the work: worker, sweeps, deliverer of hooks. */
import { sweepMailRequests } from '../../core/accounts/mail-requests.ts';
import { sweepSessions } from '../../core/accounts/sessions.ts';
import { sweepAwaitedRequests } from '../../core/tasks/submit/awaited-requests.ts';
import { sweepCodes } from '../../core/oauth/codes.ts';
import { sweepRegisteredClients } from '../../core/oauth/registered-clients.ts';
import { sweepSignInFailures } from '../../core/accounts/sign-in-failures.ts';
import { expireCredit } from '../../core/billing/expiring-credit.ts';
import { renewPlans } from '../../core/payments/plans-by-hand.ts';
import { applyVolumeDiscounts } from '../../core/billing/apply-volume-discounts.ts';
import { reconcileWhenDue } from '../../core/billing/reconciliations.ts';
import type { Config } from '../../platform/config/config.ts';
import { clearChanges } from '../../platform/db/change-feed.ts';
import type { Database } from '../../platform/db/open.ts';
import { markRequests } from '../../platform/lib/network/own-requests.ts';
import type { DigitalSourceType } from '../../media/provenance/digital-source-type.ts';
import type { EnginePool } from '../../engines/contract/engine-pool.ts';
import type { Events } from '../../core/operate/events.ts';
import { eraseWords } from '../../api/image/tasks/erase-words.ts';
import { recordForHook } from '../../api/records/record-for-hook.ts';
import { systemClock } from '@kinora/shared/clock';
import { newRowId } from '../../platform/lib/id.ts';
import { openOutputSaver } from '../../core/tasks/outputs/save-outputs.ts';
import type { FileSigner } from '../../media/provenance/c2pa/file-signer.ts';
import { sweepExpired } from '../../media/storage/retention.ts';
import { sweepOrphansWhenDue } from '../../media/storage/sweep-orphans.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { sendEngineAlerts } from '../../core/operate/engines/engine-alerts.ts';
import { openTrialRunner } from '../../core/operate/engines/engine-trials.ts';
import { releaseFutureWork, watchClock } from '../../core/operate/clock-watch.ts';
import {
  presenceIntervalMs,
  withdrawEngines,
  reportEngines,
} from '../../core/operate/engines/engine-presence.ts';
import { toWorkReport } from '../../core/tasks/work/work-report.ts';
import { cancelDue, cancelPaceMs } from '../../core/tasks/work/cancel-due.ts';
import { expireTasks, expiryPace } from '../../core/tasks/work/expire-tasks.ts';
import { openBreakers } from '../../core/tasks/routing/breakers.ts';
import { openRouting } from '../../core/tasks/routing/routing.ts';
import { openCheckPace } from '../../core/tasks/work/check-pace.ts';
import { openTaskStore } from '../../core/tasks/work/task-store.ts';
import { startWorker, type Worker } from '../../core/tasks/work/worker.ts';
import { deliveriesAtOnce, openDeliverer } from '../../core/webhooks/deliverer.ts';
import type { NotificationHub } from './notification-hub.ts';
import { beginMail } from './begin-mail.ts';
import { openFetch } from './open-fetch.ts';
import { settleWithin, type Cleanup } from './cleanup.ts';
import { repeating } from './repeating.ts';

export interface WorkDependencies {
  readonly config: Config;
  readonly database: { readonly embedded: boolean };
  readonly db: Database;
  readonly storage: Storage;
  readonly signer: FileSigner | undefined;
  readonly events: Events;
  readonly engines: EnginePool;
  readonly catalogue: Catalogue;
  readonly hub: NotificationHub;
  /** Marks requests to engines. */
  readonly mark: string;
}

const sweepEveryMs = 60_000;
const orphansEveryMs = 3_600_000;
const reconcileEveryMs = 3_600_000;
const alertEveryMs = 10_000;
const trialEndMs = 2_000;

export async function beginWork(parts: WorkDependencies, cleanup: Cleanup): Promise<Worker> {
  const { config, database, db, storage, signer, events, engines, catalogue, hub } = parts;
  const store = openTaskStore(db);
  // Alone on this database: whatever is leased was leased by a process that is gone.
  if (database.embedded) await store.endAllLeases();
  const outputSaver = openOutputSaver({
    storage,
    signer,
    findSourceType: name => findSourceType(engines, name),
    listAccepted: id => catalogue.models.find(({ card }) => card.id === id)?.card.accepts ?? [],
  });
  const clock = systemClock;
  beginDelivering(parts, cleanup);
  // Steps of tasks leave connections to requests, however many tasks are in progress. The store
  // renews leases without such a wait.
  const { background } = db;
  const breakers = await openBreakers({
    db: background,
    notifications: hub.notifications,
    clock,
    onError: error => events.workerError(error),
  });
  const routing = openRouting({ ...config, db: background, clock, catalogue, engines, breakers });
  const workerParts = {
    ...config,
    config: hub.config,
    db: background,
    store,
    storage,
    outputSaver,
    events,
    clock,
    engines,
    catalogue,
    breakers,
    routing,
    checkPace: openCheckPace(clock),
  };
  const worker = markRequests(parts.mark, () => startWorker(workerParts));
  // Stopped before the deliverer, which then delivers the events of the tasks that the drain has finished.
  cleanup.push(() => worker.stop(config.drainSeconds * 1000));
  forwardNotifications(parts, worker);
  beginRepeatedWork(parts, cleanup);
  return worker;
}

function forwardNotifications({ db, hub }: WorkDependencies, worker: Worker): void {
  hub.notifications.onListening(() => worker.wake());
  db.hints.on('queue', () => worker.wake());
  hub.notifications.on('kinora_engine', () => worker.wake());
  hub.config.onRead(() => worker.wake());
  hub.notifications.on('kinora_cancel', taskId => worker.cancel(taskId));
  hub.notifications.on('kinora_report', payload => worker.checkNow(toWorkReport(payload)));
}

/** Begins the work that is repeated at intervals. It stops with the process, in reverse order. */
function beginRepeatedWork(parts: WorkDependencies, cleanup: Cleanup): void {
  const { config, db, storage, events, catalogue } = parts;
  const { starred: starredLimits } = config;
  const sweep = (signal: AbortSignal) =>
    sweepExpired({ db, storage, events, starredFiles: starredLimits, eraseWords }, signal);
  cleanup.push(repeating(sweepEveryMs, events, trusting(parts, sweep)));
  cleanup.push(
    repeating(
      sweepEveryMs,
      events,
      trusting(parts, () => sweepSignIns(db)),
    ),
  );
  const sweepOrphans = (signal: AbortSignal) => sweepOrphansWhenDue({ db, storage }, signal);
  cleanup.push(
    repeating({ everyMs: orphansEveryMs, firstMs: sweepEveryMs }, events, trusting(parts, sweepOrphans)),
  );
  cleanup.push(repeating(sweepEveryMs, events, () => releaseFutureWork(db)));
  cleanup.push(repeating(sweepEveryMs, events, () => clearChanges(db)));
  cleanup.push(repeating(sweepEveryMs, events, () => sweepAwaitedRequests(db)));
  cleanup.push(repeating(reconcileEveryMs, events, () => reconcileWhenDue(db)));
  cleanup.push(
    repeating(
      cancelPaceMs,
      events,
      trusting(parts, () => cancelDue(db, config)),
    ),
  );
  cleanup.push(repeating(sweepEveryMs, events, signal => applyVolumeDiscounts(db, signal)));
  beginAlerts(parts, cleanup);
  beginMail(parts, cleanup);
  cleanup.push(
    repeating(
      sweepEveryMs,
      events,
      trusting(parts, async () => {
        // What is left of the last month is taken back before the credit of the next one comes.
        await expireCredit(db);
        await renewPlans(db);
      }),
    ),
  );
  reportPresence(parts, cleanup);
  cleanup.push(
    repeating(
      expiryPace,
      events,
      trusting(parts, () =>
        expireTasks(db, { ...config, unable: catalogue.unableRoutes }, events.taskExpired),
      ),
    ),
  );
}

/** The worker leases tasks of its own engines only, so that the engine is always found. */
function findSourceType({ engines }: EnginePool, name: string): DigitalSourceType {
  return engines.find(engine => engine.name === name)?.digitalSourceType ?? 'trainedAlgorithmicMedia';
}

/** Wraps work that deletes or ends things by time: it is skipped while the clock is not trusted. */
function trusting({ db, events }: WorkDependencies, work: (signal: AbortSignal) => Promise<unknown>) {
  return async (signal: AbortSignal): Promise<void> => {
    const leap = await watchClock(db);
    if (leap) events.clockLeapt(leap);
    else await work(signal);
  };
}

/** Tells the operator, by webhook and by mail, of engines that become unavailable and come back. */
function beginAlerts({ config, db, events }: WorkDependencies, cleanup: Cleanup): void {
  const { alertWebhook, alertTelegram: telegram, alertMail: mailTo } = config;
  const url = alertWebhook ?? (telegram && `https://api.telegram.org/bot${telegram.token}/sendMessage`);
  if (url === undefined && mailTo === undefined) return;
  const { post } = openFetch(config, cleanup);
  const alerts = { db, post, url, chat: telegram?.chat, mailTo, onFailure: events.alertFailed };
  cleanup.push(repeating(alertEveryMs, events, () => sendEngineAlerts(alerts)));
}

/** Reports this worker's engines, so that the operator's pages show them and can request trials of them. */
function reportPresence({ db, engines, events, catalogue, hub }: WorkDependencies, cleanup: Cleanup): void {
  const worker = newRowId();
  const trials = openTrialRunner({ db, engines, catalogue, events, clock: systemClock });
  hub.notifications.onListening(() => trials.wake());
  hub.notifications.on('kinora_trial', () => trials.wake());
  cleanup.push(() => settleWithin(trialEndMs, trials.stop()));
  cleanup.push(() => withdrawEngines(db, worker).catch((error: unknown) => events.workerError(error)));
  const report = () => reportEngines(db, worker, engines.engines);
  engines.onChange(() => void report().catch((error: unknown) => events.workerError(error)));
  cleanup.push(
    repeating(presenceIntervalMs, events, async () => {
      await report();
      // The notification of a trial may have been missed.
      trials.wake();
    }),
  );
}

/** Deletes sessions, failed sign-ins, and codes and programs of OAuth that are no longer needed. */
async function sweepSignIns(db: Database): Promise<void> {
  await sweepSessions(db);
  await sweepSignInFailures(db);
  await sweepCodes(db);
  await sweepRegisteredClients(db);
  await sweepMailRequests(db);
}

/** Webhooks have a fetch of their own, so that downloads of pictures do not use up its connections. */
function beginDelivering({ config, db, events, catalogue, hub }: WorkDependencies, cleanup: Cleanup): void {
  const { post } = openFetch(config, cleanup, deliveriesAtOnce);
  const recordOf = recordForHook({ ...config, db, catalogue });
  const deliverer = openDeliverer({ db, events, clock: systemClock, recordOf, post });
  cleanup.push(() => deliverer.stop());
  hub.notifications.onListening(() => deliverer.wake());
  hub.changes.on(deliverer.tasksChanged);
  hub.changes.onGap(() => deliverer.wake());
}
