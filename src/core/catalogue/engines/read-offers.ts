/** What the engines of routes can do, as their kinds and settings say. Needs no open engine. */
import type { Queryable } from '../../../platform/db/open.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import type { Route } from '../routes/route.ts';
import { listInstances } from './instances.ts';

/** The result is undefined for an engine that is no instance, or whose kind or settings are unknown here. */
export async function readOffers(
  db: Queryable,
  kinds: readonly EngineKind[],
): Promise<(route: Route) => Offer | undefined> {
  const instances = new Map((await listInstances(db)).map(instance => [instance.name, instance]));
  return ({ model, engine, upstream = model }) => {
    const instance = instances.get(engine);
    const kind = kinds.find(one => one.kind === instance?.kind);
    const { data: settings } = kind?.settings.safeParse(instance?.settings) ?? {};
    return settings && kind?.offer(upstream, settings as EngineSettings);
  };
}
