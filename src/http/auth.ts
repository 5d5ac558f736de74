/** Who is calling: a key in one of the three header forms -> its token, kept in memory until it changes. */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { findToken, noteTokenUse, type Token } from '../accounts/tokens.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { systemClock } from '../lib/clock.ts';
import { sha256 } from '../lib/id.ts';
import { openNetworks } from '../lib/public-address.ts';

export interface Authenticator {
  /** Throws AppError `key_missing`, `key_invalid`, `key_revoked`, `address_not_allowed` or `wrong_group`. */
  authenticate(caller: Caller, kind: 'image' | 'video' | 'any'): Promise<Authenticated>;
  /** A token changed: ask the database again. */
  forget(): void;
  /** Announcements of changes are (not) coming in: while they are not, nothing is kept. */
  setListening(listening: boolean): void;
}

export interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** Where the request comes from, trusted proxies seen through. */
  readonly ip: string;
}

export interface Authenticated {
  readonly token: Token;
  /** The answer may be given again to the same request; not for a key that ends by itself. */
  readonly mayBeKept: boolean;
}

interface KnownToken extends Authenticated {
  /** Undefined: from anywhere. */
  readonly isAllowedFrom: ((address: string) => boolean) | undefined;
}

const tokensKept = 10_000;
const noteUseEveryMs = 60_000;
/** Longer ones are no keys of ours and need not be hashed. */
const maxKeyLength = 200;

export function openAuthenticator(db: Database): Authenticator {
  /** By the key itself: hashing it for every poll costs a sixth of the poll. */
  const known = new LRUCache<string, KnownToken>({ max: tokensKept });
  const usesNoted = new LRUCache<string, number>({ max: tokensKept });
  let generation = 0;
  let listening = false;

  const find = async (key: string): Promise<KnownToken> => {
    const kept = known.get(key);
    if (kept) return kept;
    const before = generation;
    const found = await findToken(db, sha256(key));
    if (!found) throw new AppError('key_invalid');
    const { token, secondsLeft } = found;
    if (token.revokedAt) throw new AppError('key_revoked');
    const mayBeKept = secondsLeft === undefined;
    const fresh = { token, mayBeKept, isAllowedFrom: token.addresses && openNetworks(token.addresses) };
    // A change that arrived while we asked may not be in the answer.
    if (mayBeKept && listening && before === generation) known.set(key, fresh);
    return fresh;
  };

  const noteUse = (token: Token): void => {
    const now = systemClock.now();
    if (now - (usesNoted.get(token.id) ?? 0) < noteUseEveryMs) return;
    usesNoted.set(token.id, now);
    noteTokenUse(db, token.id).catch(() => usesNoted.delete(token.id));
  };

  const forget = (): void => {
    generation++;
    known.clear();
  };

  return {
    authenticate: async (caller, kind) => {
      const key = keyOf(caller.headers);
      if (key === undefined) throw new AppError('key_missing');
      if (key.length > maxKeyLength) throw new AppError('key_invalid');
      const found = await find(key);
      const { token, isAllowedFrom } = found;
      if (isAllowedFrom && !isAllowedFrom(caller.ip))
        throw new AppError('address_not_allowed', { address: caller.ip });
      if (kind !== 'any' && token.kind !== kind)
        throw new AppError('wrong_group', { group: token.group, needed: kind });
      noteUse(token);
      return found;
    },
    forget,
    setListening: now => {
      listening = now;
      forget();
    },
  };
}

/** `Authorization: Bearer K`, `Authorization: K` or `mj-api-secret: K`, as the clients in use send it. */
function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const secret = headers['mj-api-secret'];
  const given =
    headers.authorization?.replace(/^Bearer\s+/i, '') || (Array.isArray(secret) ? secret[0] : secret);
  return given?.trim() || undefined;
}
