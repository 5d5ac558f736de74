/**
 * The pictures that the Console shows for models of the operator: of the first test of each that made one.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';

export interface ModelCover {
  readonly model: string;
  /** A WebP as a data URL. */
  readonly picture: string;
}

/** Models that come with Kinora have pictures of their own. */
const save = statement(
  'save_model_cover',
  `insert into model_covers (model, picture)
   select id, $2 from model_cards where id = $1 and source = 'operator'
   on conflict (model) do nothing`,
);
const read = statement('read_model_covers', 'select model, picture from model_covers order by model');

/** The first one stays. */
export async function saveCover(db: Queryable, { model, picture }: ModelCover): Promise<void> {
  await db.query(save, [model, picture]);
}

export function readCovers(db: Queryable): Promise<ModelCover[]> {
  return db.query<ModelCover>(read);
}
