/** kinora token create | list | revoke. */
import { createToken, revokeToken } from '../accounts/change-token.ts';
import { listGroups } from '../accounts/groups.ts';
import { listTokens, type Token } from '../accounts/tokens.ts';
import { tiers, type Tier } from '../models/model-card.ts';
import { exitCodes, jsonOption, printJson, printTable, UsageError, type Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const tokenCreate: Command = {
  name: 'token create',
  says: 'Make a token; its key is shown this once.',
  options: {
    group: { type: 'string', says: 'image or video: whose models it can use.' },
    name: { type: 'string', says: 'What you call it.' },
    tier: { type: 'string', says: 'relax, fast or turbo: of tasks whose request names none.' },
    ...jsonOption,
  },
  run: async ({ flags }) => {
    const group = String(flags['group'] ?? '');
    if (!group) throw new UsageError('Say which models the token is for: --group image or --group video.');
    const name = String(flags['name'] ?? `${group} token`).trim();
    if (name === '' || name.length > 100) throw new UsageError('A name has 1 to 100 characters.');
    const defaultTier = readTier(flags['tier']);
    const { created, groups } = await withDatabase(async (db, account) => ({
      created: await createToken(db, {
        accountId: account.id,
        group,
        name,
        ...(defaultTier && { defaultTier }),
      }),
      groups: (await listGroups(db)).map(({ name }) => name),
    }));
    if (!created) throw new UsageError(`There is no group "${group}". Groups: ${groups.join(', ')}.`);
    const { token, key } = created;
    if (flags['json']) printJson({ ...toJson(token), key });
    else process.stdout.write(`${key}\n`);
    if (!flags['json'])
      process.stderr.write(
        `Token "${token.name}" of the group ${token.group}. The key above is shown this once.\n`,
      );
    return exitCodes.ok;
  },
};

function readTier(given: unknown): Tier | undefined {
  if (given === undefined) return undefined;
  const tier = tiers.find(name => name === given);
  if (!tier) throw new UsageError(`There is no tier "${String(given)}". Tiers: ${tiers.join(', ')}.`);
  return tier;
}

export const tokenList: Command = {
  name: 'token list',
  says: 'List the tokens, without their keys.',
  options: jsonOption,
  run: async ({ flags }) => {
    const tokens = await withDatabase(db => listTokens(db));
    if (flags['json']) printJson(tokens.map(toJson));
    else if (tokens.length === 0)
      process.stdout.write('No tokens yet. Make one: kinora token create --group image\n');
    else
      printTable([
        ['KEY', 'GROUP', 'NAME', 'TIER', 'CREATED', 'LAST USED', 'STATE', 'ID'],
        ...tokens.map(toRow),
      ]);
    return exitCodes.ok;
  },
};

export const tokenRevoke: Command = {
  name: 'token revoke',
  says: 'Revoke a token, at once, by its id or the visible start of its key.',
  positionals: '<id or key start>',
  options: jsonOption,
  run: async ({ flags, words }) => {
    const [which, ...more] = words;
    if (!which || more.length > 0)
      throw new UsageError('Name one token: kinora token revoke <id or key start>. See: kinora token list');
    const revoked = await withDatabase(db => revokeToken(db, which));
    if (!revoked) throw new UsageError(`"${which}" names no token, or several. See: kinora token list`);
    if (flags['json']) printJson({ revoked: which });
    else process.stdout.write('Revoked.\n');
    return exitCodes.ok;
  },
};

function toJson(token: Token) {
  const { id, group, name, prefix, defaultTier, createdAt, lastUsedAt, revokedAt } = token;
  return {
    id,
    group,
    name,
    prefix,
    default_tier: defaultTier ?? null,
    created_at: createdAt,
    last_used_at: lastUsedAt ?? null,
    revoked_at: revokedAt ?? null,
  };
}

function toRow(token: Token): string[] {
  const day = (at: Date | undefined) => at?.toISOString().slice(0, 16).replace('T', ' ') ?? '—';
  return [
    `${token.prefix}…`,
    token.group,
    token.name,
    token.defaultTier ?? 'fast',
    day(token.createdAt),
    day(token.lastUsedAt),
    token.revokedAt ? 'revoked' : 'active',
    token.id,
  ];
}
