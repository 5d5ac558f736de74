/** What the operator has added to the models, as the catalogue takes it. */
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import type { Route } from '../routes/route.ts';

/** Another name by which clients ask for a model. */
export interface ModelAlias {
  readonly alias: string;
  readonly model: string;
  /** Null means in every group that has no alias of that name. */
  readonly group: string | null;
}

/** What the operator has added (models/model-rows.ts). */
export interface CatalogueRows {
  /** Cards without prices: `StoredCard`, not checked yet. */
  readonly cards: readonly { readonly id: string; readonly card: unknown }[];
  readonly aliases: readonly ModelAlias[];
  readonly versions: readonly VersionModel[];
  readonly routes: readonly Route[];
  /** What the engine of a route can do for its model. Undefined means what the card declares. */
  readonly findOffer?: (route: Route) => Offer | undefined;
}

/** In a group, this `--v` or `--niji` value means that model. */
export interface VersionModel {
  readonly group: string;
  readonly version: string;
  readonly model: string;
}
