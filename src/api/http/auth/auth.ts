/**
 * Finds the token of a key, which a request sends in one of three headers. Tokens are cached
 * in memory until they change.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { maxKeyLength } from '../../../core/accounts/key-strength.ts';
import { findToken, recordTokenUse, tokenAtInterface, type Token } from '../../../core/accounts/tokens.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { Database } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { sha256 } from '../../../platform/lib/id.ts';
import { openNetworks } from '../../../platform/lib/network/public-address.ts';
import type { InterfaceName } from '../route.ts';

export interface Authenticator {
  /**
   * Throws AppError `key_missing`, `key_invalid`, `key_revoked`, `address_not_allowed`,
   * `key_audience` or `wrong_group`.
   * @param kind The group that the interface needs. `mcp`: any group, and keys that work nowhere else.
   */
  authenticate(caller: Caller, kind: 'image' | 'video' | 'any' | 'mcp'): Promise<Token>;
  /**
   * Finds the token of a caller without a query, if it is cached. Undefined does not mean that the caller is
   * rejected: the token may, for example, be limited to some addresses.
   */
  findKnown(caller: Pick<Caller, 'headers'>, kind: InterfaceName): Token | undefined;
}

export interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** The client's address, taken from the headers of trusted proxies. */
  readonly ip: string;
}

interface KnownToken {
  readonly token: Token;
  /** Undefined if the token may be used from any address. */
  readonly isAllowedFrom: ((address: string) => boolean) | undefined;
}

const maxCachedTokens = 10_000;
const recordUseEveryMs = 60_000;

/** Caches tokens until any token changes. Caches none while notifications may be missed. */
export function openAuthenticator(db: Database, notifications: Notifications): Authenticator {
  const tokens = openTokenCache(db, notifications);
  const recordUse = openUseRecorder(db);
  return {
    authenticate: async (caller, kind) => {
      const key = readKey(caller.headers);
      if (key === undefined) throw new AppError('key_missing');
      if (key.length > maxKeyLength) throw new AppError('key_invalid');
      const { token, isAllowedFrom } = await tokens.find(key);
      if (isAllowedFrom && !isAllowedFrom(caller.ip))
        throw new AppError('address_not_allowed', { address: caller.ip });
      if (token.audience === 'mcp' && kind !== 'mcp') throw new AppError('key_audience');
      const usableToken = kind === 'any' || kind === 'mcp' ? token : tokenAtInterface(token, kind);
      if (!usableToken) throw new AppError('wrong_group', { group: token.group, needed: kind });
      recordUse(token);
      return usableToken;
    },
    findKnown: ({ headers }, kind) => {
      const { token, isAllowedFrom } = tokens.known(readKey(headers) ?? '') ?? {};
      const isInterface = kind === 'image' || kind === 'video';
      if (!token || !isInterface || token.audience || isAllowedFrom) return undefined;
      const usableToken = tokenAtInterface(token, kind);
      if (usableToken) recordUse(token);
      return usableToken;
    },
  };
}

function openTokenCache(db: Database, notifications: Notifications) {
  /** Indexed by the key itself, because hashing it would add a sixth to the cost of a poll. */
  const cache = new LRUCache<string, KnownToken>({ max: maxCachedTokens });
  let generation = 0;
  let listening = false;

  const find = async (key: string): Promise<KnownToken> => {
    const cachedEntry = cache.get(key);
    if (cachedEntry) return cachedEntry;
    const before = generation;
    const storedToken = await findToken(db, sha256(key));
    if (!storedToken) throw new AppError('key_invalid');
    const { token, secondsLeft } = storedToken;
    if (token.revokedAt) throw new AppError('key_revoked');
    const newEntry = { token, isAllowedFrom: token.addresses ? openNetworks(token.addresses) : undefined };
    // A key that expires after a rotation is not cached, nor is a result that a change during the
    // query may have made outdated.
    if (secondsLeft === undefined && listening && before === generation) cache.set(key, newEntry);
    return newEntry;
  };

  const forget = (): void => {
    generation++;
    cache.clear();
  };

  notifications.on('kinora_token', forget);
  db.hints.on('tokens', forget);
  notifications.onListening(now => {
    listening = now;
    forget();
  });

  return {
    /** Throws AppError if the key is not one of a token that may be used. */
    find,
    known: (key: string) => cache.get(key),
  };
}

/** Records when a token was last used, at most once a minute. */
function openUseRecorder(db: Database): (token: Token) => void {
  const lastRecordedUse = new LRUCache<string, number>({ max: maxCachedTokens });
  return token => {
    const now = systemClock.now();
    if (now - (lastRecordedUse.get(token.id) ?? 0) < recordUseEveryMs) return;
    lastRecordedUse.set(token.id, now);
    recordTokenUse(db, token.id).catch(() => lastRecordedUse.delete(token.id));
  };
}

/** `Authorization: Bearer K`, `Authorization: K` or `mj-api-secret: K`, as existing clients send it. */
function readKey(headers: IncomingHttpHeaders): string | undefined {
  const secret = headers['mj-api-secret'];
  const credential =
    headers.authorization?.replace(/^Bearer\s+/i, '') || (Array.isArray(secret) ? secret[0] : secret);
  return credential?.trim() || undefined;
}
