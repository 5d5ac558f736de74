/** group list | create | change | delete. */
import { z } from 'zod';
import { findAccount } from '../accounts/accounts.ts';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  listGroups,
  lockGroup,
  type Group,
} from '../accounts/groups.ts';
import { AppError } from '../errors.ts';
import { parseMicros } from '../lib/money.ts';
import { factor, flag, list, money, orNone } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { hasRole } from './scope.ts';

const group = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens are expected, a letter first')
  .describe('Its name.');
const rules = {
  factor: factor.optional().describe('On every price of its models: 0.8 is a fifth less.'),
  models: orNone(list).optional().describe('Its models, with commas; none: those whose cards name it.'),
  open: flag.optional().describe('Every account may use it; false: only those named.'),
  accounts: list.optional().describe('Who may use it when it is not open: names or ids, with commas.'),
  moderated: flag.optional().describe('Banned words are refused.'),
};
const builtIn = ['image', 'video'];

export const groupProcedures = [
  procedure({
    name: 'group list',
    says: 'Groups: their models, price factor, and who may use them.',
    who: 'member',
    changes: false,
    input: z.strictObject({}),
    run: async ({ db, actor }) =>
      (await listGroups(db))
        .filter(one => hasRole(actor, 'operator') || one.isOpen || one.accounts.includes(actor.accountId))
        .map(one => toRecord(one, hasRole(actor, 'operator'))),
  }),
  procedure({
    name: 'group create',
    says: 'Make a group of image or video models.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({ group, kind: z.enum(['image', 'video']).describe('image or video.'), ...rules }),
    run: async (context, input) => {
      const made: Group = {
        name: input.group,
        kind: input.kind,
        factorMicros: input.factor ?? parseMicros('1'),
        models: input.models ?? undefined,
        isOpen: input.open ?? true,
        accounts: await accountIds(context, input.accounts ?? []),
        isModerated: input.moderated ?? true,
      };
      checkModels(context, made);
      if (!(await createGroup(context.db, made)))
        throw new AppError('field_invalid', {
          param: 'group',
          reason: `there is a group "${made.name}" already.`,
        });
      const after = toRecord(made, true);
      await context.note({ object: made.name, after });
      return after;
    },
  }),
  procedure({
    name: 'group change',
    says: 'Change the rules of a group, at once.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({ group, ...rules }),
    run: async (context, input) => {
      await lockGroup(context.db, input.group);
      const before = await existing(context, input.group);
      const changed: Group = {
        ...before,
        factorMicros: input.factor ?? before.factorMicros,
        models: input.models === undefined ? before.models : (input.models ?? undefined),
        isOpen: input.open ?? before.isOpen,
        accounts: input.accounts ? await accountIds(context, input.accounts) : before.accounts,
        isModerated: input.moderated ?? before.isModerated,
      };
      checkModels(context, changed);
      await changeGroup(context.db, before.name, changed);
      const after = toRecord(changed, true);
      await context.note({ object: before.name, before: toRecord(before, true), after });
      return after;
    },
  }),
  procedure({
    name: 'group delete',
    says: 'Delete a group that has no tokens.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({ group }),
    run: async (context, input) => {
      const before = await existing(context, input.group);
      const reason = builtIn.includes(before.name)
        ? 'it is built in.'
        : 'tokens belong to it, though they may be revoked.';
      if (builtIn.includes(before.name) || !(await deleteGroup(context.db, before.name)))
        throw new AppError('field_invalid', { param: 'group', reason });
      await context.note({ object: before.name, before: toRecord(before, true) });
      return { group: before.name, deleted: true };
    },
  }),
];

async function existing({ db }: Context, name: string): Promise<Group> {
  const found = await findGroup(db, name);
  if (found) return found;
  const names = (await listGroups(db)).map(one => one.name).join(', ');
  throw new AppError('field_invalid', {
    param: 'group',
    reason: `there is no group "${name}". Groups: ${names}.`,
  });
}

/** They exist, and are of the group's kind. */
function checkModels({ catalogue }: Context, { kind, models, name }: Group): void {
  const able = catalogue.models.filter(({ card }) => card.kind === kind).map(({ card }) => card.id);
  const stranger = models?.find(model => !able.includes(model));
  const isEmpty = models === undefined ? !builtIn.includes(name) : models.length === 0;
  if (stranger !== undefined || isEmpty)
    throw new AppError('field_invalid', {
      param: 'models',
      reason: `${stranger ?? 'nothing'} is no ${kind} model of this server, which has ${able.join(', ')}.`,
    });
}

async function accountIds({ db }: Context, asked: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of asked) {
    const found = await findAccount(db, one);
    if (!found) throw new AppError('account_unknown', { account: one });
    ids.push(found.id);
  }
  return ids;
}

function toRecord(
  { name, kind, factorMicros, models, isOpen, accounts, isModerated }: Group,
  isForOperator: boolean,
) {
  return {
    group: name,
    kind,
    factor: money(factorMicros),
    models: models ?? null,
    open: isOpen,
    ...(isForOperator && { accounts }),
    moderated: isModerated,
  };
}
