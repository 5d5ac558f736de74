/** Stores the routes of this process's model cards: which engine makes the tasks of which model. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { ModelCard } from '../models/model-card.ts';

const save = statement(
  'save_routes',
  `with card as (
     select * from unnest($1::text[], $2::text[]) as card(model, engine)
   ), gone as (
     delete from routes using card where routes.model = card.model and routes.engine <> card.engine and not exists (
       select from engine_workers where engine = routes.engine and seen_at > now() - interval '30 seconds')
   )
   insert into routes (model, engine) select model, engine from card order by model on conflict do nothing`,
);

/** Safe to repeat. Routes of other models stay, because tasks may wait for them, and routes to engines that some worker has. */
export async function saveRoutes(
  db: Queryable,
  models: readonly { readonly card: Pick<ModelCard, 'id' | 'engine'> }[],
): Promise<void> {
  await db.query(save, [models.map(({ card }) => card.id), models.map(({ card }) => card.engine)]);
}
