/** usage show, audit list, banned list | add | remove. */
import { z } from 'zod';
import { systemClock } from '../lib/clock.ts';
import { listAudit } from '../accounts/audit.ts';
import { usageKeys, usageOf } from '../billing/usage.ts';
import { AppError } from '../errors.ts';
import { tiers } from '../models/model-card.ts';
import { allowWords, banWords, listBannedWords } from '../moderation/banned-words.ts';
import { list, money, page, when } from './fields.ts';
import { procedure } from './procedure.ts';
import { accountToRead, hasRole, userToRead } from './scope.ts';

const dayMs = 86_400_000;
const words = list.describe('Words, with commas.');
const maxWordLength = 100;

export const usageProcedures = [
  procedure({
    name: 'usage show',
    says: 'Requests, success, waiting and running time and amount, by day, model, token, user, tier or account.',
    who: 'member',
    changes: false,
    input: z.strictObject({
      by: list.default(['day']).describe('day, model, token, user, tier, account, with commas.'),
      from: when.optional().describe('Since then; 30 days ago unless you say so.'),
      to: when.optional().describe('Before then; now unless you say so.'),
      account: z.string().optional().describe('By name or id.'),
      model: z.string().optional().describe('Of this model only.'),
      token: z.string().optional().describe('Of tokens of this name only.'),
      user: z.string().optional().describe('Of the tokens of the user with this e-mail only.'),
      tier: z.enum(tiers).optional().describe('Of this tier only: relax, fast or turbo.'),
    }),
    run: async (context, input) => {
      const by = usageKeys.filter(key => input.by.includes(key));
      const stranger = input.by.find(key => !(usageKeys as readonly string[]).includes(key));
      if (stranger !== undefined)
        throw new AppError('field_invalid', { param: 'by', reason: `allowed: ${usageKeys.join(', ')}.` });
      const to = input.to ?? new Date(systemClock.now() + 1000);
      const from = input.from ?? new Date(to.getTime() - 30 * dayMs);
      if (from >= to)
        throw new AppError('field_invalid', { param: 'from', reason: 'it is not before `to`.' });
      const accountId = await accountToRead(context, input.account);
      const { model, token, user, tier } = input;
      const scope = { accountId, userId: userToRead(context), model, token, user, tier };
      const lines = await usageOf(context.db, { ...scope, from, to, by });
      return lines.map(({ keys, ...line }) => ({
        ...Object.fromEntries(by.map((key, index) => [key, keys[index] ?? null])),
        requests: line.requests,
        succeeded: line.succeeded,
        failed: line.failed,
        cancelled: line.cancelled,
        waited_seconds: line.waitedSeconds ?? null,
        ran_seconds: line.ranSeconds ?? null,
        amount: money(line.amountMicros),
        refunded: money(line.refundedMicros),
        currency: context.currency,
      }));
    },
  }),
  procedure({
    name: 'audit list',
    says: 'Who changed what, newest first.',
    who: 'owner',
    changes: false,
    input: z.strictObject({
      account: z.string().optional().describe('By name or id.'),
      object: z.string().optional().describe('What was changed: an id or a name.'),
      action: z.string().optional().describe('As "token create".'),
      ...page,
    }),
    run: async (context, { account, ...filter }) => {
      const accountId = await accountToRead(context, account);
      const isOperator = hasRole(context.actor, 'operator');
      return (await listAudit(context.db, { ...filter, accountId })).map(entry => ({
        id: String(entry.id),
        at: entry.createdAt.toISOString(),
        who: entry.actor,
        ...(isOperator && { address: entry.address ?? null }),
        action: entry.action,
        account: entry.accountId ?? null,
        object: entry.object,
        before: entry.before ?? null,
        after: entry.after ?? null,
      }));
    },
  }),
  procedure({
    name: 'banned list',
    says: 'The words that no prompt may contain.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    run: ({ db }) => listBannedWords(db),
  }),
  procedure({
    name: 'banned add',
    says: 'Refuse prompts that contain these words, at once.',
    who: 'operator',
    changes: true,
    word: 'words',
    input: z.strictObject({ words }),
    run: async ({ db, note }, input) => {
      const added = await banWords(db, checked(input.words));
      await note({ object: 'banned words', after: { added } });
      return { added };
    },
  }),
  procedure({
    name: 'banned remove',
    says: 'Allow these words again.',
    who: 'operator',
    changes: true,
    word: 'words',
    input: z.strictObject({ words }),
    run: async ({ db, note }, input) => {
      const removed = await allowWords(db, checked(input.words));
      await note({ object: 'banned words', after: { removed } });
      return { removed };
    },
  }),
];

function checked(given: readonly string[]): readonly string[] {
  const isWrong =
    given.length === 0 || given.some(word => word.length > maxWordLength || word.includes('\0'));
  if (isWrong)
    throw new AppError('field_invalid', {
      param: 'words',
      reason: `at least one, of at most ${maxWordLength} characters.`,
    });
  return given;
}
