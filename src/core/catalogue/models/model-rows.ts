/** What the operator has added to the models: cards, aliases, version mappings and routes, as rows. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { CatalogueRows, ModelAlias, VersionModel } from './catalogue-rows.ts';
import { listRoutes } from '../routes/list-routes.ts';

const cards = statement(
  'list_model_cards',
  'select id, card from model_cards where retired_at is null order by id',
);
const aliases = statement(
  'list_model_aliases',
  `select alias, model, nullif(group_name, '') as "group" from model_aliases order by alias, group_name`,
);
const versions = statement(
  'list_version_models',
  'select group_name as "group", version, model from version_models order by 1, 2',
);
export async function readModelRows(db: Queryable): Promise<CatalogueRows> {
  return {
    cards: await db.query<{ id: string; card: unknown }>(cards),
    aliases: await db.query<ModelAlias>(aliases),
    versions: await db.query<VersionModel>(versions),
    routes: await listRoutes(db),
  };
}
