/** group list | create | change | delete. */
import { z } from 'zod';
import { findAccount } from '../../../core/accounts/accounts.ts';
import {
  changeGroup,
  closeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  listGroups,
  lockGroup,
  usableGroups,
  type Group,
} from '../../../core/accounts/groups.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { parseMicros } from '@kinora/shared/money';
import { promptVersions } from '@kinora/shared/prompt/image-versions';
import { factor, flag, list, orNone } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import { hasRole } from '../scope.ts';
import { groupRecord, toGroupRecord } from '../records/group-record.ts';

const group = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, reasonCode('group_name'))
  .describe('Group name.');
const rules = {
  factor: factor.optional().describe('Factor applied to every price of its models; 0.8 is a 20% discount.'),
  models: orNone(list)
    .optional()
    .describe('Models of the group, comma-separated. "none": the models whose cards name the group.'),
  open: flag.optional().describe('Open to all accounts. "false": only to the accounts listed in "accounts".'),
  accounts: list
    .optional()
    .describe('Accounts that may use a group that is not open: names or IDs, comma-separated.'),
  new_accounts: flag.optional().describe('New accounts may use the group, if it is not open.'),
  moderated: flag.optional().describe('Reject prompts that contain banned words.'),
  default_version: orNone(z.enum(promptVersions))
    .optional()
    .describe(
      'Version of prompts without --v and --niji, such as 7 or "niji 6". "none": KINORA_DEFAULT_VERSION.',
    ),
  any_model: flag
    .optional()
    .describe(
      'Serve the default image model to OpenAI clients that name an unknown model. Aliases come first.',
    ),
};
const builtIn = ['image', 'video'];

export const groupProcedures = [
  procedure({
    name: 'group list',
    description: 'List groups with their models and access. Operators also see their price factors.',
    who: 'member',
    changes: false,
    input: z.strictObject({}),
    output: z.array(groupRecord),
    run: async ({ db, actor }) => {
      const isForOperator = hasRole(actor, 'operator');
      const groups = await (isForOperator ? listGroups(db) : usableGroups(db, actor.accountId));
      return groups.map(one => toGroupRecord(one, isForOperator));
    },
  }),
  procedure({
    name: 'group create',
    description: 'Create a group of image or video models.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({
      group,
      kind: z.enum(['image', 'video']).describe('Kind of models: image or video.'),
      ...rules,
    }),
    output: groupRecord,
    run: async (context, input) => {
      const createdGroup: Group = {
        name: input.group,
        kind: input.kind,
        factorMicros: input.factor ?? parseMicros('1'),
        models: input.models ?? undefined,
        isOpen: input.open ?? true,
        accounts: await accountIds(context, input.accounts ?? []),
        isForNewAccounts: input.new_accounts ?? false,
        isModerated: input.moderated ?? true,
        defaultVersion: input.default_version ?? undefined,
        servesAnyModel: input.any_model ?? false,
      };
      checkRules(context, createdGroup);
      if (!(await createGroup(context.db, createdGroup)))
        throw fieldInvalid('group', 'group_taken', { name: createdGroup.name });
      const after = toGroupRecord(createdGroup, true);
      await context.note({ object: createdGroup.name, after });
      return after;
    },
  }),
  procedure({
    name: 'group change',
    description: 'Update the rules of a group, effective immediately.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({ group, ...rules }),
    output: groupRecord,
    run: async (context, input) => {
      await lockGroup(context.db, input.group);
      const before = await existingGroup(context, input.group);
      const changedGroup: Group = {
        ...before,
        factorMicros: input.factor ?? before.factorMicros,
        models: input.models === undefined ? before.models : (input.models ?? undefined),
        isOpen: input.open ?? before.isOpen,
        accounts: input.accounts ? await accountIds(context, input.accounts) : before.accounts,
        isForNewAccounts: input.new_accounts ?? before.isForNewAccounts,
        isModerated: input.moderated ?? before.isModerated,
        defaultVersion:
          input.default_version === undefined ? before.defaultVersion : (input.default_version ?? undefined),
        servesAnyModel: input.any_model ?? before.servesAnyModel,
      };
      checkRules(context, changedGroup);
      await changeGroup(context.db, before.name, changedGroup);
      const after = toGroupRecord(changedGroup, true);
      await context.note({ object: before.name, before: toGroupRecord(before, true), after });
      return after;
    },
  }),
  procedure({
    name: 'group close',
    description: 'Close a group to other accounts. Accounts that have a token in it keep it.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({ group }),
    output: groupRecord,
    run: async (context, input) => {
      await lockGroup(context.db, input.group);
      const before = await existingGroup(context, input.group);
      await closeGroup(context.db, before.name);
      const after = toGroupRecord(await existingGroup(context, before.name), true);
      await context.note({ object: before.name, before: toGroupRecord(before, true), after });
      return after;
    },
  }),
  procedure({
    name: 'group delete',
    description: 'Delete a group that has no tokens.',
    who: 'operator',
    changes: true,
    word: 'group',
    input: z.strictObject({ group }),
    output: z.strictObject({ group: z.string(), deleted: z.boolean() }),
    run: async (context, input) => {
      const before = await existingGroup(context, input.group);
      if (builtIn.includes(before.name)) throw fieldInvalid('group', 'group_built_in');
      if (!(await deleteGroup(context.db, before.name))) throw fieldInvalid('group', 'group_used');
      await context.note({ object: before.name, before: toGroupRecord(before, true) });
      return { group: before.name, deleted: true };
    },
  }),
];

async function existingGroup({ db }: Pick<Context, 'db'>, name: string): Promise<Group> {
  const match = await findGroup(db, name);
  if (match) return match;
  const names = (await listGroups(db)).map(one => one.name).join(', ');
  throw fieldInvalid('group', 'group_unknown', { group: name, allowed: names });
}

/**
 * Checks that the models of a group exist and are of its kind, and that only a group of image models has a
 * version.
 */
function checkRules(
  { catalogue }: Pick<Context, 'catalogue'>,
  { kind, models, name, defaultVersion }: Group,
): void {
  if (kind === 'video' && defaultVersion !== undefined)
    throw fieldInvalid('default_version', 'versions_of_image');
  const groupModels = catalogue.all.filter(({ card }) => card.kind === kind).map(({ card }) => card.id);
  const unknownModel = models?.find(model => !groupModels.includes(model));
  const isEmpty = models === undefined ? !builtIn.includes(name) : models.length === 0;
  const allowedModels = groupModels.join(', ');
  if (isEmpty) throw fieldInvalid('models', 'group_empty', { kind, allowed: allowedModels });
  if (unknownModel !== undefined)
    throw fieldInvalid('models', 'group_models', { model: unknownModel, kind, allowed: allowedModels });
}

async function accountIds({ db }: Pick<Context, 'db'>, idsOrNames: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const idOrName of idsOrNames) {
    const account = await findAccount(db, idOrName);
    if (!account) throw new AppError('account_unknown', { account: idOrName });
    ids.push(account.id);
  }
  return ids;
}
