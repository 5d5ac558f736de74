/**
 * The worker that installs and removes local models: one at a time, under a lease that it renews. A worker
 * that is killed leaves a row that another one, or the same server after its restart, takes over.
 */
import { newRowId } from '../../platform/lib/id.ts';
import type { Events } from '../operate/events.ts';
import { openAlarm } from './alarm.ts';
import { installModel, type InstallDependencies } from './install-model.ts';
import { toLocalProblem, problemText, type FailurePlace } from './local-problem.ts';
import {
  endLocalWork,
  leaseLocalModel,
  msUntilLeaseEnds,
  pauseLocalWork,
  releaseLocalLease,
  renewLocalLease,
  saveLocalProgress,
  type LocalLease,
  type LocalModel,
  type LocalProgress,
} from './local-rows.ts';
import { claimOwner } from './model-folder.ts';
import { openProgressMeter } from './progress-meter.ts';
import { unregisterModel } from './register-model.ts';

export interface Installer {
  /** Starts the waiting installations, and checks whether the operator has stopped the one in progress. */
  wake(): void;
  /** Stops. An installation in progress is left to the next worker. */
  stop(): Promise<void>;
}

export interface InstallerDependencies extends InstallDependencies {
  readonly events: Pick<Events, 'workerError' | 'localModel'>;
  /** Distinguishes the installations of this database from those of others that use the same folder. */
  readonly databaseMark: string;
}

const leaseSeconds = 20;
const renewMs = 5_000;
/** The pause after a failure of the database. */
const retryMs = 5_000;

export function openInstaller(parts: InstallerDependencies): Installer {
  const { db, events, clock } = parts;
  const owner = newRowId();
  const stopped = new AbortController();
  let current: { readonly check: () => Promise<void> } | undefined;
  let isWoken = false;
  let working: Promise<void> | undefined;
  // There is no notification when the lease of a worker that was killed ends.
  const alarm = openAlarm(clock, wake);

  async function workAll(): Promise<void> {
    while (isWoken && !stopped.signal.aborted) {
      isWoken = false;
      for (;;) {
        const local = stopped.signal.aborted ? undefined : await leaseLocalModel(db, owner, leaseSeconds);
        if (!local) break;
        await work(local);
      }
    }
    alarm.set(await msUntilLeaseEnds(db));
  }

  function wake(): void {
    if (stopped.signal.aborted) return;
    isWoken = true;
    current?.check().catch((error: unknown) => events.workerError(error));
    working ??= workAll()
      .catch((error: unknown) => {
        events.workerError(error);
        alarm.set(retryMs);
      })
      .finally(() => {
        working = undefined;
        if (isWoken) wake();
      });
  }

  async function work(local: LocalModel): Promise<void> {
    const leaseLoss = new AbortController();
    const workEnd = new AbortController();
    const signal = AbortSignal.any([leaseLoss.signal, stopped.signal]);
    const lease = { name: local.name, owner };
    const check = async () => {
      if (!(await renewLocalLease(db, lease, leaseSeconds))) leaseLoss.abort(new LeaseLost());
    };
    current = { check };
    const renewing = renewAgainAndAgain(parts, check, workEnd.signal);
    try {
      await (local.state === 'removing'
        ? remove(parts, lease, local)
        : install(parts, { lease, local, signal }));
    } finally {
      current = undefined;
      workEnd.abort();
      await renewing;
    }
  }

  return {
    wake,
    stop: async () => {
      stopped.abort(new LeaseLost());
      alarm.close();
      await working;
      await releaseLocalLease(db, owner);
    },
  };
}

async function renewAgainAndAgain(
  { clock, events }: Pick<InstallerDependencies, 'clock' | 'events'>,
  renew: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(renewMs, signal);
    if (signal.aborted) return;
    await renew().catch((error: unknown) => events.workerError(error));
  }
}

interface Installation {
  readonly lease: LocalLease;
  readonly local: LocalModel;
  readonly signal: AbortSignal;
}

async function install(parts: InstallerDependencies, { lease, local, signal }: Installation): Promise<void> {
  const { db, clock, events, folder } = parts;
  const { name } = local;
  let place: Omit<FailurePlace, 'folder'> = {};
  const save = async (progress: LocalProgress) => {
    if (!(await saveLocalProgress(db, lease, progress))) throw new LeaseLost();
  };
  const meter = openProgressMeter({ clock, save });
  events.localModel({ name, state: 'installing' });
  try {
    const entry = await installModel(local, parts, {
      signal,
      owner: ownerName(parts, local),
      onFile: (file, link) => void (place = { file, ...(link !== undefined && { link }) }),
      begin: async progress => {
        signal.throwIfAborted();
        await meter.begin(progress);
      },
      onProgress: meter.advance,
    });
    await meter.settle();
    await folder.sweep();
    if (await endLocalWork(db, lease, { state: 'ready', entry })) events.localModel({ name, state: 'ready' });
  } catch (error) {
    await meter.settle();
    if (error instanceof LeaseLost || signal.aborted) return;
    await fail(parts, {
      lease,
      local,
      problem: toLocalProblem(error, { folder: folder.path, ...place }),
      error,
    });
  }
}

/**
 * Ends an installation that failed. If the failure may pass, it waits for the operator with all that has
 * arrived. Otherwise nothing of it stays.
 */
async function fail(
  parts: InstallerDependencies,
  {
    lease,
    local,
    problem: { mayPass, ...problem },
    error,
  }: Pick<Installation, 'lease' | 'local'> & {
    readonly problem: ReturnType<typeof toLocalProblem>;
    readonly error: unknown;
  },
): Promise<void> {
  const { db, events, folder } = parts;
  if (problem.code === 'internal') events.workerError(error);
  const text = problemText(problem, 'en');
  events.localModel({ name: local.name, state: mayPass ? 'paused' : 'failed', problem: text });
  if (mayPass) return void (await pauseLocalWork(db, lease, problem));
  if (local.previousEntry)
    return void (await endLocalWork(db, lease, { state: 'ready', problem, entry: local.previousEntry }));
  await db.transaction(tx => unregisterModel(tx, local));
  await parts.refreshConfig();
  // Weights that are whole need not be downloaded again to try once more.
  if (problem.code !== 'test_failed') await folder.release(ownerName(parts, local));
  await endLocalWork(db, lease, { state: 'failed', problem });
}

async function remove(parts: InstallerDependencies, lease: LocalLease, local: LocalModel): Promise<void> {
  const { db, events, folder } = parts;
  await db.transaction(tx => unregisterModel(tx, local));
  await parts.refreshConfig();
  await folder.release(ownerName(parts, local));
  await endLocalWork(db, lease, { state: 'removed' });
  events.localModel({ name: local.name, state: 'removed' });
}

function ownerName({ databaseMark }: InstallerDependencies, { name }: LocalModel): string {
  return claimOwner(databaseMark, name);
}

/** The operator decided otherwise, another worker has it, or this process ends. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
