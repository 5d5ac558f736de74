/**
 * Runs the engines of this process, as the instances in the database define them. An instance that was
 * changed is opened again; the engine that was open before finishes its work and is closed then.
 */
import { hostname } from 'node:os';
import type { Queryable } from '../../../platform/db/open.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import type { EngineLimits } from '../../../engines/contract/engine-limits.ts';
import type { EnginePool } from '../../../engines/contract/engine-pool.ts';
import type { Spool } from '../../../engines/contract/spool.ts';
import { calendarNow } from '@kinora/shared/clock';
import { isWithin } from '../../../platform/lib/daily-hours.ts';
import type { ReportAddresses } from './report-addresses.ts';
import { listInstances, reportProblem, type EngineInstance } from './instances.ts';

/** Why an instance is not open. */
export const hostProblems = [
  'kind_unknown',
  'settings_invalid',
  'secret_missing',
  'secret_unusable',
] as const;
export type HostProblem = (typeof hostProblems)[number];

export type SecretReading =
  | { readonly state: 'none' }
  | { readonly state: 'usable'; readonly text: string }
  | { readonly state: 'unusable' };

export interface HostDependencies {
  readonly db: Queryable;
  readonly kinds: readonly EngineKind[];
  readonly readSecret: (instance: EngineInstance) => Promise<SecretReading>;
  /** The spool that all instances share. */
  readonly spool: Spool;
  /** Where the provider of an engine may report that the work of a start has changed. */
  readonly reportAddresses: Pick<ReportAddresses, 'reportAddress'>;
  readonly onError: (error: unknown) => void;
}

export interface EngineHost extends EnginePool {
  /** Reads the instances and opens, replaces and closes engines accordingly. */
  refresh(): Promise<void>;
  /** Closes all engines. */
  close(): Promise<void>;
}

interface OpenEngine {
  readonly engine: Engine;
  /** Identifies what the engine was opened with. */
  readonly signature: string;
}

export function openEngineHost(parts: HostDependencies): EngineHost {
  return new InstanceHost(parts);
}

class InstanceHost implements EngineHost {
  readonly #parts: HostDependencies;
  #open = new Map<string, OpenEngine>();
  #instances = new Map<string, EngineInstance>();
  /** The last reported problem of each instance, so that it is not written again with every change. */
  readonly #reportedProblems = new Map<string, HostProblem | undefined>();
  #engines: readonly Engine[] = [];
  #isClosed = false;
  readonly #holds = new Map<Engine, number>();
  readonly #retiredEngines = new Set<Engine>();
  readonly #listeners: (() => void)[] = [];

  constructor(parts: HostDependencies) {
    this.#parts = parts;
  }

  get engines(): readonly Engine[] {
    return this.#engines;
  }

  findLimits({ name }: Engine): EngineLimits | undefined {
    return this.#instances.get(name)?.limits;
  }

  isInHours({ name }: Engine): boolean {
    const hours = this.#instances.get(name)?.hours;
    return hours === undefined || isWithin(hours, calendarNow());
  }

  isDrained({ name }: Engine): boolean {
    return this.#instances.get(name)?.isDrained === true;
  }

  hold(engine: Engine): () => void {
    this.#holds.set(engine, (this.#holds.get(engine) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const remainingHolds = (this.#holds.get(engine) ?? 1) - 1;
      if (remainingHolds > 0) this.#holds.set(engine, remainingHolds);
      else this.#holds.delete(engine);
      this.#closeIfIdle(engine);
    };
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async refresh(): Promise<void> {
    if (this.#isClosed) return;
    const before = this.#open;
    const open = new Map<string, OpenEngine>();
    const problems = new Map<string, HostProblem>();
    const instances = (await listInstances(this.#parts.db)).filter(instance => this.#isForThisNode(instance));
    this.#instances = new Map(instances.map(instance => [instance.name, instance]));
    for (const instance of instances) {
      const result = await this.#openInstance(instance, before.get(instance.name));
      if (typeof result === 'string') problems.set(instance.name, result);
      else open.set(instance.name, result);
    }
    this.#open = open;
    this.#engines = [...open.values()].map(({ engine }) => engine);
    for (const { engine } of before.values()) if (!this.#engines.includes(engine)) this.#retire(engine);
    for (const { name } of instances) await this.#report(name, problems.get(name));
    for (const listener of this.#listeners) listener();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const engines = [...this.#engines, ...this.#retiredEngines];
    this.#open = new Map();
    this.#engines = [];
    this.#retiredEngines.clear();
    await Promise.all(engines.map(engine => engine.close()));
  }

  /**
   * Whether this machine may open the instance. Otherwise it belongs to another machine, which reports its
   * problems.
   */
  #isForThisNode({ kind: name, settings }: EngineInstance): boolean {
    const node = this.#parts.kinds.find(({ kind }) => kind === name)?.nodeName?.(settings) ?? '';
    return node === '' || node === hostname();
  }

  async #openInstance(
    instance: EngineInstance,
    before: OpenEngine | undefined,
  ): Promise<OpenEngine | HostProblem> {
    const { name, url, slots } = instance;
    const kind = this.#parts.kinds.find(one => one.kind === instance.kind);
    if (!kind) return 'kind_unknown';
    const settings = kind.settings.safeParse(instance.settings);
    if (!settings.success) return 'settings_invalid';
    const reading = await this.#parts.readSecret(instance);
    if (reading.state === 'unusable') return 'secret_unusable';
    const secret = reading.state === 'usable' ? reading.text : undefined;
    if (kind.secret === 'required' && secret === undefined) return 'secret_missing';
    const options = { name, url, slots, settings: settings.data as EngineSettings };
    const signature = JSON.stringify([kind.kind, options, secret]);
    if (before?.signature === signature) return before;
    try {
      const { spool, reportAddresses } = this.#parts;
      const reportUrl = (key: string) => reportAddresses.reportAddress({ engine: name, key });
      return { engine: kind.open({ ...options, secret, spool, reportUrl }), signature };
    } catch (error) {
      this.#parts.onError(error);
      return 'settings_invalid';
    }
  }

  async #report(name: string, problem: HostProblem | undefined): Promise<void> {
    if (this.#reportedProblems.has(name) && this.#reportedProblems.get(name) === problem) return;
    await reportProblem(this.#parts.db, name, problem);
    this.#reportedProblems.set(name, problem);
  }

  #retire(engine: Engine): void {
    this.#retiredEngines.add(engine);
    this.#closeIfIdle(engine);
  }

  #closeIfIdle(engine: Engine): void {
    if (this.#holds.has(engine) || !this.#retiredEngines.delete(engine)) return;
    engine.close().catch(this.#parts.onError);
  }
}
