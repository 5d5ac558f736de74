/**
 * What procedures are called with, for tests without a server: the command line's own
 * context, without engines and files.
 */
import type { User } from '../../../src/core/accounts/users.ts';
import type { Database } from '../../../src/platform/db/open.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { openBannedWords } from '../../../src/core/moderation/banned-words.ts';
import type { Actor, Context } from '../../../src/api/procedures/procedure.ts';

/** `overrides` replaces parts. A part that is neither here nor there is missing. */
export function toContext(db: Database, overrides: Partial<Context> = {}): Context {
  const parts: Partial<Context> = {
    db,
    database: db,
    actor: { kind: 'host', accountId: '' },
    catalogue: readCatalogue(),
    currency: 'USD',
    language: 'en',
    bannedWords: openBannedWords(db),
    engineKinds: [],
    maxWaiting: 100,
    retentionHours: 1,
    retryTerms: ({ wire }) => ({ wire }),
    log: { info: () => {}, error: () => {} },
    note: async () => {},
    ...overrides,
  };
  return parts as Context;
}

export function toActor({
  id,
  accountId,
  role,
  name,
}: Pick<User, 'id' | 'accountId' | 'role' | 'name'>): Actor {
  return { kind: 'user', userId: id, accountId, role, name, address: '203.0.113.7', sessionId: '' };
}
