/**
 * Engines of the product's kinds, for a process without an operator: each with its own model, or as the only
 * engine beside the built-in one.
 */
import { addFirstPrice } from '../../../src/core/billing/prices.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import type { Database, Transaction } from '../../../src/platform/db/open.ts';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import { addInstance } from '../../../src/core/catalogue/engines/change-instance.ts';
import { listInstances } from '../../../src/core/catalogue/engines/instances.ts';
import type { AcceptedResult, Operation } from '@kinora/shared/models/model-card';
import { addModel } from '../../../src/core/catalogue/models/change-models.ts';
import { clipParameters } from '@kinora/shared/models/clip-parameters';
import { saveRoute } from '../../../src/core/catalogue/routes/change-routes.ts';
import { newRoute } from '../../../src/core/catalogue/routes/route.ts';
import { newCard } from '../../../src/api/procedures/models/model-fields.ts';

export interface PlacedKind {
  /** The name of the engine and of its model. */
  readonly name: string;
  readonly kind: string;
  readonly url?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly operations: readonly Operation[];
  /** Default: 2. */
  readonly slots?: number;
  /** What the results of its model may be although they look like failures. */
  readonly accepts?: readonly AcceptedResult[];
  /** A secret reference, such as `env:NAME`. */
  readonly secret?: string;
  /** The name that the engine uses for the model. */
  readonly upstream?: string;
  /** The parameters of a video model, where they differ from the default ones. */
  readonly parameters?: typeof clipParameters;
}

/** The length of the fakes' clips. */
const parameters: typeof clipParameters = {
  ...clipParameters,
  seconds: { type: 'integer', enum: [1], default: 1 },
};
/** Clients cannot name the model of a shorten: it is this one. */
const builtIn = 'sketch';

const insertSecret = statement(
  'insert_placed_secret',
  `insert into engine_secrets (engine, reference, last_four) values ($1, $2, '')`,
);

/** Safe to repeat. */
export async function placeKinds(
  db: Database,
  kinds: readonly EngineKind[],
  engines: readonly PlacedKind[],
): Promise<void> {
  const before = await listInstances(db);
  if (engines.every(({ name }) => before.some(one => one.name === name))) return;
  await db.transaction(async tx => {
    for (const {
      name,
      kind,
      url,
      settings = {},
      operations,
      slots = 2,
      secret,
      upstream,
      ...terms
    } of engines) {
      await addInstance(tx, kinds, {
        name,
        kind,
        url,
        settings,
        slots,
        hours: undefined,
        limits: { startsPerMinute: undefined, dayBudgetMicros: undefined, monthBudgetMicros: undefined },
        source: 'file',
      });
      if (secret !== undefined) await tx.query(insertSecret, [name, secret]);
      const model = operations.includes('shorten') ? builtIn : name;
      if (model === builtIn)
        await saveRoute(tx, { ...newRoute(builtIn, builtIn, 'operator'), isEnabled: false });
      else await addPricedModel(tx, name, { operations, ...terms });
      await saveRoute(tx, { ...newRoute(model, name, 'file'), upstream });
    }
  });
}

async function addPricedModel(
  tx: Transaction,
  name: string,
  {
    operations,
    accepts,
    parameters: kindParameters,
  }: Pick<PlacedKind, 'operations' | 'accepts' | 'parameters'>,
): Promise<void> {
  const isVideo = operations.includes('clip');
  const terms = isVideo
    ? { parameters: { ...parameters, ...kindParameters } }
    : { operations: [...operations] };
  const fields = { ...terms, ...(accepts && { accepts: [...accepts] }) };
  await addModel(tx, newCard(name, isVideo ? 'video' : 'image', fields));
  const unit = isVideo ? 'clip' : 'image';
  await addFirstPrice(tx, name, { unit, rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } });
}
