/** What the operator has added to the models: cards, aliases, version mappings and routes, as rows. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { CatalogueRows, VersionModel } from './catalogue.ts';
import { listRoutes } from '../routes/list-routes.ts';

const cards = statement(
  'list_model_cards',
  'select id, card from model_cards where retired_at is null order by id',
);
const aliases = statement('list_model_aliases', 'select alias, model from model_aliases');
const versions = statement(
  'list_version_models',
  'select group_name as "group", version, model from version_models order by 1, 2',
);
export async function readModelRows(db: Queryable): Promise<CatalogueRows> {
  const other = await db.query<{ alias: string; model: string }>(aliases);
  return {
    cards: await db.query<{ id: string; card: unknown }>(cards),
    aliases: new Map(other.map(({ alias, model }) => [alias, model])),
    versions: await db.query<VersionModel>(versions),
    routes: await listRoutes(db),
  };
}
