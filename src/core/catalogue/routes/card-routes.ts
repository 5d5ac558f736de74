/** Stores the routes that model cards declare by naming an engine. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';

const save = statement(
  'save_card_routes',
  `with card_routes as (
     -- The pairs of model and engine that the cards of this process name.
     select * from unnest($1::text[], $2::text[]) as card_routes(model, engine)
   ), replaced_routes as (
     -- Routes of cards that lead to engines that no worker has any more.
     delete from routes
     using card_routes
     where routes.model = card_routes.model
       and routes.engine <> card_routes.engine
       and source = 'card'
       and not exists (
         select from engine_workers where engine = routes.engine and seen_at > now() - interval '30 seconds'
       )
   )
   insert into routes (model, engine, enabled)
   select model, card_routes.engine, engines.removed_at is null
   from card_routes left join engines on engines.name = card_routes.engine
   order by model
   on conflict do nothing`,
);

/**
 * Can be repeated. Routes of other models stay, because tasks may wait for them. Routes to engines that some
 * worker has stay as well.
 */
export async function saveCardRoutes(
  db: Queryable,
  models: readonly { readonly card: Pick<ModelCard, 'id' | 'engine'> }[],
): Promise<void> {
  const cards = models.map(({ card }) => card).filter(({ engine }) => engine !== undefined);
  await db.query(save, [cards.map(({ id }) => id), cards.map(({ engine }) => engine)]);
}
