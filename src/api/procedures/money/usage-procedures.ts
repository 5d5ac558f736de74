/** usage show, audit list, banned list | add | remove. */
import { z } from 'zod';
import { ownOrAllAccounts } from '../fields/account-fields.ts';
import { listAudit } from '../../../core/accounts/audit.ts';
import { usageKeys, readUsage } from '../../../core/billing/usage.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { tiers } from '@kinora/shared/models/model-card';
import { allowWords, banWords, listBannedWords } from '../../../core/moderation/banned-words.ts';
import { without } from '../../../platform/lib/without.ts';
import { list, money, page } from '../fields/fields.ts';
import { readPeriod, recentPeriod } from '../fields/period.ts';
import { procedure, type Context } from '../procedure.ts';
import { resolveAccount, accountToRead, hasRole, userToRead } from '../scope.ts';
import { auditRecord, usageRecord } from '../records/usage-record.ts';

const words = list.describe(
  'Words, comma-separated. An asterisk after the first letter stands for any letters: gremlin* also bans gremlins.',
);
const account = z
  .string()
  .optional()
  .describe('Account name or ID: only its prompts. Default: the prompts of all accounts.');
const maxWordLength = 100;

export const usageProcedures = [
  procedure({
    name: 'usage show',
    description:
      'Show requests, success rate, queue and run times, and cost by day, model, token, user, end user, tier, account or client (the program of an agent).',
    who: 'member',
    changes: false,
    isReport: true,
    input: z.strictObject({
      by: list
        .default(['day'])
        .describe(
          'Group by, comma-separated: day, model, token, user, end_user, tier, account, client. Default: day.',
        ),
      ...recentPeriod,
      account: ownOrAllAccounts,
      model: z.string().optional().describe('Only this model.'),
      token: z.string().optional().describe('Only tokens with this name.'),
      user: z.string().optional().describe('Only tokens of the user with this email address.'),
      end_user: z.string().max(512).optional().describe('Only tasks for this end user of a client.'),
      tier: z.enum(tiers).optional().describe('Only this tier: relax, fast or turbo.'),
      client: z.string().optional().describe('Only this program of an agent, such as claude-code.'),
    }),
    output: z.array(usageRecord),
    run: async (context, input) => {
      const groupKeys = usageKeys.filter(key => input.by.includes(key));
      const unknownKey = input.by.find(key => !(usageKeys as readonly string[]).includes(key));
      if (unknownKey !== undefined)
        throw fieldInvalid('by', 'value_allowed', { allowed: usageKeys.join(', ') });
      const { from, to } = readPeriod(input);
      const accountId = await accountToRead(context, input.account);
      const { model, token, user, tier, end_user: endUser, client } = input;
      const scope = { accountId, userId: userToRead(context), model, token, user, tier, endUser, client };
      const lines = await readUsage(context.db, { ...scope, from, to, by: groupKeys });
      return lines.map(({ keys, ...line }) => ({
        ...Object.fromEntries(groupKeys.map((key, index) => [key, keys[index] ?? null])),
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
    description: 'List audit log entries, newest first.',
    who: 'owner',
    changes: false,
    isReport: true,
    input: z.strictObject({
      account: ownOrAllAccounts,
      object: z.string().optional().describe('ID or name of the changed object.'),
      action: z.string().optional().describe('Action, for example "token create".'),
      ...page,
    }),
    output: z.array(auditRecord),
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
        before: shownChange(entry.before, isOperator),
        after: shownChange(entry.after, isOperator),
      }));
    },
  }),
  procedure({
    name: 'banned list',
    description: 'List banned words.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ account }),
    output: z.array(z.string()),
    run: async (context, input) => listBannedWords(context.db, await accountNamed(context, input.account)),
  }),
  procedure({
    name: 'banned add',
    description: 'Ban words: prompts that contain them are rejected immediately.',
    who: 'operator',
    changes: true,
    word: 'words',
    input: z.strictObject({ words, account }),
    output: z.strictObject({ added: z.array(z.string()) }),
    run: async (context, input) => {
      const accountId = await accountNamed(context, input.account);
      const addedWords = await banWords(context.db, checkWords(input.words), accountId);
      await context.note({ object: accountId ?? 'banned words', after: { added: addedWords } });
      return { added: addedWords };
    },
  }),
  procedure({
    name: 'banned remove',
    description: 'Remove words from the list of banned words.',
    who: 'operator',
    changes: true,
    word: 'words',
    input: z.strictObject({ words, account }),
    output: z.strictObject({ removed: z.array(z.string()) }),
    run: async (context, input) => {
      const accountId = await accountNamed(context, input.account);
      const removedWords = await allowWords(context.db, checkWords(input.words), accountId);
      await context.note({ object: accountId ?? 'banned words', after: { removed: removedWords } });
      return { removed: removedWords };
    },
  }),
];

/**
 * Returns the change as the caller may see it. Only operators see the factor of an account: customers see
 * prices.
 */
function shownChange(value: unknown, isOperator: boolean): unknown {
  if (isOperator || typeof value !== 'object' || value === null || !('factor' in value)) return value ?? null;
  return without(value, ['factor']);
}

/** Undefined stands for all accounts. */
async function accountNamed(
  context: Pick<Context, 'actor' | 'db'>,
  idOrName: string | undefined,
): Promise<string | undefined> {
  return idOrName === undefined ? undefined : resolveAccount(context, idOrName);
}

function checkWords(words: readonly string[]): readonly string[] {
  const isWrong =
    words.length === 0 ||
    words.some(word => word.length > maxWordLength || word.includes('\0') || word.startsWith('*'));
  if (isWrong) throw fieldInvalid('words', 'words', { limit: maxWordLength });
  return words;
}
