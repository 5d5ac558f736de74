/**
 * What the operator has added to an installation, as `kinora doctor` checks it: models that no engine
 * runs, engines that do not answer.
 */
import { probeEngine } from '../../api/procedures/engines/probe-engine.ts';
import { listInstances } from '../../core/catalogue/engines/instances.ts';
import { readWorkflows } from '../../core/catalogue/engines/workflow-rows.ts';
import { readCatalogue } from '../../core/catalogue/models/catalogue.ts';
import { readModelRows } from '../../core/catalogue/models/model-rows.ts';
import { openSecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { engineKinds } from '../../engines/kinds/engine-kinds.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/open.ts';
import { openLog } from '../../platform/log/log.ts';
import { rejectMissing } from './installation.ts';
import { withInstallation } from './with-database.ts';

export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
}

/**
 * Changes nothing: also not the tables of an earlier version, which it cannot read. Without an
 * installation there is nothing to check.
 */
export async function checkInstallation(config: Config, note: (finding: Finding) => void): Promise<void> {
  const hasInstallation = await rejectMissing(config).then(
    () => true,
    () => false,
  );
  if (!hasInstallation) return;
  try {
    await withInstallation(config, async db => {
      note(await ownModels(db));
      await ownEngines(config, db, note);
    });
  } catch (error) {
    const description = `${(error as Error).message}. If it is of an earlier version, start the server once.`;
    note({ what: 'Installation', ok: false, found: description });
  }
}

async function ownModels(db: Database): Promise<Finding> {
  const catalogue = readCatalogue();
  const rows = await readModelRows(db);
  catalogue.setRows(rows);
  const modelIds = rows.cards.map(({ id }) => id);
  const idleModels = modelIds.filter(id => catalogue.listRoutes(id).length === 0);
  const description =
    idleModels.length === 0
      ? modelIds.join(', ') || 'none'
      : `no engine runs ${idleModels.join(', ')}; add a route with "kinora route add", or remove the model`;
  return { what: 'Own models', ok: idleModels.length === 0, found: description };
}

async function ownEngines(config: Config, db: Database, note: (finding: Finding) => void): Promise<void> {
  const kinds = engineKinds(config);
  await readWorkflows(db, kinds);
  const context = {
    db,
    engineKinds: kinds,
    language: 'en',
    log: openLog(config),
    secretKeys: openSecretKeys(config),
  } as const;
  const instances = await listInstances(db);
  const answers = await Promise.all(
    instances.map(async instance => ({ instance, answer: await probeEngine(context, instance) })),
  );
  for (const { instance, answer } of answers) {
    const program = answer.result?.program ? ` (${answer.result.program})` : '';
    const description = `${instance.kind}${instance.isDrained ? ', drained' : ''}: ${answer.message}${program}`;
    note({ what: `Engine ${instance.name}`, ok: answer.code === null, found: description });
  }
}
