/**
 * Clients that registered themselves (RFC 7591). Anybody may, so registrations of a network are limited, and
 * those that no user has authorized are limited in number and removed after a while.
 */
import { AppError } from '@kinora/shared/errors/errors';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newSecret, sha256 } from '../../platform/lib/id.ts';
import { customerNetwork } from '../../platform/lib/network/customer-network.ts';
import type { OAuthClient } from './client.ts';

export const maxPerHour = 30;
export const maxUnused = 1000;

const lock = statement('lock_oauth_clients', `select pg_advisory_xact_lock(${advisoryLocks.oauthClients})`);
/** $4 network, $5 its limit. Beyond $6 clients without a user, the oldest are removed. */
const insert = statement(
  'insert_oauth_client',
  `with deleted_clients as (
     -- The oldest clients that nobody has used, beyond the most that there may be.
     delete from oauth_clients
     where id in (
       select id from oauth_clients where used_at is null order by created_at desc, id offset $6 - 1
     )
   )
   insert into oauth_clients (id, name, redirect_uris, network)
   select $1, $2, $3, $4
   where (
     select count(*) from oauth_clients where network = $4 and created_at > now() - interval '1 hour'
   ) < $5
   returning extract(epoch from created_at)::int as registered`,
);
const byId = statement('oauth_client', 'select id, name, redirect_uris from oauth_clients where id = $1');
const use = statement('use_oauth_client', 'update oauth_clients set used_at = now() where id = $1');
/** Programs keep their id, so one whose token is still valid keeps its registration. */
const sweep = statement(
  'sweep_oauth_clients',
  `delete from oauth_clients
   where created_at < now() - interval '1 day'
     and (
       used_at is null
       or (
         used_at < now() - interval '90 days'
         and not exists (
           select from tokens
           where client_id = oauth_clients.id
             and revoked_at is null
             and (expires_at is null or expires_at > now())
         )
       )
     )`,
);

export interface NewClient extends Omit<OAuthClient, 'id'> {
  /** The address that registers it. */
  readonly address: string;
}

/** `registeredAt`: in Unix seconds. Throws AppError `oauth_registrations_many`. */
export async function registerClient(
  db: Database,
  { name, redirectUris, address }: NewClient,
): Promise<OAuthClient & { readonly registeredAt: number }> {
  const id = `kc_${newSecret()}`;
  const network = sha256(customerNetwork(address)).toString('base64url');
  const [row] = await db.transaction(async tx => {
    await tx.query(lock);
    return tx.query<{ registered: number }>(insert, [id, name, redirectUris, network, maxPerHour, maxUnused]);
  });
  if (!row) throw new AppError('oauth_registrations_many', { limit: maxPerHour, retryAfter: 3600 });
  return { id, name, redirectUris, registeredAt: row.registered };
}

export async function findRegisteredClient(db: Queryable, id: string): Promise<OAuthClient | undefined> {
  return readFirst(db, byId, [id]);
}

/** Records that a user authorized the client. */
export async function recordClientUse(db: Queryable, id: string): Promise<void> {
  await db.query(use, [id]);
}

export async function sweepRegisteredClients(db: Queryable): Promise<void> {
  await db.query(sweep);
}
