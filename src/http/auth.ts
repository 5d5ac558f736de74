/** Who is calling: a key in one of the three header forms -> its token, kept in memory until it changes. */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { findToken, noteTokenUse, type Token } from '../accounts/tokens.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { systemClock } from '../lib/clock.ts';
import { sha256 } from '../lib/id.ts';

export interface Authenticator {
  /** Throws AppError `key_missing`, `key_invalid`, `key_revoked` or `wrong_group`. */
  authenticate(headers: IncomingHttpHeaders, kind: 'image' | 'video' | 'any'): Promise<Token>;
  /** A token changed: ask the database again. */
  forget(): void;
  /** Announcements of changes are (not) coming in: while they are not, nothing is kept. */
  setListening(listening: boolean): void;
}

const tokensKept = 10_000;
const noteUseEveryMs = 60_000;
/** Longer ones are no keys of ours and need not be hashed. */
const maxKeyLength = 200;

export function openAuthenticator(db: Database): Authenticator {
  /** By the key itself: hashing it for every poll costs a sixth of the poll. */
  const known = new LRUCache<string, Token>({ max: tokensKept });
  const usesNoted = new LRUCache<string, number>({ max: tokensKept });
  let generation = 0;
  let listening = false;

  const find = async (key: string): Promise<Token> => {
    const kept = known.get(key);
    if (kept) return kept;
    const before = generation;
    const token = await findToken(db, sha256(key));
    if (!token) throw new AppError('key_invalid');
    if (token.revokedAt) throw new AppError('key_revoked');
    // A change that arrived while we asked may not be in the answer.
    if (listening && before === generation) known.set(key, token);
    return token;
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
    authenticate: async (headers, kind) => {
      const key = keyOf(headers);
      if (key === undefined) throw new AppError('key_missing');
      if (key.length > maxKeyLength) throw new AppError('key_invalid');
      const token = await find(key);
      if (kind !== 'any' && token.kind !== kind)
        throw new AppError('wrong_group', { group: token.group, needed: kind });
      noteUse(token);
      return token;
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
