/** account list | create | rename | suspend | resume | balance. */
import { z } from 'zod';
import {
  createAccount,
  findAccount,
  listAccounts,
  renameAccount,
  setSuspended,
  type Account,
} from '../accounts/accounts.ts';
import { balanceOf, payIn } from '../billing/ledger.ts';
import { AppError } from '../errors.ts';
import { money, name, positiveAmount } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { accountOf, userIdOf } from './scope.ts';

const account = z.string().describe('By name or id.');
const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

export const accountProcedures = [
  procedure({
    name: 'account list',
    says: 'Every account with its balance.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    run: async ({ db }) =>
      (await listAccounts(db)).map(one => ({ ...toRecord(one), spent: money(one.spentMicros) })),
  }),
  procedure({
    name: 'account create',
    says: 'Open an account.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({
      name: name.describe('What it is called.'),
      balance: positiveAmount.optional().describe('What it starts with; nothing unless you say so.'),
    }),
    run: async ({ db, actor, note }, input) => {
      if (isId.test(input.name))
        throw new AppError('field_invalid', {
          param: 'name',
          reason: 'it looks like an id; call it something else.',
        });
      const made = await createAccount(db, input.name);
      if (!made) throw taken(input.name);
      const { id } = made;
      if (input.balance !== undefined) {
        const userId = userIdOf(actor);
        await payIn(db, id, {
          kind: 'top_up',
          amountMicros: input.balance,
          reason: 'opened with it',
          userId,
        });
      }
      const record = { ...toRecord(made), available: money(input.balance ?? 0n) };
      await note({ accountId: id, object: id, after: record });
      return record;
    },
  }),
  procedure({
    name: 'account rename',
    says: 'Call an account something else.',
    who: 'owner',
    changes: true,
    word: 'name',
    input: z.strictObject({ name, account: account.optional() }),
    run: async (context, input) => {
      const before = await existing(context, await accountOf(context, input.account));
      const namesake = await findAccount(context.db, input.name);
      if (namesake && namesake.id !== before.id) throw taken(input.name);
      await renameAccount(context.db, before.id, input.name);
      const after = { name: input.name };
      await context.note({ accountId: before.id, object: before.id, before: { name: before.name }, after });
      return { id: before.id, ...after };
    },
  }),
  suspension('account suspend', 'Make nothing new on an account; what is there can be read.', true),
  suspension('account resume', 'Let a suspended account make things again.', false),
  procedure({
    name: 'account balance',
    says: 'What is available, and what is held for tasks under way.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: account.optional() }),
    run: async (context, input) => {
      const id = await accountOf(context, input.account);
      const balance = await balanceOf(context.db, id);
      const { currency } = context;
      return {
        account: id,
        available: money(balance?.availableMicros ?? 0n),
        held: money(balance?.heldMicros ?? 0n),
        currency,
      };
    },
  }),
];

function suspension(verb: string, says: string, isSuspended: boolean) {
  return procedure({
    name: verb,
    says,
    who: 'operator',
    changes: true,
    word: 'account',
    input: z.strictObject({ account }),
    run: async (context, input) => {
      const { id, suspendedAt } = await existing(context, input.account);
      await setSuspended(context.db, id, isSuspended);
      const before = { suspended: suspendedAt !== undefined };
      await context.note({ accountId: id, object: id, before, after: { suspended: isSuspended } });
      return { id, suspended: isSuspended };
    },
  });
}

async function existing({ db }: Context, idOrName: string): Promise<Account> {
  const found = await findAccount(db, idOrName);
  if (!found) throw new AppError('account_unknown', { account: idOrName });
  return found;
}

function taken(asked: string): AppError {
  return new AppError('field_invalid', { param: 'name', reason: `there is an account "${asked}" already.` });
}

function toRecord({ id, name: called, availableMicros, heldMicros, createdAt, suspendedAt }: Account) {
  return {
    id,
    name: called,
    available: money(availableMicros),
    held: money(heldMicros),
    state: suspendedAt ? 'suspended' : 'active',
    created: createdAt.toISOString(),
  };
}
