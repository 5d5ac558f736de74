/** Test engines as an operator would add them, for a process without an operator. */
import { addFirstPrice } from '../../../src/core/billing/prices.ts';
import type { Database } from '../../../src/platform/db/open.ts';
import { addInstance } from '../../../src/core/catalogue/engines/change-instance.ts';
import { listInstances } from '../../../src/core/catalogue/engines/instances.ts';
import { addModel, saveVersions } from '../../../src/core/catalogue/models/change-models.ts';
import { saveRoute } from '../../../src/core/catalogue/routes/change-routes.ts';
import { newRoute, type Route } from '../../../src/core/catalogue/routes/route.ts';
import { newCard } from '../../../src/api/procedures/models/model-fields.ts';
import { testEngineKind } from './kind.ts';
import { heldTestKind, plannedTestKind } from './step-kind.ts';

export interface PlacedEngine {
  readonly name: string;
  readonly url: string;
  /** `test-steps`: a grid takes four steps. `test-held`: each is answered only once. Default: `test`. */
  readonly kind?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly dayBudgetMicros?: number;
  readonly route?: Partial<Pick<Route, 'priority' | 'weight'>>;
  /** What an image costs the operator. */
  readonly costMicros?: number;
}

const model = 'painter';

/** All generate the model `painter`, which `--v 1` selects. Safe to repeat. */
export async function placeEngines(db: Database, engines: readonly PlacedEngine[]): Promise<void> {
  const before = await listInstances(db);
  if (engines.every(({ name }) => before.some(one => one.name === name))) return;
  await db.transaction(async tx => {
    if (await addModel(tx, newCard(model, 'image', { versions: ['1'] }))) {
      await addFirstPrice(tx, model, { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } });
      await saveVersions(tx, 'image', { versions: ['1'], model });
    }
    for (const {
      name,
      url,
      kind = testEngineKind.kind,
      settings = {},
      dayBudgetMicros,
      route,
      costMicros,
    } of engines) {
      await addInstance(tx, [testEngineKind, plannedTestKind, heldTestKind], {
        name,
        kind,
        url,
        settings,
        slots: 4,
        hours: undefined,
        limits: {
          startsPerMinute: undefined,
          dayBudgetMicros: dayBudgetMicros === undefined ? undefined : BigInt(dayBudgetMicros),
          monthBudgetMicros: undefined,
        },
        source: 'operator',
      });
      const cost =
        costMicros === undefined ? undefined : ({ unit: 'image', micros: BigInt(costMicros) } as const);
      await saveRoute(tx, { ...newRoute(model, name, 'operator'), ...route, cost });
    }
  });
}
