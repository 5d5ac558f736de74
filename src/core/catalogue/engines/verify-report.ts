/** Decides whether a report comes from the provider of its engine, as its kind defines. */
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import type { ProviderReport } from '../../../engines/contract/kind/provider-report.ts';
import { calendarNow, systemClock, type Clock } from '@kinora/shared/clock';
import { LRUCache } from 'lru-cache';
import type { SecretReading } from './engine-host.ts';
import type { EngineInstance } from './instances.ts';

export interface VerifyDependencies {
  readonly findInstance: (engine: string) => Promise<EngineInstance | undefined>;
  readonly kinds: readonly EngineKind[];
  readonly readSecret: (instance: EngineInstance) => Promise<SecretReading>;
  readonly clock?: Pick<Clock, 'now'>;
}

export interface ReceivedReport extends Pick<ProviderReport, 'headers' | 'body' | 'url'> {
  /** Name of the engine. */
  readonly engine: string;
}

/**
 * `unknown`: there is no such engine, or it cannot be opened here. Rejects with what `verifyReport` throws.
 */
export type VerifyReport = (report: ReceivedReport) => Promise<'verified' | 'unverified' | 'unknown'>;

const timeoutMs = 10_000;
const keptMs = 3_600_000;
/** After a wrong signature, the keys of the provider are read again, but no more often than this. */
const readAgainMs = 60_000;

interface ProviderKeys {
  readonly keys: unknown;
  readonly readMs: number;
}

export function openReportCheck({
  findInstance,
  kinds,
  readSecret,
  clock = systemClock,
}: VerifyDependencies): VerifyReport {
  const keysByEngine = new LRUCache<string, ProviderKeys>({ max: 1000 });

  const isVerified = async (
    verify: NonNullable<EngineKind['verifyReport']>,
    report: Omit<ProviderReport, 'keys' | 'now'>,
  ): Promise<boolean> => {
    const { name } = report.access;
    const signal = AbortSignal.timeout(timeoutMs);
    let isOld = false;
    const keys = async <Keys>(read: (signal: AbortSignal) => Promise<Keys>): Promise<Keys> => {
      const cachedKeys = keysByEngine.get(name);
      const ageMs = clock.now() - (cachedKeys?.readMs ?? 0);
      isOld = cachedKeys !== undefined && ageMs >= readAgainMs && ageMs < keptMs;
      // An engine never changes its kind, so the keys have the type that its kind reads.
      if (cachedKeys && ageMs < keptMs) return cachedKeys.keys as Keys;
      const newKeys = await read(signal);
      keysByEngine.set(name, { keys: newKeys, readMs: clock.now() });
      return newKeys;
    };
    const ask = () => verify({ ...report, keys, now: calendarNow() }, signal);
    if (await ask()) return true;
    if (!isOld) return false;
    keysByEngine.delete(name);
    return ask();
  };

  return async ({ engine, ...report }) => {
    const instance = await findInstance(engine);
    const kind = kinds.find(one => one.kind === instance?.kind);
    if (!instance || !kind) return 'unknown';
    if (!kind.verifyReport) return 'verified';
    const { data: settings } = kind.settings.safeParse(instance.settings);
    const secret = await readSecret(instance);
    if (!settings || secret.state === 'unusable') return 'unknown';
    const access = {
      name: engine,
      url: instance.url,
      settings: settings as EngineSettings,
      secret: secret.state === 'usable' ? secret.text : undefined,
    };
    return (await isVerified(kind.verifyReport.bind(kind), { ...report, access }))
      ? 'verified'
      : 'unverified';
  };
}
