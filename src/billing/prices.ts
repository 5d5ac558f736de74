/** Prices after the card's own: versions that take effect at a time. The newest one in effect counts; none is ever changed. */
import { z } from 'zod';
import type { Notifications } from '../db/notifications.ts';
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { InvariantError } from '../lib/invariant-error.ts';
import type { Catalogue, LaterPrice } from '../models/catalogue.ts';
import { modelCard, type ModelCard } from '../models/model-card.ts';

/** What a version sets: the card's unit, rules and tiers. */
export const newPrice = z.strictObject({
  unit: modelCard.shape.price.shape.unit,
  rules: modelCard.shape.price.shape.rules,
  tiers: modelCard.shape.tiers,
});
export type NewPrice = z.infer<typeof newPrice>;

export interface PriceVersion {
  readonly model: string;
  readonly version: number;
  readonly effectiveAt: Date;
  readonly price: NewPrice;
  readonly note: string;
  readonly createdAt: Date;
}

interface PriceRow {
  model: string;
  version: number;
  effective_at: Date;
  price: NewPrice;
  note: string;
  created_at: Date;
}

const columns = 'model, version, effective_at, price, note, created_at';
const all = statement(
  'list_prices',
  `select ${columns} from prices where withdrawn_at is null order by model, version`,
);
/** What has taken effect stays: tasks were quoted by it. */
const withdraw = statement(
  'withdraw_price',
  `update prices set withdrawn_at = now() where model = $1 and version = $2 and effective_at > now() and withdrawn_at is null
   returning version, pg_notify('kinora_price', '')`,
);
/** By the time that it takes effect every node has heard of it. */
const insert = statement(
  'insert_price',
  `insert into prices (model, version, effective_at, price, note)
   select $1, coalesce(max(version), 0) + 1, greatest($2::timestamptz, now() + interval '1 s'), $3::jsonb, $4 from prices where model = $1
   returning ${columns}, pg_notify('kinora_price', '')`,
);
const lock = statement('lock_prices', 'select pg_advisory_xact_lock(4040, 3)');

export async function listPrices(db: Queryable): Promise<PriceVersion[]> {
  return (await db.query<PriceRow>(all)).map(toVersion);
}

/** In a transaction, so that versions are numbered without a gap. */
export async function addPrice(
  db: Queryable,
  { model, effectiveAt, price, note }: Pick<PriceVersion, 'model' | 'effectiveAt' | 'price' | 'note'>,
): Promise<PriceVersion> {
  await db.query(lock);
  const [row] = await db.query<PriceRow>(insert, [model, effectiveAt, JSON.stringify(price), note]);
  if (!row) throw new InvariantError('No price was inserted');
  return toVersion(row);
}

/** False: there is none such, or it has taken effect. */
export async function withdrawPrice(db: Queryable, model: string, version: number): Promise<boolean> {
  return (await db.query(withdraw, [model, version])).length === 1;
}

export interface PriceKeeping {
  readonly db: Queryable;
  readonly catalogue: Catalogue;
  readonly notifications: Notifications;
  readonly onTrouble: (error: unknown) => void;
}

/** Gives the catalogue the prices of the database, now and after each change. */
export async function keepPrices({ db, catalogue, notifications, onTrouble }: PriceKeeping): Promise<void> {
  const read = () => void readPrices(db, catalogue).catch(onTrouble);
  notifications.on('kinora_price', read);
  notifications.onListening(isListening => isListening && read());
  await readPrices(db, catalogue);
}

/** Gives the catalogue the prices of the database. */
export async function readPrices(db: Queryable, catalogue: Catalogue): Promise<void> {
  catalogue.setPrices(laterPrices(await listPrices(db)));
}

/** As the catalogue takes them. */
function laterPrices(versions: readonly PriceVersion[]): LaterPrice[] {
  return versions.map(({ model, version, effectiveAt, price }) => ({
    model,
    effectiveAt,
    apply: card => withPrice(card, versionName(version), price),
  }));
}

/** The card with another price. */
export function withPrice(card: ModelCard, version: string, { unit, rules, tiers }: NewPrice): ModelCard {
  return { ...card, tiers, price: { version, unit, rules } };
}

/** As tasks and ledger lines name it. */
export function versionName(version: number): string {
  return `v${version}`;
}

function toVersion(row: PriceRow): PriceVersion {
  const { model, version, price, note } = row;
  return { model, version, price, note, effectiveAt: row.effective_at, createdAt: row.created_at };
}
