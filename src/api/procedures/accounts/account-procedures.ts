/** account list | create | rename | suspend | resume | balance | alert. */
import { z } from 'zod';
import {
  changeAccountTerms,
  changeLowBalance,
  createAccount,
  findAccount,
  findLookalike,
  listAccounts,
  renameAccount,
  setSuspended,
  type Account,
} from '../../../core/accounts/accounts.ts';
import { creditAccount } from '../../../core/billing/ledger.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { listGroups } from '../../../core/accounts/groups.ts';
import { accountPage, ownAccount } from '../fields/account-fields.ts';
import { count, defaultLimit, factor, list, money, name, orNone, positiveAmount } from '../fields/fields.ts';
import { isRowId } from '../../../platform/lib/id.ts';
import { procedure, type Context } from '../procedure.ts';
import { resolveAccount, actorUserId } from '../scope.ts';
import { accountRecord, accountWithSpent, balance, toAccountRecord } from '../records/account-record.ts';

const account = z.string().describe('Account name or ID.');

const terms = {
  factor: factor
    .optional()
    .describe(
      "Factor on every price that the account pays, besides that of the token's group; 0.9 is a 10% discount.",
    ),
  groups: list
    .optional()
    .describe('Groups that are not open to all and that the account may use, comma-separated.'),
  max_open: orNone(count)
    .optional()
    .describe('Concurrent tasks of the account. "none": any number. A plan may set another number.'),
};

export const accountProcedures = [
  procedure({
    name: 'account list',
    description: 'List accounts with their balances, newest first.',
    who: 'operator',
    changes: false,
    pageKey: 'id',
    input: z.strictObject(accountPage),
    output: z.array(accountWithSpent),
    run: async ({ db }, { q: search, before, limit = defaultLimit }) => {
      const accounts = await listAccounts(db, { search, before, limit });
      return accounts.map(one => ({ ...toAccountRecord(one), spent: money(one.spentMicros) }));
    },
  }),
  procedure({
    name: 'account create',
    description: 'Create an account.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({
      name: name.describe('Account name.'),
      balance: positiveAmount.optional().describe('Starting credit. Default: 0.'),
      ...terms,
    }),
    output: accountRecord,
    run: async ({ db, actor, note }, input) => {
      await rejectUnknownGroups(db, input.groups);
      // An account can be given by its name or its id.
      if (isRowId(input.name)) throw fieldInvalid('name', 'name_like_id');
      const createdAccount = await createAccount(db, input.name);
      if (!createdAccount) throw takenNameError(input.name);
      const { id } = createdAccount;
      const groups = input.groups && [...new Set([...createdAccount.groups, ...input.groups])];
      await changeAccountTerms(db, id, { factorMicros: input.factor, groups, maxOpen: input.max_open });
      if (input.balance !== undefined) {
        const userId = actorUserId(actor);
        await creditAccount(db, id, {
          kind: 'top_up',
          amountMicros: input.balance,
          reason: 'starting credit',
          userId,
        });
      }
      const record = toAccountRecord(await existingAccount({ db }, id));
      await note({ accountId: id, object: id, after: record });
      return record;
    },
  }),
  procedure({
    name: 'account change',
    description:
      'Change the price factor of an account, the closed groups that it may use, and its concurrent tasks.',
    who: 'operator',
    changes: true,
    word: 'account',
    input: z.strictObject({ account, ...terms }),
    output: accountRecord,
    run: async (context, { account: idOrName, factor: factorMicros, groups, max_open: maxOpen }) => {
      await rejectUnknownGroups(context.db, groups);
      const before = await existingAccount(context, idOrName);
      await changeAccountTerms(context.db, before.id, { factorMicros, groups, maxOpen });
      const after = toAccountRecord(await existingAccount(context, before.id));
      await context.note({ accountId: before.id, object: before.id, before: toAccountRecord(before), after });
      return after;
    },
  }),
  procedure({
    name: 'account rename',
    description: 'Rename an account.',
    who: 'owner',
    changes: true,
    word: 'name',
    input: z.strictObject({ name, account: account.optional() }),
    output: z.strictObject({ id: z.string(), name: z.string() }),
    run: async (context, input) => {
      const before = await existingAccount(context, await resolveAccount(context, input.account));
      const exactMatch = await findAccount(context.db, input.name);
      const namesake = exactMatch ?? (await findLookalike(context.db, input.name, before.id));
      if (namesake && namesake.id !== before.id) throw takenNameError(input.name);
      await renameAccount(context.db, before.id, input.name);
      const after = { name: input.name };
      await context.note({ accountId: before.id, object: before.id, before: { name: before.name }, after });
      return { id: before.id, ...after };
    },
  }),
  suspensionProcedure(
    'account suspend',
    'Suspend an account: it accepts no new tasks; existing results remain available.',
    true,
  ),
  suspensionProcedure('account resume', 'Resume a suspended account.', false),
  procedure({
    name: 'account balance',
    description: 'Show the available balance of an account and the amount held for tasks in progress.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: account.optional() }),
    output: balance,
    run: async (context, input) => {
      const id = await resolveAccount(context, input.account);
      const currentAccount = await findAccount(context.db, id);
      const { currency } = context;
      return {
        account: id,
        available: money(currentAccount?.availableMicros ?? 0n),
        held: money(currentAccount?.heldMicros ?? 0n),
        currency,
        alert_below:
          currentAccount?.lowBalanceMicros === undefined ? null : money(currentAccount.lowBalanceMicros),
      };
    },
  }),
  procedure({
    name: 'account alert',
    description: 'Set the balance below which the owners of an account get a mail.',
    who: 'owner',
    changes: true,
    input: z.strictObject({
      below: orNone(positiveAmount).describe('Amount; "none": no mail.'),
      account: ownAccount,
    }),
    output: z.strictObject({ account: z.string(), alert_below: z.string().nullable() }),
    run: async (context, input) => {
      const { db, note } = context;
      const id = await resolveAccount(context, input.account);
      const before = (await findAccount(db, id))?.lowBalanceMicros;
      await changeLowBalance(db, id, input.below ?? undefined);
      const moneyOrNull = (micros: bigint | undefined | null) => (micros == null ? null : money(micros));
      const after = { alert_below: moneyOrNull(input.below) };
      await note({ accountId: id, object: id, before: { alert_below: moneyOrNull(before) }, after });
      return { account: id, ...after };
    },
  }),
];

function suspensionProcedure<Name extends string>(verb: Name, description: string, isSuspended: boolean) {
  return procedure({
    name: verb,
    description,
    who: 'operator',
    changes: true,
    word: 'account',
    input: z.strictObject({ account }),
    output: z.strictObject({ id: z.string(), suspended: z.boolean() }),
    run: async (context, input) => {
      const { id, suspendedAt } = await existingAccount(context, input.account);
      await setSuspended(context.db, id, isSuspended);
      const before = { suspended: suspendedAt !== undefined };
      await context.note({ accountId: id, object: id, before, after: { suspended: isSuspended } });
      return { id, suspended: isSuspended };
    },
  });
}

async function existingAccount({ db }: Pick<Context, 'db'>, idOrName: string): Promise<Account> {
  const match = await findAccount(db, idOrName);
  if (!match) throw new AppError('account_unknown', { account: idOrName });
  return match;
}

/** Throws AppError `field_invalid`. */
async function rejectUnknownGroups(db: Context['db'], groups: readonly string[] | undefined): Promise<void> {
  if (!groups) return;
  const groupNames = (await listGroups(db)).map(group => group.name);
  const unknown = groups.find(group => !groupNames.includes(group));
  if (unknown !== undefined)
    throw fieldInvalid('groups', 'group_unknown', { group: unknown, allowed: groupNames.join(', ') });
}

function takenNameError(name: string): AppError {
  return fieldInvalid('name', 'account_taken', { name });
}
