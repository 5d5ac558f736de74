/** The engines of a process, and what those of all processes understand of prompts. */
import { readFile } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/open.ts';
import type { Engine } from '../../engines/contract/engine.ts';
import type { PromptReader } from '../../engines/contract/prompt-reader.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { fixedPool, type EnginePool } from '../../engines/contract/engine-pool.ts';
import { AppError, errorText } from '@kinora/shared/errors/errors';
import type { Events } from '../../core/operate/events.ts';
import { openEngineHost } from '../../core/catalogue/engines/engine-host.ts';
import { ensureFirstInstance, listInstances } from '../../core/catalogue/engines/instances.ts';
import type { ReportAddresses } from '../../core/catalogue/engines/report-addresses.ts';
import { openSpool } from '../../core/catalogue/engines/spool.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { applyDeclaration, readDeclaration } from '../../api/procedures/engines/apply-declaration.ts';
import { readOrigin, readSecret } from '../../core/catalogue/secrets/engine-secrets.ts';
import type { SecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import type { NotificationHub } from './notification-hub.ts';
import type { Cleanup } from './cleanup.ts';

export type FindPromptReader = (engine: string) => PromptReader | undefined;

export interface EngineDependencies {
  readonly config: Pick<Config, 'role' | 'enginesFile'>;
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly hub: NotificationHub;
  readonly kinds: readonly EngineKind[];
  readonly secretKeys: SecretKeys;
  readonly reportAddresses: ReportAddresses;
  readonly storage: Storage;
  readonly events: Events;
  /** The engines that a test uses instead of the instances in the database. */
  readonly testEngines: readonly Engine[] | undefined;
}

export interface OpenedEngines {
  /** Empty in a process that only serves the interfaces. */
  readonly engines: EnginePool;
  readonly readers: FindPromptReader;
}

/** Throws StartError. */
export async function openEngines(parts: EngineDependencies, cleanup: Cleanup): Promise<OpenedEngines> {
  const { config, db, kinds, testEngines: fixedEngines, hub } = parts;
  if (fixedEngines)
    return {
      engines: fixedPool(config.role === 'api' ? [] : fixedEngines),
      readers: readersOfEngines(fixedEngines),
    };
  await ensureFirstInstance(db, kinds);
  if (config.enginesFile !== undefined) {
    await applyEnginesFile(config.enginesFile, parts);
    await hub.config.refresh();
  }
  return {
    engines: config.role === 'api' ? fixedPool([]) : await openHost(parts, cleanup),
    readers: await readersOfInstances(parts),
  };
}

/** Opens the instances in the database, now and after each change. */
async function openHost(
  { db, kinds, hub, secretKeys, reportAddresses, storage, events }: EngineDependencies,
  cleanup: Cleanup,
): Promise<EnginePool> {
  const host = openEngineHost({
    db,
    kinds,
    readSecret: ({ name, url }) => readSecret(db, secretKeys, { engine: name, origin: readOrigin(url) }),
    spool: openSpool(storage),
    reportAddresses,
    onError: error => events.workerError(error),
  });
  cleanup.push(() => host.close());
  await hub.config.addReader(() => host.refresh());
  return host;
}

/** For processes that only serve the interfaces, too: they run no engine, but ask what each understands. */
async function readersOfInstances({ db, kinds, hub }: EngineDependencies): Promise<FindPromptReader> {
  let kindOf = new Map<string, string>();
  await hub.config.addReader(async () => {
    kindOf = new Map((await listInstances(db)).map(({ name, kind }) => [name, kind]));
  });
  return engine => kinds.find(({ kind }) => kind === kindOf.get(engine))?.promptReader;
}

/** Throws StartError. */
async function applyEnginesFile(
  file: string,
  { db, kinds, secretKeys, catalogue }: EngineDependencies,
): Promise<void> {
  const parts = { engineKinds: kinds, secretKeys, catalogue, isFromHost: true };
  try {
    const declaration = await readDeclaration(await readFile(file, 'utf8'));
    await db.transaction(tx => applyDeclaration({ ...parts, db: tx }, declaration));
  } catch (error) {
    const reason =
      error instanceof AppError ? errorText(error.code, error.details, 'en') : (error as Error).message;
    throw new StartError(`KINORA_ENGINES_FILE (${file}) cannot be applied. ${reason}`, error);
  }
}

function readersOfEngines(engines: readonly Engine[]): FindPromptReader {
  const readers = new Map(engines.map(({ name, promptReader }) => [name, promptReader]));
  return engine => readers.get(engine);
}
