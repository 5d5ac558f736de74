/** The engines of a process, and what those of all processes understand of prompts. */
import type { ConfigSync } from '../db/config-generation.ts';
import type { Database } from '../db/open.ts';
import type { Engine, PromptReader } from '../engines/engine.ts';
import type { EngineKind } from '../engines/engine-kind.ts';
import type { EnginePool } from '../engines/engine-pool.ts';
import type { Events } from '../events.ts';
import { openEngineHost } from '../instances/engine-host.ts';
import { listInstances } from '../instances/instances.ts';
import { originOf, readSecret } from '../secrets/engine-secrets.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { NotificationHub } from './notification-hub.ts';
import type { Cleanup } from './cleanup.ts';

export type PromptReaderOf = (engine: string) => PromptReader | undefined;

export interface HostOptions {
  readonly db: Database;
  readonly kinds: readonly EngineKind[];
  readonly hub: NotificationHub;
  readonly secretKeys: SecretKeys;
  readonly events: Events;
}

/** Opens the instances in the database, now and after each change. */
export async function openHost(
  { db, kinds, hub, secretKeys, events }: HostOptions,
  cleanup: Cleanup,
): Promise<EnginePool> {
  const host = openEngineHost({
    db,
    kinds,
    readSecret: ({ name, url }) => readSecret(db, secretKeys, { engine: name, origin: originOf(url) }),
    onError: error => events.workerError(error),
  });
  cleanup.push(() => host.close());
  await hub.config.addReader(() => host.refresh());
  return host;
}

/** For processes that only serve the interfaces, too: they run no engine, but ask what each understands. */
export async function readersOfInstances({
  db,
  kinds,
  config,
}: Pick<HostOptions, 'db' | 'kinds'> & { readonly config: ConfigSync }): Promise<PromptReaderOf> {
  let kindOf = new Map<string, string>();
  await config.addReader(async () => {
    kindOf = new Map((await listInstances(db)).map(({ name, kind }) => [name, kind]));
  });
  return engine => kinds.find(({ kind }) => kind === kindOf.get(engine))?.promptReader;
}

export function readersOfEngines(engines: readonly Engine[]): PromptReaderOf {
  const readers = new Map(engines.map(({ name, promptReader }) => [name, promptReader]));
  return engine => readers.get(engine);
}
