/**
 * Reports what this machine has, for users who choose a model elsewhere. Tools of drivers are slow, so they
 * run at the start and when an operator asks.
 */
import type { Clock } from '@kinora/shared/clock';
import { shareRead } from '../../platform/lib/async/shared-read.ts';
import type { Machine } from '../../platform/lib/machine/machine.ts';
import type { FitMachine } from './fit.ts';

export interface MachineReport {
  /** Saves that the machine is there, with its free disk. */
  report(): Promise<void>;
  /** Reads memory and graphics cards again, unless that was done a moment ago, and reports them. */
  readAnew(): Promise<void>;
}

export interface MachineReportDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly read: () => Promise<Machine>;
  readonly fit: (machine: Machine) => Promise<FitMachine>;
  readonly save: (machine: FitMachine) => Promise<void>;
}

/** Pages of operators request a report repeatedly, so the machine is read no more often than this. */
const newMs = 60_000;

export function openMachineReport({ clock, read, fit, save }: MachineReportDependencies): MachineReport {
  let lastRead: { readonly machine: Promise<Machine>; readonly readMs: number } | undefined;
  const report = shareRead(async () => {
    lastRead ??= { machine: read(), readMs: clock.now() };
    await save(await fit(await lastRead.machine));
  });
  return {
    report,
    readAnew: async () => {
      if (lastRead && clock.now() - lastRead.readMs < newMs) return;
      lastRead = undefined;
      await report();
    },
  };
}
