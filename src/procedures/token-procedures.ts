/** token list | create | change | rotate | revoke. */
import { z } from 'zod';
import { systemClock } from '../lib/clock.ts';
import {
  changeToken,
  createToken,
  lockToken,
  revokeToken,
  rotateToken,
  type TokenLimits,
} from '../accounts/change-token.ts';
import { listGroups } from '../accounts/groups.ts';
import { listTokens, type Token } from '../accounts/tokens.ts';
import { AppError } from '../errors.ts';
import { tiers } from '../models/model-card.ts';
import { usableModels } from '../models/usable-models.ts';
import { amount, count, later, list, money, name, networks, orNone, seconds, when } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { accountOf, accountToRead, tokenOf, userToRead } from './scope.ts';

/** What can be set when a token is made and later. `none` takes a limit away. */
const limits = {
  tier: orNone(z.enum(tiers)).optional().describe('Of tasks whose request names none: relax, fast or turbo.'),
  expires: orNone(when).optional().describe('When it can make nothing more: a time, or 90d; never.'),
  models: orNone(list).optional().describe('The only models that it may use, with commas.'),
  addresses: orNone(networks).optional().describe('Where it may be used from: addresses or CIDR ranges.'),
  cap_total: orNone(amount).optional().describe('The most that it may spend at all.'),
  cap_day: orNone(amount).optional().describe('The most in a day (UTC).'),
  cap_month: orNone(amount).optional().describe('The most in a month (UTC).'),
  max_open: orNone(count).optional().describe('How many of its tasks may be under way at once.'),
  max_per_minute: orNone(count).optional().describe('How many tasks it may submit in a minute.'),
};
const account = z
  .string()
  .optional()
  .describe('Whose: an account by name or id; your own unless you say so.');
const token = z.string().describe('By id, or by the visible start of its key.');

type LimitInput = z.infer<z.ZodObject<typeof limits>>;

export const tokenProcedures = [
  procedure({
    name: 'token list',
    says: 'Tokens with their limits and what they spent, without their keys.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account }),
    run: async (context, input) => {
      const accountId = await accountToRead(context, input.account);
      const tokens = await listTokens(context.db, { accountId, userId: userToRead(context) });
      return tokens.map(toRecord);
    },
  }),
  procedure({
    name: 'token create',
    says: 'Make a token; its key is shown this once.',
    who: 'member',
    changes: true,
    input: z.strictObject({
      group: z.string().describe('Whose models it can use: image, video, or a group of yours.'),
      name: name.optional().describe('What you call it.'),
      ...limits,
      expires: orNone(later).optional().describe('When it can make nothing more: a time, or 90d; never.'),
      account,
    }),
    run: async (context, input) => {
      const { db, actor, note } = context;
      const accountId = await accountOf(context, input.account);
      await checkGroup(context, { group: input.group, accountId, models: input.models });
      const made = await createToken(db, {
        accountId,
        userId: actor.kind === 'user' && actor.accountId === accountId ? actor.userId : undefined,
        group: input.group,
        name: input.name ?? `${input.group} token`,
        defaultTier: input.tier,
        ...limitsIn(input),
      });
      if (!made) throw await unknownGroup(context, input.group, accountId);
      const record = toRecord(made.token);
      await note({ accountId, object: record.id, after: record });
      return { ...record, key: made.key };
    },
  }),
  procedure({
    name: 'token change',
    says: 'Change the name or the limits of a token, at once; "none" takes a limit away.',
    who: 'member',
    changes: true,
    word: 'token',
    input: z.strictObject({ token, name: name.optional().describe('What you call it.'), ...limits }),
    run: async (context, input) => {
      const { id } = await tokenOf(context, input.token);
      await lockToken(context.db, id);
      const before = await tokenOf(context, id);
      if (input.models) await checkGroup(context, { ...before, models: input.models });
      const given = limitsIn(input);
      const changed = await changeToken(context.db, before.id, {
        ...limitsOf(before),
        ...given,
        name: input.name ?? before.name,
        defaultTier: input.tier === undefined ? (before.defaultTier ?? null) : input.tier,
      });
      if (!changed) throw new AppError('token_unknown', { token: input.token });
      const after = toRecord(changed);
      await context.note({ accountId: before.accountId, object: before.id, before: toRecord(before), after });
      return after;
    },
  }),
  procedure({
    name: 'token rotate',
    says: 'Give a token a new key, shown this once; the old one is good for a while more, one before it no longer.',
    who: 'member',
    changes: true,
    word: 'token',
    input: z.strictObject({
      token,
      overlap: seconds
        .default(86_400)
        .describe('How many seconds the old key is good for; 86400 unless you say so.'),
    }),
    run: async (context, { token: asked, overlap }) => {
      const { id, accountId, prefix } = await tokenOf(context, asked);
      const made = await rotateToken(context.db, id, overlap);
      if (!made) throw new AppError('token_unknown', { token: asked });
      const after = { prefix: made.token.prefix, overlap };
      await context.note({ accountId, object: id, before: { prefix }, after });
      return { ...toRecord(made.token), key: made.key };
    },
  }),
  procedure({
    name: 'token revoke',
    says: 'Revoke a token, at once and for good.',
    who: 'member',
    changes: true,
    word: 'token',
    input: z.strictObject({ token }),
    run: async (context, { token: asked }) => {
      const { id, accountId } = await tokenOf(context, asked);
      await revokeToken(context.db, id);
      await context.note({ accountId, object: id, after: { revoked: true } });
      return { id, revoked: true };
    },
  }),
];

function toRecord(made: Token) {
  return {
    id: made.id,
    account: made.accountId,
    user: made.userId ?? null,
    group: made.group,
    kind: made.kind,
    // On the prices of its group.
    factor: money(made.groupRules.factorMicros),
    name: made.name,
    prefix: made.prefix,
    state: stateOf(made),
    tier: made.defaultTier ?? null,
    expires: made.expiresAt?.toISOString() ?? null,
    models: made.models ?? null,
    addresses: made.addresses ?? null,
    cap_total: money(made.capTotalMicros),
    cap_day: money(made.capDayMicros),
    cap_month: money(made.capMonthMicros),
    max_open: made.maxOpen ?? null,
    max_per_minute: made.maxPerMinute ?? null,
    spent: money(made.spentMicros),
    held: money(made.heldMicros),
    today: money(made.todayMicros),
    this_month: money(made.monthMicros),
    created: made.createdAt.toISOString(),
    last_used: made.lastUsedAt?.toISOString() ?? null,
    revoked: made.revokedAt?.toISOString() ?? null,
  };
}

function stateOf({ revokedAt, expiresAt }: Token): 'revoked' | 'expired' | 'active' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= systemClock.now() ? 'expired' : 'active';
}

/** Those that were given; null takes one away. */
function limitsIn(input: LimitInput): Partial<TokenLimits> {
  const named = {
    expiresAt: input.expires,
    models: input.models,
    addresses: input.addresses,
    capTotalMicros: input.cap_total,
    capDayMicros: input.cap_day,
    capMonthMicros: input.cap_month,
    maxOpen: input.max_open,
    maxPerMinute: input.max_per_minute,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function limitsOf(made: Token): TokenLimits {
  return {
    expiresAt: made.expiresAt ?? null,
    models: made.models ?? null,
    addresses: made.addresses ?? null,
    capTotalMicros: made.capTotalMicros ?? null,
    capDayMicros: made.capDayMicros ?? null,
    capMonthMicros: made.capMonthMicros ?? null,
    maxOpen: made.maxOpen ?? null,
    maxPerMinute: made.maxPerMinute ?? null,
  };
}

/** The account may use the group, and the group has the models. Throws AppError. */
async function checkGroup(
  context: Context,
  {
    group: asked,
    accountId,
    models,
  }: { group: string; accountId: string; models?: readonly string[] | null | undefined },
): Promise<void> {
  const group = (await listGroups(context.db)).find(one => one.name === asked);
  if (!group || !(group.isOpen || group.accounts.includes(accountId)))
    throw await unknownGroup(context, asked, accountId);
  const scope = { group: group.name, groupRules: group, models: undefined };
  const usable = usableModels(context.catalogue, scope).map(({ card }) => card.id);
  const stranger = models?.find(model => !usable.includes(model));
  if (stranger !== undefined)
    throw new AppError('field_invalid', {
      param: 'models',
      reason: `${stranger} is not in the group ${asked}, which has ${usable.join(', ')}.`,
    });
}

async function unknownGroup({ db }: Context, group: string, accountId: string): Promise<AppError> {
  const open = (await listGroups(db)).filter(one => one.isOpen || one.accounts.includes(accountId));
  const names = open.map(one => one.name).join(', ');
  return new AppError('field_invalid', {
    param: 'group',
    reason: `the account may use no group "${group}". It may use ${names}.`,
  });
}
