/**
 * Price versions. Each replaces the price of a model card from a given time on; the newest version in effect
 * applies. They are never edited.
 */
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { z } from 'zod';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Catalogue, LaterPrice } from '../catalogue/models/catalogue.ts';
import { modelCard, type ModelCard } from '@kinora/shared/models/model-card';

/** The fields of a card that a version sets: unit, rules and tiers. */
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

const columns = 'model, version, effective_at, price, note, created_at';
const selectPrices = statement(
  'list_prices',
  `select ${columns} from prices where withdrawn_at is null order by model, version`,
);
/** Withdraws a version that is not in effect yet. Later, tasks may have been quoted with it. */
const withdraw = statement(
  'withdraw_price',
  `update prices set withdrawn_at = now()
   where model = $1 and version = $2 and effective_at > now() and withdrawn_at is null
   returning version, pg_notify('kinora_price', '')`,
);
/** Delays a version by at least a second, so that every node has loaded it when it takes effect. */
const insert = statement(
  'insert_price',
  `with new_price as (
     -- The next version, which begins now or later.
     insert into prices (model, version, effective_at, price, note)
     select $1, coalesce(max(version), 0) + 1, greatest($2::timestamptz, now() + interval '1 s'), $3::jsonb,
       $4
     from prices where model = $1
     returning ${columns}
   )
   select new_price.* from new_price, pg_notify('kinora_price', '')`,
);
const insertFirst = statement(
  'insert_first_price',
  `insert into prices (model, version, effective_at, price)
   values ($1, 1, now(), $2::jsonb)
   returning pg_notify('kinora_price', '')`,
);
const lock = statement('lock_prices', `select pg_advisory_xact_lock(${advisoryLocks.prices})`);

export async function listPrices(db: Queryable): Promise<PriceVersion[]> {
  return readRows(db, selectPrices);
}

/** Adds a version. Call it in a transaction, so that versions are numbered without gaps. */
export async function addPrice(
  db: Queryable,
  { model, effectiveAt, price, note }: Pick<PriceVersion, 'model' | 'effectiveAt' | 'price' | 'note'>,
): Promise<PriceVersion> {
  await db.query(lock);
  const values = [model, effectiveAt, JSON.stringify(price), note];
  const priceVersion = await readFirst<PriceVersion>(db, insert, values);
  if (!priceVersion) throw new InvariantError('No price was inserted');
  return priceVersion;
}

/**
 * The price of a new model: version 1, effective immediately, because there is no price before
 * it. Call it in a transaction.
 */
export async function addFirstPrice(db: Queryable, model: string, price: NewPrice): Promise<void> {
  await db.query(lock);
  await db.query(insertFirst, [model, JSON.stringify(price)]);
}

/** Withdraws a version. Returns false if it does not exist or has taken effect. */
export async function withdrawPrice(db: Queryable, model: string, version: number): Promise<boolean> {
  return (await db.query(withdraw, [model, version])).length === 1;
}

export interface PriceSync {
  readonly db: Queryable;
  readonly catalogue: Catalogue;
  readonly notifications: Notifications;
  readonly onError: (error: unknown) => void;
}

/** Loads the prices of the database into the catalogue, now and after each change. */
export async function syncPrices({ db, catalogue, notifications, onError }: PriceSync): Promise<void> {
  const read = () => void readPrices(db, catalogue).catch(onError);
  notifications.on('kinora_price', read);
  notifications.onListening(isListening => isListening && read());
  await readPrices(db, catalogue);
}

/** Loads the prices of the database into the catalogue. */
export async function readPrices(db: Queryable, catalogue: Catalogue): Promise<void> {
  catalogue.setPrices(laterPrices(await listPrices(db)));
}

/** Converts versions to the format of the catalogue. */
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

/**
 * The first price of a model, which charges for the selection of an image (U1 to U4) only if a rule says so.
 */
export function withFreeSelection(price: NewPrice): NewPrice {
  const isNamed = price.rules.some(({ when }) => when?.['operation'] === 'select');
  if (price.unit !== 'image' || isNamed) return price;
  return { ...price, rules: [...price.rules, { when: { operation: 'select' }, unitPrice: '0' }] };
}

/** The name of the version in tasks and ledger entries. */
export function versionName(version: number): string {
  return `v${version}`;
}
